#include "checker/watch/check_worker.hpp"

#include "checker/model/errors.hpp"
#include "checker/sandbox/process.hpp"

#include <fmt/format.h>

#include <sys/eventfd.h>
#include <unistd.h>

#include <cstdint>
#include <exception>
#include <utility>

namespace kit {

EventQueue::EventQueue() : descriptor_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (descriptor_ < 0) {
        throw KitError("too many files are open for watch: close some programs and try again");
    }
}

EventQueue::~EventQueue() {
    close(descriptor_);
}

void EventQueue::add(Event&& event) {
    const std::lock_guard lock(mutex_);
    events_.push_back(std::move(event));
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = write(descriptor_, &one, sizeof one);
}

std::vector<Event> EventQueue::take() {
    const std::lock_guard lock(mutex_);
    std::uint64_t count = 0;
    [[maybe_unused]] const auto got = read(descriptor_, &count, sizeof count);
    return std::exchange(events_, {});
}

CheckWorker::CheckWorker(std::function<void(Event&&)> report)
    : report_(std::move(report)), thread_([this] { work(); }) {}

CheckWorker::~CheckWorker() {
    {
        const std::lock_guard lock(mutex_);
        ends_ = true;
        next_.reset();
        if (busy_) {
            stop_processes();
        }
    }
    changed_.notify_one();
    thread_.join();
    allow_processes();
}

void CheckWorker::start(int check, const Lab& lab, CheckRequest request) {
    {
        const std::lock_guard lock(mutex_);
        next_ = Job{check, lab, std::move(request)};
        if (busy_) {
            stop_processes();
        }
    }
    changed_.notify_one();
}

void CheckWorker::stop() {
    const std::lock_guard lock(mutex_);
    next_.reset();
    if (busy_) {
        stop_processes();
    }
}

void CheckWorker::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [this] { return ends_ || next_; });
        if (ends_) {
            return;
        }
        Job job = std::move(*next_);
        next_.reset();
        busy_ = true;
        allow_processes();
        lock.unlock();
        run(job);
        lock.lock();
        busy_ = false;
    }
}

void CheckWorker::run(Job& job) const {
    const int check = job.check;
    job.request.case_judged = [this, &job](const JudgedCase& judged) {
        // conclude() merges findings as in the verdict: a race is one finding, not one per line.
        report_(CaseJudged{
            job.check,
            {judged.result, conclude(job.lab, {judged.result}, judged.findings).findings}});
    };
    std::optional<CheckResult> judged;
    job.request.judged = [&](const CheckResult& result, bool nvcc_follows) {
        judged = result;
        report_(CheckDone{check, result, nvcc_follows});
    };
    try {
        StatusLine status([this, check](std::string_view text) {
            report_(CheckStep{check, std::string(text)});
        });
        report_(NvccDone{check, check_submission(job.lab, job.request, status)});
    } catch (const ProcessesStopped&) {
        return;
    } catch (const UsageError& error) {
        report_(CheckFailed{check, error.what()});
    } catch (const KitError& error) {
        if (judged) {
            report_(
                NvccDone{check, std::move(*judged)}); // nvcc failed; the verdict stands without it
        } else {
            report_(CheckFailed{check, error.what()});
        }
    } catch (const std::bad_alloc&) {
        report_(CheckFailed{check, "There is not enough memory for this check; close some programs "
                                   "and save again."});
    } catch (const std::exception& error) {
        report_(CheckFailed{check, fmt::format("Internal error: {}", error.what())});
    }
}

} // namespace kit
