#include "checker/grading/slurm/slurm_executor.hpp"

#include "checker/base/errors.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/grading/slurm/job_array.hpp"
#include "checker/grading/slurm/job_queue.hpp"
#include "checker/grading/slurm/slurm_program.hpp"
#include "checker/sandbox/process.hpp"

#include <fmt/format.h>

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <thread>
#include <utility>

namespace kit {

namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr auto between_calls = std::chrono::milliseconds(100);

constexpr int most_tries = 3;
constexpr Seconds longest_absence{600};

/// A lab's time limit assumes a laptop's cores: a job has one core, and so many times the limit.
constexpr unsigned cores_of_limits = 8;

/// A task without a result.
struct OpenTask {
    std::size_t task = 0;
    std::string array; ///< empty: not submitted yet
    std::size_t index = 0;
    int tries = 0;
    std::optional<Clock::time_point> ended; ///< when its job was first seen ended
    std::string state;                      ///< of its ended job
};

bool is_ours(const fs::path& path) {
    struct stat facts {};

    return stat(path.c_str(), &facts) == 0 && facts.st_uid == getuid();
}

class SlurmRun {
public:
    SlurmRun(const std::vector<CheckTask>& tasks, const std::vector<Lab>& catalog,
             const CheckSettings& settings, const ResultFolder& results,
             const SlurmRequest& request, const TaskDone& done)
        : tasks_(tasks), results_(results), request_(request), done_(done) {
        plan_.kit_version = request.kit_version;
        plan_.class_folder = fs::absolute(request.class_folder).lexically_normal();
        plan_.results = fs::absolute(results.path()).lexically_normal();
        plan_.settings = settings;
        plan_.settings.root = fs::absolute(settings.root).lexically_normal();
        plan_.settings.jobs = cores_of_limits;
        plan_.trust_submissions = request.trust_submissions;
        std::vector<const Lab*> labs;
        for (std::size_t i = 0; i < tasks.size(); ++i) {
            const Lab& lab = find_lab(catalog, tasks[i].lab);
            if (plan_.identities.count(lab.id) == 0) {
                plan_.identities[lab.id] = settings_identity(lab, settings);
                labs.push_back(&lab);
            }
            OpenTask open;
            open.task = i;
            open_.emplace(tasks[i].key, std::move(open));
        }
        arrays_.options = request.options;
        arrays_.at_once = request.at_once;
        arrays_.minutes = most_minutes(labs, plan_.settings);
        arrays_.gpu = settings.backend != Backend::emulator;
    }

    void run() {
        const InterruptionWatch interruption;
        try {
            take_up_earlier();
            if (const std::string refusal = submit_open(); !refusal.empty()) {
                throw KitError(
                    fmt::format("--executor slurm: Slurm refuses the jobs: {}", refusal));
            }
            watch();
        } catch (const ProcessesStopped&) {
            throw KitError(jobs_continue());
        }
        remove_arrays();
    }

private:
    void watch() {
        Pace looks(request_.between_questions / 2);
        Pace questions(request_.between_questions);
        while (!open_.empty()) {
            if (questions.due()) {
                questions.run([&] { ask(); });
            }
            if (looks.due()) {
                looks.run([&] { collect(); });
                give_up_or_repeat();
            }
            if (InterruptionWatch::interrupted()) {
                throw KitError(jobs_continue());
            }
            if (!open_.empty()) {
                std::this_thread::sleep_for(between_calls);
                done_(SIZE_MAX);
            }
        }
    }

