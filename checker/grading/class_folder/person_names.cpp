#include "checker/grading/class_folder/person_names.hpp"

#include "checker/base/layout.hpp"
#include "checker/base/source_text.hpp"
#include "checker/base/utf8.hpp"
#include "checker/grading/class_folder/lab_names.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace kit {

namespace {

std::string mapped(std::string_view bytes, int options) {
    const std::string text = as_utf8(std::string(bytes)).text;
    utf8proc_uint8_t* result = nullptr;
    const auto length = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                     static_cast<utf8proc_ssize_t>(text.size()), &result,
                                     static_cast<utf8proc_option_t>(options));
    std::string copy = length < 0 ? in_small_letters(text)
                                  : std::string(reinterpret_cast<const char*>(result),
                                                static_cast<std::size_t>(length));
    std::free(result);
    return copy;
}

bool is_word_letter(char letter) {
    const auto byte = static_cast<unsigned char>(letter);
    return byte >= 0x80 || (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9');
}

} // namespace

std::string composed(std::string_view text) {
    return valid_utf8(text) == text ? mapped(text, UTF8PROC_STABLE | UTF8PROC_COMPOSE)
                                    : std::string(text);
}

std::string folded(std::string_view text) {
    return mapped(text, UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD);
}

std::string letters_of(std::string_view name) {
    std::string letters = folded(name);
    std::erase_if(letters, [](char letter) { return !is_word_letter(letter); });
    return letters;
}

std::vector<std::string> forms_of(const std::string& name) {
    const std::string plain =
        mapped(name, UTF8PROC_STABLE | UTF8PROC_DECOMPOSE | UTF8PROC_CASEFOLD | UTF8PROC_STRIPMARK);
    std::vector<std::string> forms;
    for (const std::string& spelling : {name, plain}) {
        forms.push_back(letters_of(spelling));
        const std::size_t comma = spelling.find(',');
        const std::size_t blank = comma == std::string::npos ? spelling.rfind(' ') : comma;
        if (blank != std::string::npos) {
            forms.push_back(letters_of(spelling.substr(blank + 1)) +
                            letters_of(spelling.substr(0, blank)));
        }
    }
    return forms;
}

bool is_group_column(std::string_view name) {
    constexpr std::array<std::string_view, 9> beginnings{
        "group", "gruppe", "groupe", "grupo", "gruppo", "groep", "team", "partner", "pair"};
    const std::string small = folded(name);
    return std::ranges::any_of(beginnings,
                               [&](std::string_view one) { return small.starts_with(one); });
}

std::vector<std::string> name_words(std::string_view name) {
    constexpr std::string_view marks = " _-,()[]";
    std::vector<std::string> words;
    while (!name.empty()) {
        const std::size_t end = std::min(name.find_first_of(marks), name.size());
        if (end > 0) {
            words.emplace_back(name.substr(0, end));
        }
        name.remove_prefix(std::min(end + 1, name.size()));
    }
    return words;
}

} // namespace kit
