#include "checker/catalog/catalog.hpp"
#include "checker/grading/run/executor.hpp"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>

namespace kit {

namespace {

constexpr auto between_looks = std::chrono::milliseconds(100);

/// Gives the calling thread, and all programs that it starts, an even share of the cores that this
/// process may use: two kernels on the same cores would take each other's time.
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

/// Numbers of tasks that are done, handed from the workers to the caller.
class DoneQueue {
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

    /// SIZE_MAX when nothing came in time. Throws what a worker failed with.
    std::size_t pop() {
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, between_looks, [&] { return !tasks_.empty() || error_; });
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

/// Joins them with the object; those that run finish the task they are at.
class Workers {
public:
    explicit Workers(std::atomic<std::size_t>& next) : next_(next) {}

    ~Workers() {
        next_ = SIZE_MAX / 2;
        for (std::thread& thread : threads_) {
            thread.join();
        }
    }

    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    template <class Work>
    void start(Work work) {
        threads_.emplace_back(std::move(work));
    }

private:
    std::atomic<std::size_t>& next_;
    std::vector<std::thread> threads_;
};

} // namespace

void run_tasks_here(const std::vector<CheckTask>& tasks, const std::vector<Lab>& catalog,
                    const CheckSettings& settings, const SubmissionFinder& finder,
                    const ResultFolder& results, const TaskDone& done) {
    const auto jobs = static_cast<unsigned>(
        std::min<std::size_t>(std::max(1u, settings.jobs), std::max<std::size_t>(tasks.size(), 1)));
    DoneQueue finished;
    std::atomic<std::size_t> next = 0;
    Workers workers(next);
    for (unsigned worker = 0; worker < jobs; ++worker) {
        workers.start([&, worker] {
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