    /// Finds the tasks that wait or run in jobs of an earlier run; removes arrays without such jobs.
    void take_up_earlier() {
        std::map<std::string, SlurmPlan> plans;
        std::error_code none;
        for (const auto& item : fs::directory_iterator(plan_.results / "slurm", none)) {
            try {
                plans.emplace(item.path().filename().string(), read_plan(plan_file(item.path())));
            } catch (const KitError&) {
                // Never submitted, or of another version: none of its jobs can be in the queue.
                plans.emplace(item.path().filename().string(), SlurmPlan{});
            }
        }
        std::vector<std::string> names;
        for (const auto& [name, plan] : plans) {
            names.push_back(name);
        }
        std::string refusal;
        const JobQueue queue = ask_queue(names, refusal);
        if (!refusal.empty()) {
            throw KitError(fmt::format("--executor slurm: cannot ask Slurm about the jobs of an "
                                       "earlier run: {}",
                                       refusal));
        }
        std::set<std::string> alive;
        for (const auto& [place, job] : queue) {
            const auto& [name, index] = place;
            if (job.stage == QueuedJob::Stage::ended) {
                continue;
            }
            alive.insert(name);
            const SlurmPlan& plan = plans[name];
            const auto found =
                index < plan.tasks.size() ? open_.find(plan.tasks[index].key) : open_.end();
            if (found != open_.end()) {
                found->second.array = name;
                found->second.index = index;
                found->second.tries = 1;
                names_.insert(name);
                remember_id(job);
            }
        }
        for (const std::string& name : names) {
            const fs::path folder = array_folder(plan_.results, name);
            // squeue was not asked about other users' jobs.
            if (alive.count(name) == 0 && is_ours(folder)) {
                fs::remove_all(folder, none);
            }
        }
    }

    /// Submits all tasks without a job. Returns Slurm's error message if it refuses them.
    std::string submit_open() {
        std::vector<OpenTask*> waiting;
        for (auto& [key, open] : open_) {
            if (open.array.empty() && !results_.has_check(key)) {
                waiting.push_back(&open);
            }
        }
        std::sort(waiting.begin(), waiting.end(),
                  [](const OpenTask* one, const OpenTask* two) { return one->task < two->task; });
        if (!waiting.empty() && most_tasks_ == 0) {
            most_tasks_ = most_tasks();
        }
        for (std::size_t first = 0; first < waiting.size(); first += most_tasks_) {
            const std::size_t end = std::min(first + most_tasks_, waiting.size());
            SlurmPlan plan = plan_;
            for (std::size_t i = first; i < end; ++i) {
                plan.tasks.push_back(tasks_[waiting[i]->task]);
                // So that every file found later is from the array's jobs.
                results_.forget(plan.tasks.back().key);
            }
            const InterruptionPause pause;
            const std::string name = fresh_array_name();
            const SubmittedArray submitted = submit_array(plan, name, arrays_);
            if (!submitted.refusal.empty()) {
                return submitted.refusal;
            }
            names_.insert(name);
            ids_.insert(submitted.job);
            for (std::size_t i = first; i < end; ++i) {
                OpenTask& open = *waiting[i];
                open.array = name;
                open.index = i - first;
                ++open.tries;
                open.ended.reset();
            }
        }
        return "";
    }

    /// Asks Slurm for the state of the jobs. Without an answer, nothing changes.
    void ask() {
        std::string refusal;
        const JobQueue queue = ask_queue({names_.begin(), names_.end()}, refusal);
        if (!refusal.empty()) {
            wait_out(silent_since_, "Slurm does not answer", refusal);
            return;
        }
        silent_since_.reset();
        std::vector<const QueuedJob*> jobs;
        for (auto& [key, open] : open_) {
            if (open.array.empty()) {
                continue;
            }
            const auto found = queue.find({open.array, open.index});
            const bool known = found != queue.end();
            if (known) {
                jobs.push_back(&found->second);
                remember_id(found->second);
            }
            if (known && found->second.stage == QueuedJob::Stage::held) {
                [[maybe_unused]] const auto given_up =
                    run_slurm_program("scancel", {found->second.id});
            } else if (known && found->second.stage != QueuedJob::Stage::ended) {
                open.ended.reset();
                continue;
            }
            if (!open.ended) {
                open.ended = Clock::now();
                const bool held = known && found->second.stage == QueuedJob::Stage::held;
                open.state = !known ? "" : held ? found->second.reason : found->second.state;
            }
        }
        report(queue_text(jobs));
    }

    /// Reports every new result and error.
    void collect() {
        std::map<std::string, std::string> there; // endings by key
        std::error_code none;
        for (const auto& item : fs::directory_iterator(results_.path() / "checks", none)) {
            const fs::path name = item.path().filename();
            std::string& ending = there[name.stem().string()];
            ending = ending == ".json" ? ending : name.extension().string();
        }
        std::vector<std::size_t> come;
        for (auto open = open_.begin(); open != open_.end();) {
            const auto found = there.find(open->first);
            const bool checked = found != there.end() && found->second == ".json";
            const bool failed = found != there.end() && found->second == ".error";
            if (!checked && !(failed && !open->second.array.empty())) {
                ++open;
                continue;
            }
            if (checked) {
                fs::remove(
                    log_file(array_folder(plan_.results, open->second.array), open->second.index),
                    none);
            }
            come.push_back(open->second.task);
            open = open_.erase(open);
        }
        for (const std::size_t task : come) {
            done_(task);
        }
    }

