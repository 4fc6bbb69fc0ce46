#include "checker/grading/run/check_tasks.hpp"

#include "checker/catalog/catalog.hpp"
#include "checker/compile/emulator_build.hpp"
#include "checker/compile/nvcc_report.hpp"
#include "checker/compile/toolchain.hpp"
#include "checker/grading/model/encodings.hpp"
#include "checker/model/errors.hpp"
#include "checker/report/json_report.hpp"
#include "checker/report/status_line.hpp"

#include <fmt/format.h>

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>

namespace kit {

namespace fs = std::filesystem;

namespace {

constexpr const char* neutral_name = "kernel.cu";

/// Names and contents of all files in the folder, in an order that does not depend on the disk.
std::string folder_identity(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code error;
    for (const auto& item : fs::recursive_directory_iterator(folder, error)) {
        if (item.is_regular_file()) {
            files.push_back(item.path());
        }
    }
    std::sort(files.begin(), files.end());
    std::string identity;
    for (const fs::path& file : files) {
        identity += fs::relative(file, folder).string() + " " + sha256_of_file(file) + "\n";
    }
    return identity;
}

/// The checker as it was built: the program and the libraries of submissions. Read once.
const std::string& kit_identity() {
    static const std::string identity = [] {
        const KitFiles files = kit_files();
        std::string text =
            std::string(KIT_VERSION) + "\n" + sha256_of_file("/proc/self/exe") + "\n";
        text += folder_identity(files.labs_include) + folder_identity(files.emulator_include);
        for (const fs::path& archive : {files.anchor_library, files.runtime_library}) {
            text += sha256_of_file(archive) + "\n" + folder_identity(archive.string() + ".p");
        }
        text += find_host_compiler().identity + "\n";
        if (const auto nvcc = find_nvcc()) {
            text += file_identity(*nvcc) + "\n";
        }
        return sha256_of(text);
    }();
    return identity;
}

constexpr auto longest_wait = std::chrono::milliseconds(100);

/// Gives the calling thread, and all programs that it starts, an even share of the cores that this
/// process may use: two kernels on the same cores would slow each other down.
void take_cores(unsigned worker, unsigned workers) {
    cpu_set_t all;
    if (sched_getaffinity(0, sizeof all, &all) != 0) {
        return;
    }
    std::vector<int> cores;
    for (int core = 0; core < CPU_SETSIZE; ++core) {
        if (CPU_ISSET(core, &all)) {
            cores.push_back(core);
        }
    }
    cpu_set_t mine;
    CPU_ZERO(&mine);
    for (std::size_t i = 0; i < cores.size(); ++i) {
        if (workers > cores.size() ? i == worker % cores.size()
                                   : i * workers / cores.size() == worker) {
            CPU_SET(cores[i], &mine);
        }
    }
    sched_setaffinity(0, sizeof mine, &mine);
}

/// Passes the numbers of finished tasks from the workers to the caller.
class FinishedTasks {
public:
    void push(std::size_t task) {
        const std::lock_guard lock(mutex_);
        tasks_.push_back(task);
        changed_.notify_one();
    }

    void fail(std::exception_ptr error) {
        const std::lock_guard lock(mutex_);
        if (!error_) {
            error_ = error;
        }
        changed_.notify_one();
    }

    /// SIZE_MAX if no task finished in time. Throws the exception of a worker that failed.
    std::size_t pop() {
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, longest_wait, [&] { return !tasks_.empty() || error_; });
        if (error_) {
            std::rethrow_exception(error_);
        }
        if (tasks_.empty()) {
            return SIZE_MAX;
        }
        const std::size_t task = tasks_.front();
        tasks_.pop_front();
        return task;
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::size_t> tasks_;
    std::exception_ptr error_;
};

/// Ends the workers' loops when it goes: each finishes its current task.
struct NoMoreTasks {
    std::atomic<std::size_t>& next;

    ~NoMoreTasks() { next = SIZE_MAX / 2; }
};

} // namespace

std::string settings_identity(const Lab& lab, const CheckSettings& settings) {
    const fs::path lab_file = lab.skeleton.parent_path() / "lab.toml";
    return fmt::format("{}\n{}\n{}\n{}\n{}\n", lab.id, sha256_of_file(lab_file), kit_identity(),
                       settings.seed, static_cast<int>(settings.backend));
}

std::string check_key(const std::string& sha256, const std::string& identity) {
    return sha256_of(identity + sha256).substr(0, 40);
}

void run_check_task(const CheckTask& task, const Lab& lab, const CheckSettings& settings,
                    const SubmissionFinder& finder, const ResultFolder& results) {
    std::string why;
    try {
        HandedIn handed_in = finder.read(task.file);
        if (!handed_in.reason.empty() || sha256_of(handed_in.text) != task.sha256) {
            throw KitError("the file changed while the class was graded; grade again");
        }
        Lab with_time = lab;
        // A lab's limit assumes all of the machine's cores, and this thread may have only one of them.
        with_time.time_limit_seconds *=
            static_cast<int>(std::clamp(sysconf(_SC_NPROCESSORS_CONF), 1L, 8L));
        CheckRequest request;
        request.root = settings.root;
        request.submission = SubmissionFile{neutral_name, std::move(handed_in.text)};
        request.backend = settings.backend;
        request.seed = settings.seed;
        request.workers = 1;
        if (settings.backend != Backend::emulator && lab.steps == 1) {
            // The bonus for speed compares with the lab's own solution. That does one sweep a launch, so
            // a lab of several sweeps has no bonus.
            with_time.baseline = lab.id;
        }
        StatusLine nothing([](std::string_view) {});
        const CheckResult result = check_submission(with_time, request, nothing);
        if (result.verdict.outcome != Outcome::error) {
            results.keep_check(task.key, json_report(lab, result));
            return;
        }
        why = "the kit could not judge every case";
    } catch (const UsageError& error) {
        why = error.what();
    } catch (const KitError& error) {
        why = error.what();
    } catch (const std::exception& error) {
        why = fmt::format("the kit failed: {}", error.what());
    }
    results.keep_error(task.key, why);
}

void run_tasks_here(const std::vector<CheckTask>& tasks, const std::vector<Lab>& catalog,
                    const CheckSettings& settings, const SubmissionFinder& finder,
                    const ResultFolder& results, const TaskDone& done) {
    const auto jobs = static_cast<unsigned>(
        std::min<std::size_t>(std::max(1u, settings.jobs), std::max<std::size_t>(tasks.size(), 1)));
    FinishedTasks finished;
    std::atomic<std::size_t> next = 0;
    std::vector<std::jthread> workers; // joined at the end, after NoMoreTasks
    const NoMoreTasks no_more{next};
    for (unsigned worker = 0; worker < jobs; ++worker) {
        workers.emplace_back([&, worker] {
            if (jobs > 1) {
                take_cores(worker, jobs);
            }
            try {
                for (std::size_t i = next++; i < tasks.size(); i = next++) {
                    run_check_task(tasks[i], find_lab(catalog, tasks[i].lab), settings, finder,
                                   results);
                    finished.push(i);
                }
            } catch (...) {
                finished.fail(std::current_exception());
            }
        });
    }
    for (std::size_t left = tasks.size(); left > 0;) {
        const std::size_t task = finished.pop();
        left -= task == SIZE_MAX ? 0 : 1;
        done(task);
    }
}

} // namespace kit
