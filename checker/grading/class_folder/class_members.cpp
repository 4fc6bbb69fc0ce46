#include "checker/grading/class_folder/class_members.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/utf8.hpp"
#include "checker/grading/class_folder/archives.hpp"
#include "checker/grading/class_folder/archives_in_tree.hpp"
#include "checker/grading/class_folder/hand_in_matcher.hpp"
#include "checker/grading/class_folder/lab_names.hpp"
#include "checker/grading/class_folder/person_matcher.hpp"
#include "checker/grading/class_folder/person_names.hpp"
#include "checker/grading/class_folder/platforms/class_layout.hpp"

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

/// A line for each reason why the finder leaves out what is in the folder, with the names; but for what a platform's
/// reader took.
std::vector<std::string> notices_of_left_out(const SubmissionFinder& finder,
                                             const ClassLayout& layout) {
    std::set<std::string> taken;
    for (const PersonsPart& part : layout.parts) {
        taken.insert(part.path);
    }
    std::map<std::string, std::vector<std::string>> names;
    for (const SubmissionFinder::LeftOut& one : finder.left_out()) {
        if (taken.count(one.name) == 0) {
            names[one.reason].push_back(one.name);
        }
    }
    std::vector<std::string> notices;
    for (const auto& [reason, of_reason] : names) {
        notices.push_back(
            fmt::format("not graded, because it {}: {}", reason, first_names(of_reason)));
    }
    return notices;
}

/// Who handed in which parts, without a roster: an entry for each person, by id.
class PeopleOfParts {
public:
    explicit PeopleOfParts(const ClassLayout& layout) {
        std::map<std::string, std::set<std::string>> keys; // by id
        for (const PersonsPart& part : layout.parts) {
            keys[part.id].insert(part.key);
        }
        for (const PersonsPart& part : layout.parts) {
            const std::string id = keys[part.id].size() > 1 ? part.id + "_" + part.key : part.id;
            parts[id_of_bytes(composed(id))].push_back(&part);
        }
    }

    [[nodiscard]] std::vector<RosterEntry> entries() const {
        std::vector<RosterEntry> all;
        for (const auto& [id, of_id] : parts) {
            RosterEntry entry;
            entry.id = id;
            entry.name = of_id.front()->name.empty() ? id : of_id.front()->name;
            entry.email = of_id.front()->email;
            if (!of_id.front()->canvas_id.empty()) {
                entry.columns.emplace_back("canvas_id", of_id.front()->canvas_id);
            }
            entry.folder = of_id.front()->is_plain ? of_id.front()->path : id;
            all.push_back(std::move(entry));
        }
        return all;
    }

    std::map<std::string, std::vector<const PersonsPart*>> parts; ///< by id
};

/// Whether a file or folder without an owner may be a kernel or hold one, by its name.
bool may_hold_kernel(const std::string& file) {
    const std::string name = fs::path(file).filename().string();
    const SourceName source = source_name(name);
    return source.is_cuda || is_archive_name(name) || source.ending.empty();
}

/// Finds everybody's parts by the roster; tells those that fit nobody.
std::map<std::string, std::vector<const PersonsPart*>>
parts_by_roster(const ClassLayout& layout, const std::string& roster_file, ClassMembers& members) {
    std::map<std::string, std::vector<const PersonsPart*>> parts;
    std::set<std::string> others;
    const PersonMatcher matcher(members.roster);
    for (const PersonsPart& part : layout.parts) {
        std::string why;
        const std::vector<const RosterEntry*> entries = matcher.entries_of(part, why);
        for (const RosterEntry* entry : entries) {
            parts[entry->id].push_back(&part);
        }
        if (entries.empty()) {
            others.insert(part.id);
            // Whom the platform names is somebody else.
            const bool is_named = !part.email.empty() || !part.canvas_id.empty();
            members.hand_ins.not_recognized.push_back({"", part.path, why, false, !is_named});
        }
    }
    if (!others.empty()) {
        members.notices.push_back(
            fmt::format("not graded, because {} does not name {}: {}", roster_file,
                        others.size() == 1 ? "this folder's student" : "these folders' students",
                        first_names({others.begin(), others.end()})));
    }
    return parts;
}

