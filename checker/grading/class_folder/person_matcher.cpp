#include "checker/grading/class_folder/person_matcher.hpp"

#include "checker/grading/class_folder/person_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

namespace kit {

namespace {

using Texts = std::vector<std::string>;

bool have_one_in_common(const Texts& some, const Texts& others) {
    return std::ranges::any_of(some, [&](const std::string& text) {
        return !text.empty() && std::ranges::find(others, text) != others.end();
    });
}

} // namespace

PersonMatcher::PersonMatcher(const std::vector<RosterEntry>& roster) {
    for (const RosterEntry& entry : roster) {
        Known& known = known_.emplace_back(Known{&entry, {}, {}, {}, {}, forms_of(entry.name)});
        known.names.push_back(letters_of(entry.id));
        for (const std::string& address : {entry.id, entry.email}) {
            known.addresses.push_back(folded(address));
            if (const std::size_t at = address.find('@'); at != std::string::npos) {
                known.locals.push_back(folded(address.substr(0, at)));
            }
        }
        for (const auto& [name, value] : entry.columns) {
            known.columns.push_back(folded(value));
            if (is_group_column(name)) {
                known.groups.push_back(letters_of(value));
            }
        }
    }
}

PersonMatcher::Entries PersonMatcher::members_of(const std::string& group) const {
    Entries members;
    for (const Known& one : known_) {
        if (have_one_in_common({letters_of(group)}, one.groups)) {
            members.push_back(one.entry);
        }
    }
    return members;
}

PersonMatcher::Entries PersonMatcher::those_called(const PersonsPart& part) const {
    const Texts ids{folded(part.id), folded(part.key), folded(part.email)};
    const Texts forms = forms_of(part.name.empty() ? part.id : part.name);
    Texts words;
    for (const std::string& word : name_words(part.id)) {
        if (word.size() > 2) {
            words.push_back(folded(word));
        }
    }
    const std::array<std::function<bool(const Known&)>, 6> ways{
        [&](const Known& one) { return have_one_in_common(ids, one.addresses); },
        [&](const Known& one) { return have_one_in_common(ids, one.columns); },
        [&](const Known& one) { return have_one_in_common(ids, one.locals); },
        [&](const Known& one) { return have_one_in_common({forms.front()}, one.names); },
        [&](const Known& one) { return have_one_in_common(forms, one.names); },
        [&](const Known& one) {
            return have_one_in_common(words, one.addresses) ||
                   have_one_in_common(words, one.columns);
        },
    };
    Entries found;
    for (const auto& fits : ways) {
        for (const Known& one : known_) {
            if (fits(one)) {
                found.push_back(one.entry);
            }
        }
        if (!found.empty()) {
            break;
        }
    }
    return found;
}

std::vector<const RosterEntry*> PersonMatcher::entries_of(const PersonsPart& part,
                                                          std::string& why) const {
    const std::string name = part.name.empty() ? part.id : part.name;
    for (const Known& one : known_) {
        if (one.entry->id == id_of_bytes(part.id)) {
            return {one.entry};
        }
    }
    if (Entries members = members_of(name); !members.empty()) {
        return members;
    }
    // "Team 3-Jane Doe"
    std::vector<std::size_t> lines;
    for (std::size_t line = name.find('-'); line != std::string::npos;
         line = name.find('-', line + 1)) {
        if (Entries members = members_of(name.substr(0, line)); !members.empty()) {
            return members;
        }
        lines.push_back(line);
    }
    Entries found = those_called(part);
    for (std::size_t i = 0; i < lines.size() && found.empty(); ++i) {
        PersonsPart person;
        person.id = name.substr(lines[i] + 1);
        found = those_called(person);
    }
    if (found.size() > 1) {
        why = fmt::format("the roster names {} people who could be {}", found.size(), part.id);
        return {};
    }
    if (found.empty()) {
        why = fmt::format("the roster does not name {}", part.id);
    }
    return found;
}

} // namespace kit