    /// Submits tasks again whose jobs ended without a result, or gives them up.
    void give_up_or_repeat() {
        bool repeat = false;
        for (auto& [key, open] : open_) {
            const Seconds patience = request_.until_seen * (open.state == "COMPLETED" ? 10 : 1);
            if (!open.ended || Clock::now() - *open.ended < patience) {
                repeat = repeat || open.array.empty();
                continue;
            }
            if (open.tries >= most_tries || open.state == "CANCELLED") {
                results_.keep_error(key, reason(open)); // the next collect() finds it
                open.ended.reset();
            } else {
                open.array.clear();
                open.ended.reset();
                repeat = true;
            }
        }
        const std::string refusal = repeat ? submit_open() : "";
        if (refusal.empty()) {
            refusing_since_.reset();
        } else {
            wait_out(refusing_since_, "Slurm refuses jobs that must run again", refusal);
        }
    }

    /// Slurm may be unavailable for a while, such as for an update; if for long, it is an error.
    void wait_out(std::optional<Clock::time_point>& since, const char* what,
                  const std::string& refusal) {
        report(fmt::format("{}: {}", what, refusal));
        since = since.value_or(Clock::now());
        if (Clock::now() - *since > longest_absence) {
            throw KitError(fmt::format("--executor slurm: {} for ten minutes: {}. {}", what,
                                       refusal, jobs_continue()));
        }
    }

    [[nodiscard]] std::string reason(const OpenTask& open) const {
        const std::string words = last_words(array_folder(plan_.results, open.array), open.index);
        return fmt::format(
            "{}{}{}", end_text(open.state),
            open.tries > 1 ? fmt::format(", the last of {} tries", open.tries) : "",
            words.empty() ? ", and no output of it can be seen here: is the results folder on a "
                            "file system that the nodes share?"
                          : ": " + words);
    }

    [[nodiscard]] std::string jobs_continue() const {
        return fmt::format(
            "The jobs continue: the same command collects their results; to end them: "
            "scancel {}",
            fmt::join(ids_, " "));
    }

    void remember_id(const QueuedJob& job) { ids_.insert(job.id.substr(0, job.id.find('_'))); }

    void report(const std::string& text) const {
        if (request_.report) {
            request_.report(text);
        }
    }

    /// Keeps arrays with a log that is not empty.
    void remove_arrays() const {
        for (const std::string& name : names_) {
            const fs::path folder = array_folder(plan_.results, name);
            std::error_code none;
            bool logs = false;
            for (const auto& item : fs::directory_iterator(folder, none)) {
                logs = logs || (item.path().extension() == ".log" && item.file_size(none) > 0);
            }
            if (!logs) {
                fs::remove_all(folder, none);
            }
        }
        std::error_code none;
        fs::remove(plan_.results / "slurm", none); // if it is empty
    }

    const std::vector<CheckTask>& tasks_;
    const ResultFolder& results_;
    const SlurmRequest& request_;
    const TaskDone& done_;
    SlurmPlan plan_; ///< without tasks
    JobArrayRequest arrays_;
    std::map<std::string, OpenTask> open_; ///< by key
    std::set<std::string> names_;          ///< of arrays with our jobs
    std::set<std::string> ids_;            ///< of these arrays
    std::size_t most_tasks_ = 0;           ///< of an array; 0: not known yet
    std::optional<Clock::time_point> silent_since_;
    std::optional<Clock::time_point> refusing_since_;
};

} // namespace

void run_tasks_on_slurm(const std::vector<CheckTask>& tasks, const std::vector<Lab>& catalog,
                        const CheckSettings& settings, const ResultFolder& results,
                        const SlurmRequest& request, const TaskDone& done) {
    if (!tasks.empty()) {
        SlurmRun(tasks, catalog, settings, results, request, done).run();
    }
}

} // namespace kit
