#include "checker/grading/class_folder/person_matcher.hpp"

#include "checker/grading/class_folder/lab_names.hpp"

#include <fmt/format.h>

#include <functional>

namespace kit {

namespace {

/// Letters, digits and bytes above ASCII, small: "doejane" of "Doe, Jane".
std::string letters_of(std::string_view text) {
    std::string letters;
    for (const char letter : in_small_letters(text)) {
        const bool is_ascii = static_cast<unsigned char>(letter) < 0x80;
        if (!is_ascii || (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9')) {
            letters += letter;
        }
    }
    return letters;
}

/// A name in each order in which platforms write it.
std::vector<std::string> forms_of(const std::string& name) {
    std::vector<std::string> forms{letters_of(name)};
    const std::size_t comma = name.find(',');
    const std::size_t blank = comma == std::string::npos ? name.rfind(' ') : comma;
    if (blank != std::string::npos) {
        forms.push_back(letters_of(name.substr(blank + 1)) + letters_of(name.substr(0, blank)));
    }
    return forms;
}

bool is_one_of(const std::vector<std::string>& texts, const std::string& text) {
    return !text.empty() && std::find(texts.begin(), texts.end(), text) != texts.end();
}

bool shares_a_form(const std::string& one, const std::string& other) {
    for (const std::string& form : forms_of(one)) {
        if (is_one_of(forms_of(other), form)) {
            return true;
        }
    }
    return false;
}

} // namespace

const RosterEntry* entry_of(const PersonsPart& part, const std::vector<RosterEntry>& roster,
                            std::string& why) {
    const std::vector<std::string> ids{part.id, part.key, part.email};
    const auto is_local_part = [&](const std::string& address) {
        const std::size_t at = address.find('@');
        return at != std::string::npos && is_one_of(ids, in_small_letters(address.substr(0, at)));
    };
    const std::vector<std::function<bool(const RosterEntry&)>> ways{
        [&](const RosterEntry& one) { return one.id == id_of_bytes(part.id); },
        [&](const RosterEntry& one) { return is_one_of(ids, one.id); },
        [&](const RosterEntry& one) {
            return !one.email.empty() &&
                   in_small_letters(one.email) == in_small_letters(part.email);
        },
        [&](const RosterEntry& one) {
            return std::any_of(one.columns.begin(), one.columns.end(),
                               [&](const auto& column) { return is_one_of(ids, column.second); });
        },
        [&](const RosterEntry& one) { return is_local_part(one.id) || is_local_part(one.email); },
        [&](const RosterEntry& one) {
            const std::string name = part.name.empty() ? part.id : part.name;
            return shares_a_form(one.name, name) || letters_of(one.id) == letters_of(name);
        },
    };
    for (const auto& fits : ways) {
        const RosterEntry* found = nullptr;
        std::size_t count = 0;
        for (const RosterEntry& entry : roster) {
            if (fits(entry)) {
                found = &entry;
                ++count;
            }
        }
        if (count == 1) {
            return found;
        }
        if (count > 1) {
            why = fmt::format("the roster names {} people who could be {}", count, part.id);
            return nullptr;
        }
    }
    why = fmt::format("the roster does not name {}", part.id);
    return nullptr;
}

} // namespace kit
