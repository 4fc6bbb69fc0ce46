// Runs checks in their own thread, so that keys stay responsive, and queues the events.
#pragma once

#include "checker/check/check_submission.hpp"
#include "checker/watch/state.hpp"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace kit {

/// Passes events to a loop that waits on file descriptors.
class EventQueue {
public:
    /// Throws KitError if the system has no descriptor left.
    EventQueue();
    ~EventQueue();
    EventQueue(const EventQueue&) = delete;
    EventQueue& operator=(const EventQueue&) = delete;

    /// From any thread.
    void add(Event&& event);

    /// All events since the last call, in order.
    [[nodiscard]] std::vector<Event> take();

    /// Readable while the queue is not empty.
    [[nodiscard]] int descriptor() const { return descriptor_; }

private:
    int descriptor_;
    std::mutex mutex_;
    std::vector<Event> events_;
};

/// Runs one check at a time: a new check stops the running one with its compiler and kernel. This stops
/// all children of the process (stop_processes()).
class CheckWorker {
public:
    /// `report` is called from the worker's thread with CheckStep, CaseJudged, CheckDone, NvccDone and
    /// CheckFailed. A stopped check reports nothing more.
    explicit CheckWorker(std::function<void(Event&&)> report);

    /// Stops the running check and waits until no child is left.
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

    std::function<void(Event&&)> report_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<Job> next_;
    bool busy_ = false;
    bool ends_ = false;
    std::thread thread_; ///< last: its thread uses the members above
};

} // namespace kit
