#include "checker/watch/check_worker.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/sandbox/process.hpp"
#include "checker/trace/checked_page.hpp"

#include <fmt/format.h>

#include <exception>
#include <new>
#include <utility>

namespace kit {

namespace fs = std::filesystem;

namespace {

/// What keeps the kit from the work, as a sentence; empty if it is done. Nothing if it was stopped.
std::optional<std::string> attempt(const std::function<void()>& work) {
    try {
        work();
        return "";
    } catch (const ProcessesStopped&) {
        return std::nullopt;
    } catch (const UsageError& error) {
        return error.what();
    } catch (const KitError& error) {
        return error.what();
    } catch (const std::bad_alloc&) {
        return "There is not enough memory for this check; close some programs and save again.";
    } catch (const std::exception& error) {
        return fmt::format("Internal error: {}", error.what());
    }
}

} // namespace

fs::path page_beside(const fs::path& kernel) {
    return kernel.parent_path() / "trace.html";
}

CheckWorker::CheckWorker(std::function<void(Event&&)> report)
    : report_(std::move(report)), thread_([this] { work(); }) {}

CheckWorker::~CheckWorker() {
    {
        const std::lock_guard lock(mutex_);
        ends_ = true;
        forget_waiting();
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
        forget_waiting();
        next_ = CheckJob{check, lab, std::move(request)};
        if (busy_) {
            stop_processes();
        }
    }
    changed_.notify_one();
}

void CheckWorker::trace(int check, const Lab& lab, const fs::path& file,
                        const CheckResult& result) {
    {
        const std::lock_guard lock(mutex_);
        next_trace_ = TraceJob{check, lab, file, result};
    }
    changed_.notify_one();
}

void CheckWorker::stop() {
    const std::lock_guard lock(mutex_);
    forget_waiting();
    if (busy_) {
        stop_processes();
    }
}

void CheckWorker::forget_waiting() {
    next_.reset();
    next_trace_.reset();
}

void CheckWorker::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [this] { return ends_ || next_ || next_trace_; });
        if (ends_) {
            return;
        }
        // nvcc may still be busy with the check when its trace is asked for: first comes the check.
        std::optional<CheckJob> check = std::exchange(next_, std::nullopt);
        std::optional<TraceJob> trace;
        if (!check) {
            trace = std::exchange(next_trace_, std::nullopt);
        }
        busy_ = true;
        allow_processes();
        lock.unlock();
        if (check) {
            run(*check);
        } else {
            run(*trace);
        }
        lock.lock();
        busy_ = false;
    }
}

void CheckWorker::run(CheckJob& job) const {
    const int check = job.check;
    job.request.case_judged = [this, &job](const JudgedCase& judged) {
        // conclude() merges findings as in the verdict: a race is one finding, not one per line.
        report_(CaseJudged{
            job.check,
            {judged.result, conclude(job.lab, {judged.result}, judged.findings).findings}});
    };
    std::optional<CheckResult> judged;
    job.request.judged = [&](const CheckResult& result, bool more_follows) {
        judged = result;
        report_(CheckDone{check, result, more_follows});
    };
    const auto failure = attempt([&] {
        StatusLine status([this, check](std::string_view text) {
            report_(CheckStep{check, std::string(text)});
        });
        try {
            report_(NvccDone{check, check_submission(job.lab, job.request, status)});
        } catch (const ProcessesStopped&) {
            throw;
        } catch (const KitError&) {
            if (!judged) {
                throw;
            }
            // nvcc failed; the verdict stands without it
            report_(NvccDone{check, std::move(*judged)});
        }
    });
    if (failure && !failure->empty()) {
        report_(CheckFailed{check, *failure});
    }
}

void CheckWorker::run(const TraceJob& job) const {
    std::string sentence;
    const auto failure = attempt([&] {
        const CheckedPage page = checked_page(job.lab, read_submission(job.file), job.result);
        sentence = page.words;
        if (!page.html.empty()) {
            const fs::path file = page_beside(job.file);
            replace_file(file, page.html);
            sentence = fmt::format("{}: open it in a browser. {}", file.string(), page.words);
        }
    });
    if (failure) {
        report_(TraceDone{job.check, failure->empty() ? sentence : *failure});
    }
}

} // namespace kit
