// ./lab demo: builds the chapter's four kernels, runs and judges them at 120³, and counts their traffic.
#include "checker/commands/commands.hpp"

#include "analytics/questions/exercises.hpp"
#include "analytics/questions/questions_report.hpp"
#include "checker/base/numbers.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/check/check_submission.hpp"
#include "checker/report/style.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace kit {

namespace {

constexpr Extents chapter_grid{120, 120, 120};

/// "3,944,312 =" if counted and predicted agree, else both numbers.
std::string beside(std::uint64_t counted, std::optional<std::uint64_t> predicted) {
    if (!predicted) {
        return thousands(counted) + "  ";
    }
    return counted == *predicted
               ? thousands(counted) + " ="
               : fmt::format("{} ≠ {}", thousands(counted), thousands(*predicted));
}

void print_row(const Lab& lab, const CheckResult& result, const TextStyle& style) {
    const bool passed = result.verdict.outcome == Outcome::passed;
    const std::string word =
        paint(style, passed ? Tone::good : Tone::bad, passed ? "right" : "wrong");
    if (!result.verdict.traffic) {
        fmt::print("  {:<26}{}\n", lab.id, word);
        return;
    }
    const TrafficResult& traffic = *result.verdict.traffic;
    const auto element = bytes_of(lab.element);
    const auto loads = [&](std::uint64_t bytes) { return bytes / element; };
    fmt::print(
        "  {:<26}{}{:>14}{:>13}{:>16}{:>16}{:>9}\n", lab.id, word,
        beside(traffic.counted.blocks, traffic.predicted.blocks),
        beside(traffic.counted.shared_bytes_per_block, traffic.predicted.shared_bytes_per_block),
        beside(loads(traffic.counted.global_load_bytes),
               traffic.predicted.global_load_bytes
                   ? std::optional(loads(*traffic.predicted.global_load_bytes))
                   : std::nullopt),
        beside(loads(traffic.counted.global_store_bytes),
               traffic.predicted.global_store_bytes
                   ? std::optional(loads(*traffic.predicted.global_store_bytes))
                   : std::nullopt),
        fmt::format("{:.2f} s", result.verdict.cases.front().seconds));
}

void run_demo(Session& session) {
    const TextStyle style = style_of_terminal(STDOUT_FILENO);
    fmt::print("{}\n\n",
               paint(style, Tone::heading,
                     "The chapter's kernels on a 120³ grid, in the emulator (no GPU needed)"));
    fmt::print("  {:<26}{}{:>14}{:>13}{:>16}{:>16}{:>9}\n", "reference solution", "output",
               "blocks  ", "shared B  ", "loads  ", "stores  ", "time");
    for (const Lab& lab : read_catalog(session.root)) {
        if (lab.axes != 3 || !lab.cube || !lab.traffic) {
            continue;
        }
        StatusLine status(STDERR_FILENO);
        status.show(fmt::format("building and running {}…", lab.id));
        CheckRequest request;
        request.root = session.root;
        request.file = solution_of(lab);
        request.grids = {chapter_grid};
        request.seed = fresh_seed();
        request.with_nvcc = false;
        const CheckResult result = check_submission(lab, request, status);
        print_row(lab, result, style);
        std::fflush(stdout);
        if (result.verdict.outcome != Outcome::passed) {
            session.exit = exit_code::findings;
        }
    }
    fmt::print(
        "\n  Counted while the kernels ran; = marks counts that equal the prediction of ./lab "
        "analytics.\n  Loads and stores are elements of 4 bytes in global memory. Your turn: "
        "./lab list\n\n");
    print_out(questions_document(exercises(ExerciseSizes{}), Format::text));
}

} // namespace

void add_demo_command(CommandBuilder& app, Session& session) {
    CommandBuilder command = app.add_command(
        "demo", "Run the reference solutions of PMPP's chapter 8 at 120³ and count their traffic");
    command.footer("Exercises 1 and 2 follow, as ./lab analytics exercises prints them.\n"
                   "Example: the chapter's numbers, counted while its kernels run\n"
                   "  ./lab demo");
    command.action([&session] { run_demo(session); });
}

} // namespace kit
