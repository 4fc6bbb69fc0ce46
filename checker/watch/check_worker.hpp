// The checks and trace pages of `watch`, in a thread of their own, so that keys stay responsive.
#pragma once

#include "checker/check/check_submission.hpp"
#include "checker/watch/state.hpp"

#include <condition_variable>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace kit {

/// Beside the student's file, where a browser finds it that may read neither hidden folders nor /tmp.
[[nodiscard]] std::filesystem::path page_beside(const std::filesystem::path& kernel);

/// Runs one check at a time: a new check stops the running one with its compiler and kernel. This stops all children of
/// the process (stop_processes()). A trace page is made once the check is over.
class CheckWorker {
public:
    /// `report` is called from the worker's thread with CheckStep, CaseJudged, CheckDone, NvccDone,
    /// CheckFailed and TraceDone. What is stopped reports nothing more.
    explicit CheckWorker(std::function<void(Event&&)> report);

    /// Stops the running check and waits until no child is left.
    ~CheckWorker();

    CheckWorker(const CheckWorker&) = delete;
    CheckWorker& operator=(const CheckWorker&) = delete;

    void start(int check, const Lab& lab, CheckRequest request);
    void trace(int check, const Lab& lab, const std::filesystem::path& file,
               const CheckResult& result);
    void stop();

private:
    struct CheckJob {
        int check = 0;
        Lab lab;
        CheckRequest request;
    };

    struct TraceJob {
        int check = 0;
        Lab lab;
        std::filesystem::path file;
        CheckResult result;
    };

    void forget_waiting();
    void work();
    void run(CheckJob& job) const;
    void run(const TraceJob& job) const;

    std::function<void(Event&&)> report_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<CheckJob> next_;
    std::optional<TraceJob> next_trace_;
    bool busy_ = false;
    bool ends_ = false;
    std::thread thread_; ///< last: its thread uses the members above
};

} // namespace kit
