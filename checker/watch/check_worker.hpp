// Checks in a thread of their own, so that keys stay alive.
#pragma once

#include "checker/assessment/check_submission.hpp"
#include "checker/watch/state.hpp"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace kit::watch {

/// One check at a time: a new one stops the one under way, with its compiler and its kernel. Stops
/// the process's other children, too (stop_processes()).
class CheckWorker {
public:
    /// `tell` is called from the worker's thread with CheckStep, CaseJudged, CheckDone, NvccDone and
    /// CheckFailed. A check that was stopped says nothing more.
    explicit CheckWorker(std::function<void(Event&&)> tell);

    /// Stops what is under way and waits for its end: no child is left.
    ~CheckWorker();
    CheckWorker(const CheckWorker&) = delete;
    CheckWorker& operator=(const CheckWorker&) = delete;

    void start(int check, const Lab& lab, CheckRequest request);

    void stop();

private:
    struct Job {
        int check = 0;
        Lab lab;
        CheckRequest request;
    };

    void work();
    void run(Job& job) const;

    std::function<void(Event&&)> tell_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<Job> next_;
    bool busy_ = false;
    bool ends_ = false;
    std::thread thread_; ///< last: it uses what stands above
};

} // namespace kit::watch
