#include "checker/grading/slurm/job_queue.hpp"

#include "checker/base/layout.hpp"
#include "checker/grading/slurm/slurm_program.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <sstream>

namespace kit {

namespace {

constexpr std::size_t squeue_fields = 5;

QueuedJob::Stage stage_of(const std::string& state, const std::string& reason) {
    static const std::set<std::string> ended{"BOOT_FAIL", "CANCELLED", "COMPLETED",     "DEADLINE",
                                             "FAILED",    "NODE_FAIL", "OUT_OF_MEMORY", "PREEMPTED",
                                             "REVOKED",   "TIMEOUT"};
    static const std::set<std::string> running{"RUNNING", "COMPLETING", "CONFIGURING", "STAGE_OUT",
                                               "SIGNALING"};
    if (ended.count(state) != 0) {
        return QueuedJob::Stage::ended;
    }
    if (running.count(state) != 0) {
        return QueuedJob::Stage::running;
    }
    // After a node's prolog or launch has failed, Slurm queues the job again but never starts it.
    std::string plain;
    for (const char letter : reason) {
        plain += letter == '_' ? ' ' : letter;
    }
    const bool held = state == "REQUEUE_HOLD" || state == "SPECIAL_EXIT" ||
                      plain == "launch failed requeued held" ||
                      plain == "job requeued in held state" || plain == "JobHoldMaxRequeue";
    return held ? QueuedJob::Stage::held : QueuedJob::Stage::waiting;
}

std::vector<std::string> fields_of(const std::string& line) {
    std::vector<std::string> fields;
    std::istringstream in(line);
    for (std::string field; std::getline(in, field, '|');) {
        fields.push_back(field);
    }
    return fields;
}

} // namespace

std::vector<std::string> squeue_arguments(const std::vector<std::string>& names) {
    return {"--noheader",
            "--array",
            "--states=all",
            fmt::format("--user={}", getuid()),
            fmt::format("--name={}", join(names, ",")),
            "--format=%F|%K|%T|%r|%j"}; // squeue_fields
}

JobQueue read_queue(const std::string& text) {
    JobQueue queue;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const std::vector<std::string> fields = fields_of(line);
        std::size_t index = 0;
        if (fields.size() != squeue_fields ||
            std::from_chars(fields[1].data(), fields[1].data() + fields[1].size(), index).ptr !=
                fields[1].data() + fields[1].size() ||
            fields[1].empty()) {
            continue;
        }
        queue[{fields[4], index}] = {stage_of(fields[2], fields[3]),
                                     fmt::format("{}_{}", fields[0], index), fields[2], fields[3]};
    }
    return queue;
}

JobQueue ask_queue(const std::vector<std::string>& names, std::string& refusal) {
    refusal.clear();
    if (names.empty()) {
        return {};
    }
    const SlurmAnswer answer = run_slurm_program("squeue", squeue_arguments(names));
    if (!answer.succeeded) {
        refusal = answer.refusal.empty() ? "squeue gave no reason" : answer.refusal;
    }
    return answer.succeeded ? read_queue(answer.output) : JobQueue{};
}

std::string queue_text(const std::vector<const QueuedJob*>& jobs) {
    std::size_t running = 0;
    std::size_t waiting = 0;
    std::map<std::string, std::size_t> reasons;
    for (const QueuedJob* job : jobs) {
        running += job->stage == QueuedJob::Stage::running ? 1 : 0;
        if (job->stage == QueuedJob::Stage::waiting) {
            ++waiting;
            if (job->reason != "None") {
                ++reasons[job->reason];
            }
        }
    }
    std::string text = plural(running, "job") + " running";
    if (waiting > 0) {
        text += fmt::format(", {} waiting", waiting);
    }
    if (!reasons.empty()) {
        const auto most =
            std::max_element(reasons.begin(), reasons.end(), [](const auto& one, const auto& two) {
                return one.second < two.second;
            });
        text += fmt::format(" ({})", most->first);
    }
    return text;
}

std::string end_text(const std::string& state) {
    struct Words {
        const char* state;
        const char* text;
    };

    constexpr std::array known{
        Words{"BOOT_FAIL", "its node did not start"},
        Words{"CANCELLED", "it was cancelled"},
        Words{"COMPLETED", "its job ended without a result"},
        Words{"DEADLINE", "its job could not finish before its deadline"},
        Words{"FAILED", "its job failed"},
        Words{"NODE_FAIL", "its node failed"},
        Words{"OUT_OF_MEMORY", "its job needed more memory than it had"},
        Words{"PREEMPTED", "another job took its place"},
        Words{"TIMEOUT", "its job ran past its time limit"},
    };
    if (state.empty()) {
        return "Slurm no longer knows its job";
    }
    for (const Words& one : known) {
        if (state == one.state) {
            return fmt::format("{} ({})", one.text, state);
        }
    }
    return fmt::format("its job failed ({})", state);
}

} // namespace kit
