#include "checker/watch/check_worker.hpp"

#include "checker/model/errors.hpp"
#include "checker/sandbox/process.hpp"

#include <fmt/format.h>

#include <exception>
#include <utility>

namespace kit::watch {

CheckWorker::CheckWorker(std::function<void(Event&&)> tell)
    : tell_(std::move(tell)), thread_([this] { work(); }) {}

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
        // Merged as the verdict's are: a race is one finding and not one for each line.
        tell_(CaseJudged{
            job.check,
            {judged.result, conclude(job.lab, {judged.result}, judged.findings).findings}});
    };
    try {
        Progress progress([this, check](std::string_view text) {
            tell_(CheckStep{check, std::string(text)});
        });
        CheckOutcome outcome = check_submission(job.lab, job.request, progress);
        tell_(CheckDone{check, outcome.result, outcome.nvcc.valid()});
        if (outcome.nvcc.valid()) {
            try {
                add_nvcc_report(outcome.result, outcome.nvcc.get());
            } catch (const ProcessesStopped&) {
                return;
            } catch (const KitError&) {
                // The verdict stands without nvcc's word.
            }
            tell_(NvccDone{check, std::move(outcome.result)});
        }
    } catch (const ProcessesStopped&) {
        return;
    } catch (const UsageError& error) {
        tell_(CheckFailed{check, error.what()});
    } catch (const KitError& error) {
        tell_(CheckFailed{check, error.what()});
    } catch (const std::bad_alloc&) {
        tell_(CheckFailed{check, "There is not enough memory for this check; close some programs "
                                 "and save again."});
    } catch (const std::exception& error) {
        tell_(CheckFailed{check, fmt::format("An error of the kit's own: {}", error.what())});
    }
}

} // namespace kit::watch