/// Adds what the class's own roster says about people in a platform's gradebook, which has no columns for it:
/// deadlines, times, patterns of files, the leaderboard. Adds a line to `notices` for those whom the gradebook does not
/// have.
void add_own_columns(std::vector<RosterEntry>& students, const fs::path& own_file,
                     const fs::path& gradebook, std::vector<std::string>& notices) {
    std::error_code error;
    if (!fs::is_regular_file(own_file, error) || fs::equivalent(own_file, gradebook, error)) {
        return;
    }
    std::vector<std::string> others;
    const PersonMatcher matcher(students);
    for (RosterEntry& own : read_roster(own_file).students) {
        PersonsPart part;
        part.id = own.id;
        part.email = own.email;
        std::string why;
        const std::vector<const RosterEntry*> entries = matcher.entries_of(part, why);
        if (entries.size() != 1) {
            others.push_back(own.id);
            continue;
        }
        RosterEntry* const found = &students[entries.front() - students.data()];
        found->files = std::move(own.files);
        found->deadline = own.deadline;
        own.submitted.merge(found->submitted);
        found->submitted = std::move(own.submitted);
        for (auto& column : own.columns) {
            found->columns.push_back(std::move(column));
        }
    }
    if (!others.empty()) {
        notices.push_back(fmt::format("{} names whom {} does not: {}", own_file.string(),
                                      gradebook.string(), first_names(others)));
    }
}

/// Files that rosters' patterns matched are somebody's after all.
void drop_taken(HandIns& hand_ins) {
    std::set<std::string> taken;
    for (const auto& [place, submission] : hand_ins.labs) {
        taken.insert(submission.file);
    }
    std::erase_if(hand_ins.not_recognized, [&](const NotRecognized& one) {
        return one.student.empty() && taken.count(one.file) != 0;
    });
}

/// Whose part of the class's folder holds this file; empty: nobody's.
std::string owner_of(const std::string& file,
                     const std::map<std::string, std::vector<const PersonsPart*>>& parts) {
    for (const auto& [id, of_id] : parts) {
        for (const PersonsPart* part : of_id) {
            if (part->path.empty() || file == part->path || file.starts_with(part->path + "/")) {
                return id;
            }
        }
    }
    return "";
}

/// The whole folder is one student's.
ClassLayout only_student(const TreeNode& tree, const std::string& name) {
    ClassLayout layout;
    PersonsPart part;
    part.id = name;
    part.key = name;
    part.node = &tree;
    part.is_plain = true;
    layout.parts.push_back(std::move(part));
    return layout;
}

/// The folder's student, if labs' files lie in the folder itself; else the layout as it is.
ClassLayout only_student_or_none(const ClassLayout& layout, const TreeNode& tree,
                                 const MatchSettings& settings, const SubmissionFinder& finder) {
    ClassLayout only = only_student(tree, settings.folder_name);
    RosterEntry entry;
    entry.id = settings.folder_name;
    HandIns trial;
    match_hand_ins(entry, {&only.parts.front()}, finder, settings, trial);
    return trial.labs.empty() ? layout : only;
}

} // namespace

fs::path absolute_folder(const fs::path& folder) {
    return (fs::absolute(folder) / ".").lexically_normal().parent_path();
}

