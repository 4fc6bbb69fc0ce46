#include "checker/grading/class_folder/class_members.hpp"

#include "checker/grading/writers/item_account.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace kit {

namespace fs = std::filesystem;

namespace {

/// "ada, bob"; of more than five names "ada, bob, cy, dan, eve and 3 more".
std::string first_names(const std::vector<std::string>& names) {
    constexpr std::size_t most = 5;
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), most); ++i) {
        text += (i == 0 ? "" : ", ") + one_line(names[i]);
    }
    return names.size() > most ? fmt::format("{} and {} more", text, names.size() - most) : text;
}

/// A line for each reason why the finder leaves out what is in the folder, with the names.
std::vector<std::string> notices_of_left_out(const SubmissionFinder& finder) {
    std::map<std::string, std::vector<std::string>> names;
    for (const SubmissionFinder::LeftOut& one : finder.left_out()) {
        names[one.reason].push_back(one.name);
    }
    std::vector<std::string> notices;
    for (const auto& [reason, of_reason] : names) {
        notices.push_back(
            fmt::format("not graded, because it {}: {}", reason, first_names(of_reason)));
    }
    return notices;
}

/// The students' folders that no entry of the roster names.
std::vector<std::string> folders_outside(const std::vector<RosterEntry>& roster,
                                         const std::vector<RosterEntry>& folders) {
    std::set<std::string> known;
    for (const RosterEntry& entry : roster) {
        known.insert(entry.id);
    }
    std::vector<std::string> others;
    for (const RosterEntry& folder : folders) {
        if (known.count(folder.id) == 0) {
            others.push_back(folder.id);
        }
    }
    return others;
}

} // namespace

fs::path absolute_folder(const fs::path& folder) {
    return (fs::absolute(folder) / ".").lexically_normal().parent_path();
}

ClassMembers class_members(const fs::path& folder, const fs::path& roster_file,
                           const SubmissionFinder& finder, const std::vector<Lab>& labs) {
    if (roster_file.empty() && finder.is_one_student(labs)) {
        RosterEntry only;
        only.id = absolute_folder(folder).filename().string();
        only.name = only.id;
        return {{only}, {}};
    }
    ClassMembers members;
    members.notices = notices_of_left_out(finder);
    const std::vector<RosterEntry> folders = finder.students();
    if (roster_file.empty()) {
        members.roster = folders;
        return members;
    }
    members.roster = read_roster(roster_file);
    const std::vector<std::string> others = folders_outside(members.roster, folders);
    if (!others.empty()) {
        members.notices.push_back(
            fmt::format("not graded, because {} does not name {}: {}", roster_file.string(),
                        others.size() == 1 ? "this folder's student" : "these folders' students",
                        first_names(others)));
    }
    return members;
}

} // namespace kit
