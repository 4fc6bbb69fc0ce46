// ./lab grade and ./lab regrade: grade a class's submissions.
#include "checker/commands/commands.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/text_scanner.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/commands/grade_request.hpp"
#include "checker/grading/class_folder/archives.hpp"
#include "checker/grading/class_folder/gradebook_export.hpp"
#include "checker/grading/run/best_attempts.hpp"
#include "checker/grading/run/dolos.hpp"
#include "checker/grading/run/feedback_archives.hpp"
#include "checker/grading/run/hand_in_plan.hpp"
#include "checker/grading/run/leaderboard_file.hpp"
#include "checker/grading/run/shown_sources.hpp"
#include "checker/grading/run/similar_submissions.hpp"
#include "checker/grading/run/trace_pages.hpp"
#include "checker/grading/writers/formats.hpp"
#include "checker/report/status_line.hpp"
#include "checker/report/style.hpp"
#include "checker/sandbox/confinement.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

namespace kit {

namespace fs = std::filesystem;

namespace {

/// Throws UsageError if nobody handed in anything that is graded.
void need_hand_ins(const GradingRequest& request, const std::string& form) {
    // An autograder's student who handed in nothing has a result, too.
    if (is_anything_handed_in(request) || is_for_one_student(form)) {
        return;
    }
    constexpr std::size_t most = 20;
    const std::string unknown = not_recognized_text(request.hand_ins.not_recognized, most);
    fmt::print(stderr, "{}", unknown);
    throw UsageError("{}: {}; nothing was graded. ./lab grade {} --plan shows what is there",
                     request.folder.string(),
                     unknown.empty() ? "nobody handed in any of these labs"
                                     : "nothing in it was recognized as one of these labs",
                     request.folder.string());
}

void require_sandbox(const GradeOptions& options) {
    if (!no_confinement().empty() && !options.trust) {
        throw KitError(
            "submissions are untrusted programs, and this machine cannot confine them: {}. Install "
            "bubblewrap on a machine that allows user namespaces, or, if you trust every "
            "submission, add --trust-submissions",
            no_confinement());
    }
    if (!no_confinement().empty()) {
        fmt::print(stderr, "lab: submissions run unconfined, as --trust-submissions allows: {}\n",
                   no_confinement());
    }
}

/// Whether a deadline of the class, of a lab or of a student is still to come.
bool is_open(const GradingRequest& request) {
    const auto now = std::chrono::system_clock::now();
    const auto is_to_come = [now](const std::optional<std::chrono::sys_seconds>& moment) {
        return moment && *moment > now;
    };
    return is_to_come(request.rules.deadline) ||
           std::ranges::any_of(request.rules.deadlines,
                               [&](const auto& of_lab) { return is_to_come(of_lab.second); }) ||
           std::ranges::any_of(request.roster,
                               [&](const RosterEntry& one) { return is_to_come(one.deadline); });
}

void report_times(const GradingRequest& request, const SubmissionFinder& finder) {
    for (const std::string& line : time_notices(request, finder)) {
        fmt::print(stderr, "lab: {}\n", line);
    }
}

/// Warns of lateness by files' times: they may not say when a lab was handed in.
void report_late_by_file_time(const GradedClass& graded) {
    int late = 0;
    for (const GradedStudent& student : graded.students) {
        late += static_cast<int>(std::ranges::count_if(student.items, [](const GradedItem& item) {
            return item.late() && item.submitted_is_file_time;
        }));
    }
    if (late > 0) {
        fmt::print(
            stderr,
            "lab: {} late by the file's time, as --file-times asks for. Unpacking, copying and git "
            "clone change that time\n",
            late == 1 ? "1 lab is" : fmt::format("{} labs are", late));
    }
}

/// Says which grades of the platform's gradebook importing the points would change.
void report_changed_grades(const GradedClass& graded) {
    constexpr std::size_t most = 20;
    const std::vector<std::string> changed =
        graded.gradebook ? changed_grades(*graded.gradebook, graded) : std::vector<std::string>();
    if (!changed.empty()) {
        fmt::print(stderr, "lab: {} in the gradebook {} when you import it:\n",
                   changed.size() == 1 ? "1 grade" : fmt::format("{} grades", changed.size()),
                   changed.size() == 1 ? "changes" : "change");
    }
    for (std::size_t i = 0; i < std::min(most, changed.size()); ++i) {
        fmt::print(stderr, "  {}\n", changed[i]);
    }
    if (changed.size() > most) {
        fmt::print(stderr, "  and {} more\n", changed.size() - most);
    }
}

void write_traces(GradedClass& graded, const std::vector<Lab>& catalog,
                  const CheckSettings& settings, const SubmissionFinder& finder,
                  const ResultFolder& results, bool anew, StatusLine& status) {
    const std::vector<std::string> failures = write_trace_pages(
        graded, catalog, settings, finder, results, anew, [&](std::size_t done, std::size_t all) {
            status.show(fmt::format("recording traces: {} of {}", done, all));
        });
    status.clear();
    for (const std::string& failure : failures) {
        fmt::print(stderr, "lab: {}\n", failure);
    }
}

/// "3/64" as the share's number, counted from 0, and how many there are. Throws UsageError for any other text.
std::pair<std::size_t, std::size_t> share_from(const std::string& text) {
    TextScanner scanner(text);
    const auto number = scanner.number();
    const auto all = scanner.pass("/") ? scanner.number() : std::nullopt;
    if (!number || !all || !scanner.rest().empty() || *number < 1 || *number > *all) {
        throw UsageError("--share {}: write which share of how many, from 1 on: 3/64", text);
    }
    return {static_cast<std::size_t>(*number - 1), static_cast<std::size_t>(*all)};
}

void check_all(const std::vector<CheckTask>& tasks, const std::string& what,
               const GradingRequest& request, const std::vector<Lab>& catalog,
               const SubmissionFinder& finder, const ResultFolder& results) {
    StatusLine status(STDERR_FILENO);
    std::size_t done = 0;
    run_tasks_here(tasks, catalog, request.settings, finder, results, [&](std::size_t task) {
        done += task != SIZE_MAX ? 1 : 0;
        status.show(fmt::format("{}: {} of {}", what, done, tasks.size()));
    });
    status.clear();
}

/// Checks a share of the class's files. Nobody is graded before all shares are checked.
void check_share(const GradeOptions& options, const GradingRequest& request,
                 const std::vector<Lab>& catalog, const SubmissionFinder& finder,
                 const ResultFolder& results, Session& session) {
    const auto [number, all] = share_from(options.share);
    const std::vector<CheckTask> tasks = share_of_checks(request, finder, results, number, all);
    check_all(tasks, fmt::format("checking share {}", options.share), request, catalog, finder,
              results);
    std::size_t failed = 0;
    for (const CheckTask& task : tasks) {
        failed += results.check(task.key).has_value() ? 0 : 1;
    }
    print_out(
        fmt::format("share {}: {} checked{}. When all shares are: ./lab grade {}\n", options.share,
                    tasks.size() - failed,
                    failed > 0 ? fmt::format(", {} failed and will be tried again", failed) : "",
                    options.folder));
    session.exit = failed > 0 ? exit_code::failure : session.exit;
}

/// The class's outputs: feedback, tables, page and what else the rules and options ask for.
void write_results(const GradeOptions& options, const GradingRequest& request,
                   const std::vector<Lab>& catalog, const SubmissionFinder& finder,
                   const ResultFolder& results, GradedClass& graded, StatusLine& status) {
    if (options.traces) {
        write_traces(graded, catalog, request.settings, finder, results, options.again, status);
    }
    std::vector<LabSimilarity> similar =
        similar_submissions(graded, request.labs, finder, request.rules);
    constexpr double least_of_dolos = 0.7;
    for (const std::string& file : options.dolos_pairs) {
        add_pairs_of_dolos(file, least_of_dolos, similar);
    }
    if (!options.dolos_folder.empty()) {
        write_similarity_folder(graded, request.labs, finder, options.dolos_folder);
    }
    for (const LabSimilarity& one : similar) {
        if (!one.not_compared.empty()) {
            fmt::print(stderr, "lab: {}: {}\n", one.lab, one.not_compared);
        }
    }
    report_changed_grades(graded);
    write_graded_files(graded, similar, results.path(), shown_sources(graded, finder));
    const std::vector<std::string>& layouts = request.hand_ins.layouts;
    if (std::ranges::find(layouts, "Moodle") != layouts.end() ||
        std::ranges::find(layouts, "Canvas") != layouts.end()) {
        write_feedback_archives(graded, results.path());
    }
    if (request.rules.leaderboard) {
        status.show("counting the reference solutions' traffic");
        write_leaderboard(graded, request.labs, request.settings, results);
        status.clear();
    }
}

void run_grade(const GradeOptions& options, Session& session) {
    const std::vector<Lab> catalog = read_catalog(session.root);
    // Shares that start at once unpack the class, and draw its seed, one after the other.
    std::error_code error;
    Descriptor lock =
        fs::exists(options.folder, error) ? ResultFolder(results_of(options)).lock() : Descriptor();
    const OpenedClass opened = open_class(options.folder, results_of(options) / unpacked_name);
    const SubmissionFinder finder(opened.folder, opened.unpacked);
    const ResultFolder results(results_of(options));
    GradingRequest request = class_asked_for(options, opened, finder, catalog, results);
    if (options.plan) {
        print_out(options.format == "json"
                      ? hand_in_plan_json(request, finder)
                      : hand_in_plan_text(request, finder, style_of_terminal(STDOUT_FILENO)));
        report_times(request, finder);
        return;
    }
    need_hand_ins(request, options.format);
    require_sandbox(options);
    add_checks_asked_for(options, session.root, catalog, results, request);
    if (request.rules.leaderboard == LeaderboardNames::pseudonyms) {
        (void)results.pseudonyms(); // damaged ones are reported before hours of checks
    }
    lock.close();
    if (!options.share.empty()) {
        check_share(options, request, catalog, finder, results, session);
        return;
    }
    const TextStyle style = style_of_terminal(STDOUT_FILENO);
    if (!options.explain.empty()) {
        std::erase_if(request.roster,
                      [&](const RosterEntry& one) { return one.id != options.explain; });
    }
    StatusLine status(STDERR_FILENO);
    if (request.rules.attempt != CountedAttempt::newest) {
        check_all(checks_of_attempts(request, finder, results), "checking all attempts", request,
                  catalog, finder, results);
        take_best_attempts(request, finder, results);
    }
    const auto start = std::chrono::steady_clock::now();
    GradedClass graded = grade_class(
        request, finder, results,
        [&](const std::vector<CheckTask>& tasks, const TaskDone& done) {
            run_tasks_here(tasks, catalog, request.settings, finder, results, done);
        },
        [&](const GradingState& state) {
            status.show(grading_line(state, std::chrono::steady_clock::now() - start));
        });
    status.clear();
    if (options.explain.empty()) {
        std::vector<std::string> ids;
        for (const Lab& lab : request.labs) {
            ids.push_back(lab.id);
        }
        results.keep_labs(ids);
    }
    graded.seed_is_secret = is_open(request);
    add_pseudonyms(graded, request.rules, results);
    graded.unconfined = no_confinement();
    if (options.explain.empty()) {
        write_results(options, request, catalog, finder, results, graded, status);
    }
    std::string text;
    if (options.format != "text") {
        text = graded_in_form(graded, options.format);
    } else if (!options.explain.empty()) {
        text = explained_text(graded.students.front(), style);
    } else {
        text = graded_text(graded, results.path(), style);
        text += options.again || !graded.changes.empty() ? changes_text(graded) : "";
    }
    print_out(text);
    constexpr std::size_t most_not_recognized = 10;
    fmt::print(stderr, "{}", not_recognized_text(graded.not_recognized, most_not_recognized));
    report_times(request, finder);
    report_late_by_file_time(graded);
    const auto has = [&graded](GradedItem::State state) {
        return std::ranges::any_of(graded.students, [state](const GradedStudent& student) {
            return std::ranges::any_of(student.items, [state](const GradedItem& item) {
                return item.state == state && !item.by_hand;
            });
        });
    };
    session.exit = has(GradedItem::State::error)        ? exit_code::failure
                   : has(GradedItem::State::needs_look) ? exit_code::needs_look
                                                        : session.exit;
}

} // namespace

void add_grade_command(CommandBuilder& app, Session& session) {
    auto options = std::make_shared<GradeOptions>();
    CommandBuilder command = app.add_command(
        "grade",
        "Grade a class: all students' labs in parallel, in a sandbox; continues where it stopped");
    add_grade_options(command, *options);
    command.add_flag("--plan", options->plan,
                     "Only say who handed in what, as which lab, by what it was recognized and "
                     "when, and what was not recognized; text or --format json");
    command.add_option(
        "--share N/ALL", options->share,
        "Only check this share of what was handed in, \"3/64\", and grade nobody; once "
        "every share is checked, on whatever machine, grade without it");
    command.add_option("--explain STUDENT", options->explain, "Explain this student's grade");
    command.footer("Example: labs 4 to 7 of everybody in a folder\n"
                   "  ./lab grade submissions --labs 4-7\n"
                   "Example: what is in a learning platform's download\n"
                   "  ./lab grade submissions.zip --plan\n"
                   "Example: no points for lab 5, and none lost\n"
                   "  ./lab grade submissions --set ada 5 excused --why ill\n"
                   "Example: the third of 64 shares, as a job of a cluster's array does\n"
                   "  ./lab grade submissions --share 3/64");
    command.action([options, &session] { run_grade(*options, session); });
}

void add_regrade_command(CommandBuilder& app, Session& session) {
    auto options = std::make_shared<GradeOptions>();
    options->again = true;
    CommandBuilder command =
        app.add_command("regrade", "Grade again, from scratch, and say whose grades changed");
    add_grade_options(command, *options);
    command.add_option("--student STUDENT", options->student, "Only this student's");
    command.footer("Example: lab 5 of the whole class, after its lab.toml was fixed\n"
                   "  ./lab regrade submissions --labs 5");
    command.action([options, &session] { run_grade(*options, session); });
}

} // namespace kit
