#include "checker/grading/class_folder/platforms/class_layout.hpp"

#include <map>
#include <set>
#include <string_view>

namespace kit {

namespace {

struct MoodleName {
    std::string person;
    std::string number; ///< of the person in this assignment: another one in the next
    std::string kind;   ///< "file", "onlinetext"
    std::string file;   ///< empty for a folder
};

std::optional<MoodleName> moodle_name(std::string_view name) {
    constexpr std::string_view middle = "_assignsubmission_";
    const std::size_t at = name.find(middle);
    if (at == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string_view before = name.substr(0, at);
    const std::size_t line = before.rfind('_');
    const std::string_view after = name.substr(at + middle.size());
    if (line == std::string_view::npos || line == 0 || line + 1 == before.size() ||
        before.find_first_not_of("0123456789", line + 1) != std::string_view::npos) {
        return std::nullopt;
    }
    // Older versions have no '_' after a folder's kind.
    const std::size_t end = std::min(after.find('_'), after.size());
    MoodleName found;
    found.person = std::string(before.substr(0, line));
    found.number = std::string(before.substr(line + 1));
    found.kind = std::string(after.substr(0, end));
    found.file = end + 1 < after.size() ? std::string(after.substr(end + 1)) : "";
    return found;
}

} // namespace

std::vector<std::string> read_moodle(const LayoutLevel& level, ClassLayout& layout) {
    std::map<std::string, MoodleName> names;
    std::map<std::string, std::set<std::string>> numbers; // by person
    for (const auto& [name, node] : level.node->inside) {
        if (auto parts = moodle_name(name)) {
            numbers[parts->person].insert(parts->number);
            names.emplace(name, std::move(*parts));
        }
    }
    std::vector<std::string> taken;
    for (const auto& [name, parts] : names) {
        // Two persons of one name in the same assignment; elsewhere the number says nothing.
        const bool are_several = numbers[parts.person].size() > 1;
        PersonsPart part =
            part_of(level, name, are_several ? parts.person + "_" + parts.number : parts.person);
        part.name = parts.person;
        part.own_name = parts.file;
        if (parts.kind == "onlinetext") {
            part.refusal = "it is text that was typed into Moodle";
        }
        layout.parts.push_back(std::move(part));
        taken.push_back(name);
    }
    if (!taken.empty()) {
        note_layout(layout, "Moodle");
    }
    return taken;
}

} // namespace kit
