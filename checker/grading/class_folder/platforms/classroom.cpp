#include "checker/base/layout.hpp"
#include "checker/grading/class_folder/lab_names.hpp"
#include "checker/grading/class_folder/platforms/class_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace kit {

namespace {

/// The names' common beginning, up to its last '-'; empty if they have none.
std::string common_prefix(const std::vector<std::string>& names) {
    std::string prefix = names.front();
    for (const std::string& name : names) {
        const auto differ = std::mismatch(prefix.begin(), prefix.end(), name.begin(), name.end());
        prefix.erase(differ.first, prefix.end());
    }
    const std::size_t line = prefix.rfind('-');
    return line == std::string::npos ? "" : prefix.substr(0, line + 1);
}

/// How long the part of a clone's name is that names its assignment: "lab5-" of "lab5-octocat". 0: its whole name is
/// the student's.
std::size_t assignment_length(const std::string& name, const std::string& folder_name,
                              const std::string& common, const std::vector<Lab>& labs,
                              const std::vector<std::string>& roster_ids) {
    // The roster knows best.
    std::size_t longest = 0;
    for (const std::string& id : roster_ids) {
        if (id == name) {
            return 0;
        }
        if (name.ends_with("-" + id) && id.size() > longest) {
            longest = id.size();
        }
    }
    if (longest > 0) {
        return name.size() - longest;
    }
    // As `gh classroom clone` calls the folder of all.
    constexpr std::string_view ending = "-submissions";
    if (folder_name.ends_with(ending)) {
        const std::string prefix = folder_name.substr(0, folder_name.size() - ending.size()) + "-";
        if (name.starts_with(prefix) && name.size() > prefix.size()) {
            return prefix.size();
        }
    }
    if (!common.empty() && lab_in_name(common, labs)) {
        return common.size();
    }
    // The shortest beginning that names a lab; all of a lab's own name if that is it.
    for (const Lab& lab : labs) {
        if (in_small_letters(name).starts_with(lab.id + "-")) {
            return lab.id.size() + 1;
        }
    }
    for (std::size_t line = name.find('-'); line != std::string::npos;
         line = name.find('-', line + 1)) {
        if (line + 1 < name.size() && lab_in_name(name.substr(0, line), labs)) {
            return line + 1;
        }
    }
    return 0;
}

} // namespace

std::vector<std::string> read_clones(const LayoutLevel& level, const std::string& folder_name,
                                     const std::vector<Lab>& labs,
                                     const std::vector<std::string>& roster_ids,
                                     ClassLayout& layout) {
    std::vector<std::string> names;
    for (const auto& [name, node] : level.node->inside) {
        if (node.is_folder() && node.is_clone) {
            names.push_back(name);
        }
    }
    if (names.empty()) {
        return {};
    }
    // Two students may be called alike; a whole class is not.
    constexpr std::size_t many = 4;
    const std::string common = names.size() >= many ? common_prefix(names) : "";
    for (const std::string& name : names) {
        const std::size_t length = assignment_length(name, folder_name, common, labs, roster_ids);
        PersonsPart part = part_of(level, name, name.substr(length));
        part.is_clone = true;
        part.is_plain = length == 0;
        if (const auto named = lab_in_name(name.substr(0, length), labs)) {
            part.lab = named->lab;
            part.lab_by = fmt::format("the repository's name {}", name);
        }
        layout.parts.push_back(std::move(part));
    }
    note_layout(layout, "git repositories");
    return names;
}

} // namespace kit