OpenedClass open_class(const fs::path& asked, const fs::path& unpacked) {
    std::error_code error;
    OpenedClass opened{asked, asked, unpacked, {}};
    if (fs::is_directory(asked, error) || !fs::is_regular_file(asked, error)) {
        return opened; // SubmissionFinder says what is wrong
    }
    if (!is_archive_name(asked.filename().string())) {
        throw UsageError("{}: it is neither a folder nor an archive (.zip, .tar, "
                         ".tar.gz, .7z); give the class's folder or download",
                         asked.string());
    }
    opened.folder = unpacked / asked.filename();
    opened.unpacked = opened.folder;
    const Unpacked done = unpack_archive(fs::canonical(asked, error), opened.folder, class_limits);
    if (!done.is_whole) {
        throw UsageError("{}: {}; download it again, or unpack it and give the folder",
                         asked.string(), done.left_out.front().reason);
    }
    opened.left_out = done.left_out;
    return opened;
}

ClassMembers class_members(const OpenedClass& opened, const fs::path& roster_file,
                           const SubmissionFinder& finder, const std::vector<Lab>& labs,
                           const std::vector<Lab>& all) {
    ClassMembers members;
    TreeNode tree = read_tree(opened.folder);
    std::vector<NotRecognized> left_out = opened.left_out;
    if (!opened.unpacked.empty()) {
        const auto of_archives = unpack_archives(opened.folder, opened.unpacked, tree);
        left_out.insert(left_out.end(), of_archives.begin(), of_archives.end());
    }
    MatchSettings settings{all, labs, absolute_folder(opened.asked).filename().string()};
    std::vector<std::string> roster_ids;
    if (!roster_file.empty()) {
        Roster roster = read_roster(roster_file);
        if (roster.gradebook) {
            add_own_columns(roster.students, opened.folder / "roster.csv", roster_file,
                            members.notices);
        }
        members.roster = std::move(roster.students);
        members.gradebook = std::move(roster.gradebook);
        for (const RosterEntry& entry : members.roster) {
            roster_ids.push_back(entry.folder);
            for (const auto& [name, value] : entry.columns) {
                if (name == "github_username") {
                    roster_ids.push_back(value);
                }
            }
        }
    }
    ClassLayout layout;
    if (roster_file.empty() && finder.is_one_student(labs)) {
        layout = only_student(tree, settings.folder_name);
    } else {
        layout = read_layout(tree, settings.folder_name, finder, all, roster_ids);
        if (roster_file.empty() && layout.parts.empty() && layout.layouts.empty()) {
            layout = only_student_or_none(layout, tree, settings, finder);
        }
    }
    std::erase_if(layout.nobodys, [&](const NotRecognized& one) {
        std::error_code error;
        return !roster_file.empty() && fs::equivalent(opened.folder / one.file, roster_file, error);
    });
    const bool is_one = !layout.parts.empty() && layout.parts.front().path.empty();
    if (!is_one) {
        const std::vector<std::string> left = notices_of_left_out(finder, layout);
        members.notices.insert(members.notices.end(), left.begin(), left.end());
    }
    members.hand_ins.layouts = layout.layouts;
    std::map<std::string, std::vector<const PersonsPart*>> parts;
    if (roster_file.empty()) {
        const PeopleOfParts people(layout);
        members.roster = people.entries();
        parts = people.parts;
    } else {
        parts = parts_by_roster(layout, roster_file.string(), members);
    }
    for (NotRecognized& one : left_out) {
        one.student = owner_of(one.file, parts);
    }
    for (NotRecognized& one : layout.nobodys) {
        one.may_be_kernel = may_hold_kernel(one.file);
    }
    members.hand_ins.not_recognized.insert(members.hand_ins.not_recognized.begin(),
                                           layout.nobodys.begin(), layout.nobodys.end());
    for (const RosterEntry& entry : members.roster) {
        match_hand_ins(entry, parts[entry.id], finder, settings, members.hand_ins);
    }
    members.hand_ins.not_recognized.insert(members.hand_ins.not_recognized.end(), left_out.begin(),
                                           left_out.end());
    drop_taken(members.hand_ins);
    std::ranges::stable_sort(members.hand_ins.not_recognized, {}, &NotRecognized::student);
    return members;
}

} // namespace kit
