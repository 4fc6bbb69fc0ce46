#include "checker/base/numbers.hpp"
#include "checker/emulator/host/event_findings.hpp"
#include "checker/emulator/host/source_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

namespace kit {

using runtime::Event;

namespace {

/// What to look at in launch_config() where it asks for so many blocks along x, y and z.
std::string hint_on_grid(std::span<const std::int64_t, 3> blocks) {
    constexpr const char* rounded_up = "For n cells in blocks of B, launch (n + B - 1) / B blocks.";
    if (std::ranges::find(blocks, 0) != blocks.end()) {
        return fmt::format("A number of blocks is 0: has a division rounded down, or is one "
                           "subtracted? {}",
                           rounded_up);
    }
    constexpr std::int64_t wrap = std::int64_t{1} << 32;
    const auto below_0 = std::ranges::find_if(
        blocks, [](std::int64_t number) { return number >= wrap / 2 && number < wrap; });
    return below_0 == blocks.end()
               ? "Are the grid's extents in the order x, y, z?"
               : fmt::format("{} is what -{} becomes as an unsigned number: is too much "
                             "subtracted? {}",
                             thousands(*below_0), thousands(wrap - *below_0), rounded_up);
}

} // namespace

std::string text_of(const Event& event) {
    return {event.text, strnlen(event.text, sizeof event.text)};
}

void explain_crash(const Event& event, const EventContext& context, Finding& finding) {
    finding.kind = FindingKind::crash;
    switch (event.values[0]) {
    case SIGFPE: finding.message = "The kernel divides an integer by zero."; break;
    case SIGILL:
    case SIGTRAP: finding.message = "The kernel stopped itself by __trap()."; break;
    case SIGABRT:
        finding.message = context.errors.find("bad_alloc") != std::string::npos
                              ? "The kernel asked for more memory than it may have."
                              : "The kernel was aborted.";
        break;
    default: finding.message = fmt::format("The kernel died by signal {}.", event.values[0]); break;
    }
}

void explain_assert(const Event& event, Finding& finding) {
    finding.kind = FindingKind::crash;
    finding.message = fmt::format("The assertion '{}' failed.", text_of(event));
}

void explain_misuse(const Event& event, Finding& finding) {
    finding.kind = FindingKind::crash;
    finding.message = fmt::format("The submission {}, and was stopped.", text_of(event));
}

void explain_stack_overflow(const Event& event, Finding& finding) {
    finding.kind = FindingKind::crash;
    finding.message = fmt::format("A thread needs more than {} KiB of local memory, all that the "
                                  "emulator gives it.",
                                  event.values[0] / 1024);
    finding.hint = "Look for a large array inside the kernel, or a recursion without end.";
}

void explain_interrupted(const EventContext& context, Finding& finding) {
    finding.kind = FindingKind::timeout;
    finding.message = fmt::format("The kernel was still running after {} s.",
                                  time_limit(context.lab, context.extents));
    finding.hint = "Look for a loop that never ends, or in which each thread does the work of all.";
}

void explain_stuck(const Event& event, Finding& finding) {
    finding.kind = FindingKind::barrier_divergence;
    finding.message = fmt::format(
        "The block can never go on: {} of its threads wait at __syncthreads() and {} in a warp "
        "operation that other lanes never reach.",
        event.values[0], event.values[1]);
    finding.hint = "Every thread of the mask must reach the same __syncwarp, shuffle or vote.";
}

void explain_different_barriers(const Event& event, Finding& finding) {
    // The barriers' own lines: a compiler may make one call of both.
    const std::int64_t line = event.values[0];
    const std::int64_t other = event.values[1];
    finding.kind = FindingKind::barrier_divergence;
    finding.message =
        fmt::format("Threads of one block wait at different barriers, some in line {} "
                    "and some in line {}.",
                    std::min(line, other), std::max(line, other));
    finding.hint =
        "Every __syncthreads() must be reached by all threads of the block: move it out of the "
        "condition, or of the loop in which some threads take more turns.";
}

void explain_skipped_barrier(const Event& event, Finding& finding) {
    finding.kind = FindingKind::barrier_divergence;
    finding.cause.kind = Cause::Kind::barrier_passed_by;
    if (event.values[1] != 0) {
        finding.message = fmt::format(
            "Threads of a block run the loop round the __syncthreads() of line {} a different "
            "number of times: some have left it while others wait there.",
            event.values[0]);
        finding.hint = "Give all threads the same number of turns, with an if round the work; or "
                       "move the barrier behind the loop.";
        return;
    }
    finding.message =
        fmt::format("Some threads of a block skip the __syncthreads() of line {}, at which others "
                    "of the block wait.",
                    event.values[0]);
    finding.hint =
        "Every __syncthreads() must be reached by all threads of the block: move it out of the "
        "condition, or of the loop in which some threads take more turns.";
}

void explain_exit(const Event& event, Finding& finding) {
    finding.kind = FindingKind::early_exit_before_barrier;
    finding.severity = Severity::warning;
    finding.cause.kind = Cause::Kind::early_exit;
    finding.message =
        fmt::format("Threads return before the __syncthreads() of line {}.", event.values[0]);
    finding.hint =
        "CUDA does not wait for threads that have returned, so this works as long as none "
        "of them has a cell to load; a guard round the work is safer.";
}

void explain_launch(const Event& event, Finding& finding) {
    finding.kind = FindingKind::invalid_launch;
    const auto value = [&](int i) { return thousands(event.values[i]); };
    switch (event.kind) {
    case runtime::event_bad_block:
        finding.message =
            fmt::format("launch_config() asks for blocks of {} × {} × {} threads; CUDA allows 1 to "
                        "1,024 along x and y, and 1 to 64 along z.",
                        value(0), value(1), value(2));
        finding.hint = "A block has at most 1,024 threads in all: launch more blocks instead. Are "
                       "grid and block exchanged?";
        break;
    case runtime::event_bad_grid:
        finding.message = fmt::format("launch_config() asks for a grid of {} × {} × {} blocks; "
                                      "CUDA allows 1 to 2,147,483,647 along x, and 1 to "
                                      "65,535 along y and z.",
                                      value(0), value(1), value(2));
        finding.hint = hint_on_grid(std::span(event.values).first<3>());
        break;
    case runtime::event_too_many_threads:
        if (event.values[2] != 0) {
            finding.message =
                fmt::format("launch_config() asks for {} threads per block; the kernel's "
                            "__launch_bounds__ allow {}.",
                            value(0), value(1));
            finding.hint = "CUDA does not launch it: make the block smaller, or the bound larger.";
            break;
        }
        finding.message = fmt::format(
            "launch_config() asks for {} threads per block; CUDA allows {}.", value(0), value(1));
        finding.hint = "The number of threads is the product of the block's three extents.";
        break;
    default:
        if (event.values[0] > std::int64_t{runtime::most_static_shared_bytes}) {
            finding.message =
                fmt::format("The kernel has {} bytes of static __shared__ memory; {} "
                            "are allowed.",
                            value(0), thousands(std::int64_t{runtime::most_static_shared_bytes}));
            finding.hint = "A larger array must be dynamic: extern __shared__ float tile[], with "
                           "its bytes as shared_bytes in what launch_config() returns.";
            finding.detail = "nvcc does not compile it: ptxas, its last stage, says \"uses too "
                             "much shared data\".";
            return;
        }
        finding.message =
            event.values[1] == 0
                ? fmt::format("A block needs {} bytes of shared memory; it may have {}.", value(0),
                              value(2))
                : fmt::format(
                      "A block needs {} bytes of static and {} of dynamic shared memory; it "
                      "may have {} in all.",
                      value(0), value(1), value(2));
        finding.hint = "Make the tile smaller, or keep fewer planes of it.";
        break;
    }
    // Seen with CUDA 13.0 on an H200 for each of these; other versions may name another error.
    finding.detail = "On a GPU the kernel would not start: cudaGetLastError() returns "
                     "cudaErrorInvalidValue, \"invalid argument\" (CUDA 13.0).";
}

} // namespace kit
