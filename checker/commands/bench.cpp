#include "checker/commands/bench.hpp"

#include "checker/base/errors.hpp"
#include "checker/commands/commands.hpp"

#include <memory>

namespace kit {

namespace {

BenchRunner::Run& bench_runner() {
    static BenchRunner::Run run = nullptr;
    return run;
}

} // namespace

BenchRunner::BenchRunner(Run run) {
    bench_runner() = run;
}

void add_bench_command(CommandBuilder& app, Session& session) {
    auto options = std::make_shared<BenchRequest>();
    CommandBuilder command =
        app.add_command("bench", "Measure how fast the kit itself is on this machine");
    command
        .add_option(
            "SUBJECT", options->subject,
            "What to measure: emulator, or gpu (times of the solutions, and kernels that cheat)")
        .required()
        .one_of({"emulator", "gpu"});
    command.add_option("--record FILE", options->record, "gpu: keep the figures in this file");
    command
        .add_option("--sides N", options->sides,
                    "gpu: cells along each axis (default 120 256 512 1024)")
        .in_range(3, 1290);
    command.add_option("--labs LAB", options->labs, "gpu: only these labs");
    command.add_option("--runs N", options->runs, "How often to measure each figure")
        .in_range(1, 100)
        .shows_default();
    command.add_option("--grid N", options->side, "emulator: cells along each axis")
        .in_range(3, 600)
        .shows_default();
    command.footer("Example: five measurements of each figure\n"
                   "  ./lab bench emulator --runs 5");
    command.action([options, &session] {
        if (bench_runner() == nullptr) {
            throw UsageError("the benchmarks are built and run by the script: type ./lab bench");
        }
        bench_runner()(*options, session);
    });
}

} // namespace kit
