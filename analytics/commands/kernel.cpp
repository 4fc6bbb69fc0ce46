// ./lab analytics kernel: one kernel's counts.
#include "analytics/commands/commands.hpp"

#include "analytics/commands/options.hpp"
#include "analytics/count/gpu.hpp"
#include "analytics/tables/kernel_tables.hpp"
#include "checker/base/numbers.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <optional>
#include <vector>

namespace kit {

namespace {

struct KernelCommandOptions {
    std::string family;
    KernelOptions kernel;
    std::optional<std::string> gpu;
    std::optional<std::int64_t> registers;
};

void run_kernel(const KernelCommandOptions& options) {
    const Format format = format_named(options.kernel.format);
    const KernelFamily family = family_named(options.family);
    const KernelModel model = model_of(options.kernel, family);
    std::vector<Table> tables = kernel_tables(model);
    tables.front().title =
        fmt::format("Kernel {}: {}, {} threads", typed_name(family), setting(model, options.kernel),
                    shape_text(model.block, block_axes(model)));
    if (options.gpu) {
        const std::vector<Table> on_gpu =
            gpu_tables(model, gpu_named(known_gpus(), *options.gpu), options.registers);
        tables.insert(tables.end(), on_gpu.begin(), on_gpu.end());
    } else if (options.registers) {
        throw BadInput("--registers needs a GPU, like --gpu H200.");
    }
    std::fputs(render(tables, format).c_str(), stdout);
}

} // namespace

void add_kernel_command(CommandBuilder& app, Session& /*session*/) {
    const auto options = std::make_shared<KernelCommandOptions>();
    CommandBuilder command =
        app.add_command("kernel", "Show every figure of one kernel, with its formula");
    command.add_option("KERNEL", options->family, "The kernel").required().offers(kernel_names());
    add_kernel_options(command, options->kernel);
    command.add_option("--gpu GPU", options->gpu, "Also occupancy and roofline on this GPU")
        .offers(gpu_names);
    command.add_option("--registers N", options->registers,
                       "With --gpu: registers of a thread, as nvcc reports them");
    command.footer("Example: the tiled kernel where the textbook's count is one block short\n"
                   "  ./lab analytics kernel tiled --grid 122 --block 8");
    command.action([options] { run_kernel(*options); });
}

} // namespace kit
