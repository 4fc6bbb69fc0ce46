#include "checker/commands/grade_request.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/utf8.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/grading/class_folder/archives.hpp"
#include "checker/grading/class_folder/class_members.hpp"
#include "checker/grading/class_folder/commit_times.hpp"
#include "checker/grading/class_folder/gradebook_export.hpp"
#include "checker/grading/model/moment.hpp"
#include "checker/grading/writers/formats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <system_error>
#include <thread>
#include <utility>

namespace kit {

namespace fs = std::filesystem;

namespace {

/// The given file, else the class's folder's file of this name, if it has one.
fs::path file_or_default(const std::string& asked, const fs::path& folder, const char* name) {
    std::error_code error;
    if (!asked.empty()) {
        return asked;
    }
    return fs::is_regular_file(folder / name, error) ? folder / name : fs::path();
}

GradingRules rules_of(const GradeOptions& options, const fs::path& folder,
                      const std::vector<Lab>& catalog) {
    std::vector<std::string> ids;
    for (const Lab& lab : catalog) {
        ids.push_back(lab.id);
    }
    const fs::path file = file_or_default(options.rules, folder, "grading.toml");
    GradingRules rules = file.empty() ? GradingRules{} : read_grading_rules(file, ids);
    if (!options.leaderboard.empty()) {
        rules.leaderboard =
            options.leaderboard == "names" ? LeaderboardNames::names : LeaderboardNames::pseudonyms;
    }
    if (options.similar) {
        rules.similar_percent = static_cast<double>(*options.similar);
    }
    if (!options.deadline.empty()) {
        rules.deadline = parse_moment(options.deadline);
        if (!rules.deadline) {
            throw UsageError("--deadline {}: not a date and time; write \"2026-11-20 "
                             "23:59\"",
                             options.deadline);
        }
    }
    return rules;
}

/// The labs of the outputs. What is only a part of them, of regrade and --set, leaves the others in.
std::vector<Lab> labs_of(const GradeOptions& options, const GradingRules& rules,
                         const std::vector<Lab>& catalog, const ResultFolder& results) {
    std::vector<std::string> names = options.labs;
    const std::vector<std::string> last = results.labs();
    if (names.empty()) {
        names = rules.labs;
    } else if (options.again && !last.empty()) {
        names.insert(names.end(), last.begin(), last.end());
    }
    if (names.empty() &&
        (options.again || !(options.by_hand.set.empty() && options.by_hand.file.empty()))) {
        names = last;
    }
    std::erase_if(names, [&](const std::string& name) { // one that the course no longer has
        return std::ranges::find(last, name) != last.end() &&
               std::ranges::none_of(catalog, [&](const Lab& lab) { return lab.id == name; });
    });
    try {
        return labs_named(catalog, names);
    } catch (const UsageError& error) {
        if (options.labs.empty() && !rules.labs_place.empty()) {
            throw UsageError("{}: labs: {}", rules.labs_place, error.what());
        }
        throw;
    }
}

/// Finds each lab's column in the gradebook that is the roster. Prints a line for each that has none.
void take_gradebook(const GradebookExport& exported, const std::string& file,
                    const std::vector<Lab>& catalog, GradingRequest& request) {
    std::vector<GradebookItem> items;
    for (const Lab& lab : request.labs) {
        items.push_back({lab.id, lab.number, static_cast<double>(lab.points)});
    }
    if (request.rules.quiz_points > 0) {
        items.push_back({quiz_facts(0).id, 0, request.rules.quiz_points});
    }
    MatchedGradebook matched =
        match_gradebook(exported, file, items, catalog, request.rules.gradebook_columns);
    for (const std::string& notice : matched.notices) {
        fmt::print(stderr, "lab: {}\n", notice);
    }
    request.gradebook = std::move(matched.gradebook);
}

/// Finds out who is graded and what they handed in, when. Prints a line for each reason why something in the folder is
/// not graded. Throws UsageError if the folder holds no student.
void take_class(const GradeOptions& options, const OpenedClass& opened,
                const SubmissionFinder& finder, const std::vector<Lab>& catalog,
                GradingRequest& request) {
    const fs::path roster = file_or_default(options.roster, opened.folder, "roster.csv");
    ClassMembers members = class_members(opened, roster, finder, request.labs, catalog);
    for (const std::string& notice : members.notices) {
        fmt::print(stderr, "lab: {}\n", notice);
    }
    if (roster.empty() && members.roster.empty()) {
        throw UsageError(
            "{}: nobody's work was found in it; give a folder with a folder for each student, with "
            "05-shared-memory-tiling/kernel.cu and so on, or what a learning platform exports",
            options.folder);
    }
    request.roster = std::move(members.roster);
    request.hand_ins = std::move(members.hand_ins);
    if (members.gradebook) {
        take_gradebook(*members.gradebook, one_line(roster.string()), catalog, request);
    }
    const auto in_time_until =
        [&](const std::string& student,
            const std::string& lab) -> std::optional<std::chrono::sys_seconds> {
        const auto entry = std::ranges::find_if(
            request.roster, [&](const RosterEntry& one) { return one.id == student; });
        const auto deadline = deadline_of(request.rules, *entry, find_lab(catalog, lab));
        return deadline ? std::optional(*deadline +
                                        std::chrono::minutes(request.rules.late.grace_minutes))
                        : std::nullopt;
    };
    for (const std::string& notice :
         add_commit_times(request.hand_ins, finder, opened.unpacked, request.labs, in_time_until)) {
        fmt::print(stderr, "lab: {}\n", one_line(notice));
    }
}

CheckSettings settings_of(const GradeOptions& options, const fs::path& root,
                          const ResultFolder& results) {
    CheckSettings settings;
    settings.root = root;
    // A class that is graded again as a whole gets fresh inputs; else results that are kept would not fit.
    const bool all_again = options.again && options.student.empty() && options.labs.empty();
    settings.seed = results.seed(options.seed || !all_again ? options.seed : fresh_seed());
    settings.backend = options.backend == "auto" ? Backend::any : Backend::emulator;
    settings.jobs =
        options.jobs > 0 ? options.jobs : std::max(1u, std::thread::hardware_concurrency());
    if (settings.backend != Backend::emulator) {
        settings.jobs = 1; // two kernels on one GPU would slow each other down
    }
    return settings;
}

void mark_anew(const GradeOptions& options, const std::vector<Lab>& catalog,
               GradingRequest& request) {
    const std::vector<Lab> again =
        options.labs.empty() ? request.labs : labs_named(catalog, options.labs);
    for (const Lab& lab : again) {
        request.anew.insert(lab.id);
    }
    if (!options.student.empty()) {
        request.anew_students.insert(options.student);
    }
    request.keeps_others = true;
}

} // namespace

fs::path results_of(const GradeOptions& options) {
    if (!options.results.empty()) {
        return options.results;
    }
    const fs::path folder = absolute_folder(options.folder);
    std::string name = folder.filename().string();
    std::error_code error;
    if (!fs::is_directory(folder, error)) {
        name = without_archive_ending(name);
    }
    return folder.parent_path() / (name + "-results");
}

GradingRequest class_asked_for(const GradeOptions& options, const OpenedClass& opened,
                               const SubmissionFinder& finder, const std::vector<Lab>& catalog,
                               const ResultFolder& results) {
    GradingRequest request;
    request.folder = options.folder;
    request.file_times = options.file_times;
    request.rules = rules_of(options, opened.folder, catalog);
    request.labs = labs_of(options, request.rules, catalog, results);
    for (Lab& lab : request.labs) {
        const auto own = request.rules.points.find(lab.id);
        lab.points = own == request.rules.points.end() ? lab.points : own->second;
    }
    take_class(options, opened, finder, catalog, request);
    for (const std::string& id : {options.explain, options.student}) {
        if (!id.empty()) {
            need_student(request.roster, id);
        }
    }
    return request;
}

void add_checks_asked_for(const GradeOptions& options, const fs::path& root,
                          const std::vector<Lab>& catalog, const ResultFolder& results,
                          GradingRequest& request) {
    request.by_autograder = is_for_one_student(options.format);
    request.decisions = decisions_of(options.by_hand, request, catalog, results);
    request.settings = settings_of(options, root, results);
    request.settings.tries_parts = request.rules.partial_credit == Credit::parts;
    if (options.again) {
        mark_anew(options, catalog, request);
    }
}

} // namespace kit
