#include "checker/grading/class_folder/lab_names.hpp"

#include "analytics/count/numeral.hpp"
#include "checker/base/layout.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <set>
#include <string>

namespace kit {

namespace {

constexpr std::size_t most_looked_at = std::size_t{64} << 10;

/// Digits at the position, as a number below 1,000; -1 if there are none or more. Moves past them.
int number_at(std::string_view text, std::size_t& at) {
    int number = 0;
    std::size_t digits = 0;
    while (at < text.size() && is_digit(text[at])) {
        number = number < 1000 ? number * 10 + (text[at] - '0') : number;
        ++at;
        ++digits;
    }
    return digits == 0 || number >= 1000 ? -1 : number;
}

/// Small letters and digits, and a single blank for each run of anything else.
std::string words_of(std::string_view text) {
    std::string words;
    for (const char letter : in_small_letters(text)) {
        const bool is_word = is_letter(letter) || is_digit(letter);
        if (is_word) {
            words += letter;
        } else if (!words.empty() && words.back() != ' ') {
            words += ' ';
        }
    }
    while (!words.empty() && words.back() == ' ') {
        words.pop_back();
    }
    return words;
}

NamedLab lab_of_number(int number, const std::vector<Lab>& labs) {
    const auto found =
        std::ranges::find_if(labs, [&](const Lab& lab) { return lab.number == number; });
    return {found == labs.end() ? "" : found->id, number, 0};
}

/// 2 of a name that ends in "-2", "(2)" or " (2)"; 0 of any other. Cuts it off.
int cut_copy_number(std::string& stem) {
    const bool in_brackets = !stem.empty() && stem.back() == ')';
    std::size_t end = stem.size() - (in_brackets ? 1 : 0);
    std::size_t begin = end;
    while (begin > 0 && is_digit(stem[begin - 1])) {
        --begin;
    }
    if (begin == end || begin == 0 || end - begin > 3 ||
        stem[begin - 1] != (in_brackets ? '(' : '-')) {
        return 0;
    }
    const int number = std::stoi(stem.substr(begin, end - begin));
    stem.resize(begin - 1);
    while (!stem.empty() && stem.back() == ' ') {
        stem.pop_back();
    }
    return number;
}

/// The name without what says how it is stored: ".cu", ".cu.txt", ".zip".
std::string stem_of(std::string_view name) {
    std::string stem = in_small_letters(name);
    for (const std::string_view ending : {".txt", ".cu", ".cuh", ".cpp", ".c", ".gz", ".bz2", ".xz",
                                          ".tar", ".tgz", ".zip", ".7z", ".rar"}) {
        if (stem.size() > ending.size() && stem.ends_with(ending)) {
            stem.resize(stem.size() - ending.size());
        }
    }
    return stem;
}

/// Numbers that follow the word "lab", and where the last of them ends.
std::set<int> numbers_after_lab(std::string_view stem, std::size_t& end) {
    std::set<int> numbers;
    for (std::size_t at = 0; (at = stem.find("lab", at)) != std::string_view::npos;) {
        const bool begins_word = at == 0 || !is_letter(stem[at - 1]);
        at += 3;
        std::size_t digits = at;
        while (digits < stem.size() &&
               (stem[digits] == ' ' || stem[digits] == '_' || stem[digits] == '-')) {
            ++digits;
        }
        const int number = begins_word ? number_at(stem, digits) : -1;
        if (number >= 0) {
            numbers.insert(number);
            end = digits;
            at = digits;
        }
    }
    return numbers;
}

/// The lab whose topic's words are in the name, the longest topic if one contains another.
const Lab* lab_of_topic(std::string_view stem, const std::vector<Lab>& labs) {
    const std::string words = " " + words_of(stem) + " ";
    const Lab* longest = nullptr;
    std::size_t length = 0;
    for (const Lab& lab : labs) {
        for (const std::string& topic :
             {words_of(std::string_view(lab.id).substr(std::min<std::size_t>(3, lab.id.size()))),
              words_of(lab.title)}) {
            if (topic.size() > std::max<std::size_t>(length, 7) &&
                words.find(" " + topic + " ") != std::string::npos) {
                longest = &lab;
                length = topic.size();
            }
        }
    }
    return longest;
}

/// "05-shared-memory-tiling", "05", "5", "05-kernel".
std::optional<NamedLab> lab_of_whole_name(const std::string& stem, const std::vector<Lab>& labs) {
    for (const Lab& lab : labs) {
        if (words_of(stem) == words_of(lab.id)) {
            return NamedLab{lab.id, lab.number, 0};
        }
    }
    std::size_t at = 0;
    const int number = number_at(stem, at);
    const std::string rest = words_of(std::string_view(stem).substr(at));
    if (number > 0 && at <= 2 && (rest.empty() || rest == "kernel")) {
        const NamedLab found = lab_of_number(number, labs);
        return found.lab.empty() ? std::nullopt : std::optional(found);
    }
    return std::nullopt;
}

/// The comment's text, if the line is one or the inside of one.
std::string_view comment_text(std::string_view line, bool& in_comment, bool& is_comment) {
    line = trimmed(line);
    is_comment = true;
    if (in_comment) {
        const std::size_t end = line.find("*/");
        in_comment = end == std::string_view::npos;
        line = line.substr(0, end);
    } else if (line.starts_with("//")) {
        line.remove_prefix(2);
    } else if (line.starts_with("/*")) {
        line.remove_prefix(2);
        const std::size_t end = line.find("*/");
        in_comment = end == std::string_view::npos;
        line = line.substr(0, end);
    } else {
        is_comment = false;
        return {};
    }
    while (!line.empty() && (line.front() == '*' || line.front() == '/' || line.front() == '!' ||
                             line.front() == ' ' || line.front() == '\t')) {
        line.remove_prefix(1);
    }
    return line;
}

} // namespace

std::optional<NamedLab> lab_in_name(std::string_view name, const std::vector<Lab>& labs) {
    std::string stem = stem_of(name);
    std::size_t end = 0;
    const std::set<int> numbers = numbers_after_lab(stem, end);
    if (numbers.size() > 1) {
        return std::nullopt;
    }
    if (!numbers.empty()) {
        std::string rest = stem.substr(end);
        NamedLab found = lab_of_number(*numbers.begin(), labs);
        found.copy = cut_copy_number(rest);
        return found;
    }
    const std::string whole = stem;
    auto found = lab_of_whole_name(stem, labs);
    const int copy = found ? 0 : cut_copy_number(stem);
    if (!found && copy > 0) {
        found = lab_of_whole_name(stem, labs);
    }
    if (const Lab* of_topic = found ? nullptr : lab_of_topic(whole, labs)) {
        found = NamedLab{of_topic->id, 0, 0};
    }
    if (found) {
        found->copy = copy;
    }
    return found;
}

bool names_two_labs(std::string_view name) {
    std::size_t end = 0;
    return numbers_after_lab(stem_of(name), end).size() > 1;
}

std::optional<NamedLab> lab_in_text(std::string_view text, const std::vector<Lab>& labs,
                                    std::string& by) {
    std::optional<NamedLab> by_header;
    std::string header;
    bool in_comment = false;
    bool only_comments = true;
    text = text.substr(0, most_looked_at);
    if (text.starts_with("\xef\xbb\xbf")) {
        text.remove_prefix(3);
    }
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        bool is_comment = false;
        const std::string words = in_small_letters(comment_text(line, in_comment, is_comment));
        only_comments = only_comments && (is_comment || trimmed(line).empty());
        if (!words.starts_with("lab")) {
            continue;
        }
        std::size_t at = 3;
        const bool is_key = at < words.size() && words[at] == ':';
        at += is_key ? 1 : 0;
        while (at < words.size() && words[at] == ' ') {
            ++at;
        }
        const std::size_t digits = at;
        const int number = number_at(words, at);
        const bool ends = at == words.size() ||
                          std::string_view(" ,.:;").find(words[at]) != std::string_view::npos;
        if (is_key && (number < 0 || !ends)) {
            const std::string_view named = trimmed(std::string_view(words).substr(digits));
            if (auto found = lab_in_name(named, labs)) {
                by = "LAB: " + found->lab;
                return found;
            }
        } else if (is_key) {
            by = "LAB: " + words.substr(digits, at - digits);
            return lab_of_number(number, labs);
        } else if (number >= 0 && only_comments && !by_header && ends) {
            by_header = lab_of_number(number, labs);
            header = "Lab " + words.substr(digits, at - digits);
        }
    }
    by = header;
    return by_header;
}

