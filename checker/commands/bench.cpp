#include "checker/commands/bench.hpp"

#include "checker/base/errors.hpp"

#include <memory>

namespace kit {

namespace {

BenchRunner::Run& bench_runner() {
    static BenchRunner::Run run = nullptr;
    return run;
}

} // namespace

#include "checker/commands/commands.hpp"

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
    command.add_option("--record", options->record, "gpu: keep the figures in this file")
        .type_name("FILE");
    command
        .add_option("--sides", options->sides,
                    "gpu: cells along each axis (default 120 256 512 1024)")
        .type_name("N")
        .in_range(3, 1290);
    command.add_option("--labs", options->labs, "gpu: only these labs").type_name("LAB");
    command.add_option("--runs", options->runs, "How often to measure each figure")
        .type_name("N")
        .in_range(1, 100)
        .shows_default();
    command.add_option("--grid", options->side, "emulator: cells along each axis")
        .type_name("N")
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
