// ./lab demo: the chapter's four kernels built, run at 120³, judged, and their traffic counted.
#include "checker/assessment/check_submission.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/commands/command.hpp"
#include "checker/model/number_text.hpp"
#include "checker/report/style.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace kit {

namespace {

constexpr Extents chapter_grid{120, 120, 120};

std::string number(std::uint64_t value) {
    return with_separators(static_cast<std::int64_t>(value));
}

/// "3,944,312 =" when computed and counted agree, else both.
std::string beside(std::uint64_t counted, std::optional<std::uint64_t> predicted) {
    if (!predicted) {
        return number(counted) + "  ";
    }
    return counted == *predicted ? number(counted) + " ="
                                 : fmt::format("{} ≠ {}", number(counted), number(*predicted));
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

void run(Session& session) {
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
        Progress progress(STDERR_FILENO);
        progress.show(fmt::format("building and running {}…", lab.id));
        CheckOutcome outcome = check_submission(lab,
                                                {.root = session.root,
                                                 .file = lab.solution,
                                                 .grid = chapter_grid,
                                                 .seed = fresh_seed()},
                                                progress);
        print_row(lab, outcome.result, style);
        std::fflush(stdout);
        if (outcome.result.verdict.outcome != Outcome::passed) {
            session.exit = exit_code::findings;
        }
    }
    fmt::print(
        "\n  Counted while the kernels ran; = marks what analytics computed beforehand, equal "
        "digit by digit.\n  Loads and stores are elements of 4 bytes in global memory. Your "
        "turn: ./lab list\n");
}

} // namespace

void add_demo_command(command_line::CommandBuilder& app, Session& session) {
    command_line::CommandBuilder command =
        app.add_command("demo", "The chapter's reference solutions, run and counted at 120³");
    command.footer("Exercises 1 and 2 follow, as ./lab analytics exercises prints them.\n"
                   "Example: the chapter's numbers, counted while its kernels run\n"
                   "  ./lab demo");
    command.action([&session] { run(session); });
}

} // namespace kit