SourceName source_name(std::string_view name) {
    SourceName found;
    const std::string small = in_small_letters(name);
    const std::size_t dot = small.rfind('.');
    found.ending = dot == std::string::npos || dot == 0 ? "" : small.substr(dot);
    std::string stem = small;
    if (found.ending == ".txt" && small.ends_with(".cu.txt")) {
        found.is_cuda = true;
        stem.resize(stem.size() - 7);
    } else if (found.ending == ".cu") {
        found.is_cuda = true;
        stem.resize(stem.size() - 3);
    } else {
        for (const char* ending : {".txt", ".cpp", ".cc", ".cxx", ".c", ".cuh", ".h", ".hpp", ""}) {
            found.is_text = found.is_text || found.ending == ending;
        }
        stem.resize(stem.size() - found.ending.size());
    }
    found.copy = cut_copy_number(stem);
    // "kernel.cu(1)" does not occur, but "kernel.cu-1.txt" and "kernel-1-2.cu" do.
    for (int more = 1; more > 0 && stem != "kernel";) {
        more = cut_copy_number(stem);
        found.copy = std::max(found.copy, more);
    }
    found.is_kernel = stem == "kernel";
    return found;
}

bool says_old(std::string_view path) {
    const std::string words = " " + words_of(path) + " ";
    constexpr std::string_view all[] = {" old ", " older ", " backup ", " bak ", " previous "};
    return std::ranges::any_of(
        all, [&](std::string_view word) { return words.find(word) != std::string::npos; });
}

bool is_answers_name(std::string_view name) {
    constexpr std::string_view ending = ".toml";
    std::string stem = stem_of(name);
    if (!stem.ends_with(ending)) {
        return false;
    }
    stem.resize(stem.size() - ending.size());
    cut_copy_number(stem);
    return stem == "answers";
}

int date_in(std::string path) {
    std::erase(path, '-');
    int latest = 0;
    for (const bool without_underscores : {false, true}) {
        if (without_underscores) {
            std::erase(path, '_');
        }
        for (std::size_t at = path.find("20"); at != std::string::npos;
             at = path.find("20", at + 1)) {
            const std::string digits = path.substr(at, 8);
            const bool is_alone =
                (at == 0 || std::isdigit(static_cast<unsigned char>(path[at - 1])) == 0) &&
                digits.find_first_not_of("0123456789") == std::string::npos;
            if (is_alone && digits.size() == 8) {
                const int date = std::stoi(digits);
                const int month = date / 100 % 100;
                const int day = date % 100;
                const bool is_day = month >= 1 && month <= 12 && day >= 1 && day <= 31;
                latest = is_day ? std::max(latest, date) : latest;
            }
        }
    }
    return latest;
}

} // namespace kit
