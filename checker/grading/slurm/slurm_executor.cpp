#include "checker/grading/slurm/slurm_executor.hpp"

#include "checker/catalog/catalog.hpp"
#include "checker/grading/slurm/interruption.hpp"
#include "checker/grading/slurm/job_array.hpp"
#include "checker/grading/slurm/job_queue.hpp"
#include "checker/grading/slurm/pace.hpp"
#include "checker/grading/slurm/slurm_program.hpp"
#include "checker/model/errors.hpp"
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

/// The cores that a lab's time limits are meant for, a laptop's: a job has one, and as much more time.
constexpr unsigned cores_of_limits = 8;

/// A task whose result is not there yet.
struct Open {
    std::size_t task = 0;
    std::string array; ///< empty: it is to be submitted
    std::size_t index = 0;
    int tries = 0;
    std::optional<Clock::time_point> ended; ///< when its job was first seen to have
    std::string state;                      ///< in which it has
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
            Open open;
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
            throw KitError(last_word());
        }
        remove_arrays();
    }

private:
    void watch() {
        Pace looks(request_.between_questions / 2);
        Pace questions(request_.between_questions);
        while (!open_.empty()) {
            if (questions.due()) {
                questions.take([&] { ask(); });
            }
            if (looks.due()) {
                looks.take([&] { collect(); });
                give_up_or_repeat();
            }
            if (InterruptionWatch::interrupted()) {
                throw KitError(last_word());
            }
            if (!open_.empty()) {
                std::this_thread::sleep_for(between_calls);
                done_(SIZE_MAX);
            }
        }
    }

    /// Finds which tasks wait or run in jobs of an earlier run; arrays without any such job go.
    void take_up_earlier() {
        std::map<std::string, SlurmPlan> plans;
        std::error_code none;
        for (const auto& item : fs::directory_iterator(plan_.results / "slurm", none)) {
            try {
                plans.emplace(item.path().filename().string(), read_plan(plan_file(item.path())));
            } catch (const KitError&) {
                // Begun and never submitted, or of another version: the queue knows nothing of it.
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
            throw KitError(fmt::format("--executor slurm: Slurm does not say how the jobs of an "
                                       "earlier run stand: {}",
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
            // Of a colleague's jobs squeue was not asked.
            if (alive.count(name) == 0 && is_ours(folder)) {
                fs::remove_all(folder, none);
            }
        }
    }

    /// Submits all that has no job; Slurm's words where it refuses.
    std::string submit_open() {
        std::vector<Open*> waiting;
        for (auto& [key, open] : open_) {
            if (open.array.empty() && !results_.has_check(key)) {
                waiting.push_back(&open);
            }
        }
        std::sort(waiting.begin(), waiting.end(),
                  [](const Open* one, const Open* two) { return one->task < two->task; });
        if (!waiting.empty() && most_tasks_ == 0) {
            most_tasks_ = most_tasks();
        }
        for (std::size_t first = 0; first < waiting.size(); first += most_tasks_) {
            const std::size_t end = std::min(first + most_tasks_, waiting.size());
            SlurmPlan plan = plan_;
            for (std::size_t i = first; i < end; ++i) {
                plan.tasks.push_back(tasks_[waiting[i]->task]);
                // Whatever is there once the array is submitted, its jobs left.
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
                Open& open = *waiting[i];
                open.array = name;
                open.index = i - first;
                ++open.tries;
                open.ended.reset();
            }
        }
        return "";
    }

    /// Asks Slurm how the jobs stand. Where it does not say, nothing is concluded.
    void ask() {
        std::string refusal;
        const JobQueue queue = ask_queue({names_.begin(), names_.end()}, refusal);
        if (!refusal.empty()) {
            bear_with(silent_since_, "Slurm does not answer", refusal);
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
        tell(queue_text(jobs));
    }

    /// Tells of every result and error that has come.
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

    /// Sees to those whose jobs have ended and left nothing.
    void give_up_or_repeat() {
        bool repeat = false;
        for (auto& [key, open] : open_) {
            const Seconds patience = request_.until_seen * (open.state == "COMPLETED" ? 10 : 1);
            if (!open.ended || Clock::now() - *open.ended < patience) {
                repeat = repeat || open.array.empty();
                continue;
            }
            if (open.tries >= most_tries || open.state == "CANCELLED") {
                results_.keep_error(key, reason(open)); // collected with the next look
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
            bear_with(refusing_since_, "Slurm does not take jobs that must run again", refusal);
        }
    }

    /// Slurm may be away for a while, as for an update; for long, it is an error.
    void bear_with(std::optional<Clock::time_point>& since, const char* what,
                   const std::string& refusal) {
        tell(fmt::format("{}: {}", what, refusal));
        since = since.value_or(Clock::now());
        if (Clock::now() - *since > longest_absence) {
            throw KitError(fmt::format("--executor slurm: {} for ten minutes now: {}. {}", what,
                                       refusal, last_word()));
        }
    }

    [[nodiscard]] std::string reason(const Open& open) const {
        const std::string words = last_words(array_folder(plan_.results, open.array), open.index);
        return fmt::format(
            "{}{}{}", end_text(open.state),
            open.tries > 1 ? fmt::format(", the last of {} times", open.tries) : "",
            words.empty() ? ", and said nothing that can be seen here: is the results folder on a "
                            "file system that the nodes share?"
                          : ": " + words);
    }

    [[nodiscard]] std::string last_word() const {
        std::string ids;
        for (const std::string& id : ids_) {
            ids += " " + id;
        }
        return fmt::format("The jobs run on: the same command collects their results; to end them: "
                           "scancel{}",
                           ids);
    }

    void remember_id(const QueuedJob& job) { ids_.insert(job.id.substr(0, job.id.find('_'))); }

    void tell(const std::string& text) const {
        if (request_.told) {
            request_.told(text);
        }
    }

    /// Of all arrays but those that left something to read.
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
        fs::remove(plan_.results / "slurm", none); // where it is empty
    }

    const std::vector<CheckTask>& tasks_;
    const ResultFolder& results_;
    const SlurmRequest& request_;
    const TaskDone& done_;
    SlurmPlan plan_; ///< but for the tasks
    JobArrayRequest arrays_;
    std::map<std::string, Open> open_; ///< by key
    std::set<std::string> names_;      ///< of arrays that have jobs of ours
    std::set<std::string> ids_;        ///< theirs
    std::size_t most_tasks_ = 0;       ///< of an array; 0: not asked yet
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
