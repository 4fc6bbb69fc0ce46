#include "checker/commands/manual.hpp"

namespace kit {

Manual manual(const std::string& date) {
    Manual page;
    page.name = "lab";
    page.summary = "labs on stencil computation on GPUs, and their checker";
    page.version = "Stencil lab kit " KIT_VERSION;
    page.date = date;
    page.description = {
        "A lab is one CUDA kernel to write, in labs/NN-topic/kernel.cu. The checker builds it, "
        "runs "
        "it in an emulator that needs no GPU, and says whether it is right, why not, and how its "
        "memory traffic compares with what the textbook computes. Where there is a GPU, it times "
        "the kernel, too.",
        "The first run of ./lab installs what is missing (Debian and Ubuntu, as root or with sudo) "
        "and builds the kit; later runs build only what has changed. LAB is a lab's number, such "
        "as "
        "5 or 05, or its folder's name. Results go to standard output, everything else to standard "
        "error."};
    page.exit_codes = {
        {"0", "Passed."},
        {"1", "The kernel has findings, an answer is wrong, a page is stale, or a test failed."},
        {"2", "Wrong usage."},
        {"3", "The kit or the machine failed."}};
    page.environment = {
        {"LAB_BUILD_DIR",
         "The folder to build in, instead of build/ in the kit's folder, or of one in the cache "
         "where that cannot be written."},
        {"LAB_MESON_OPTIONS", "Further options for meson setup, read when the kit is configured."},
        {"KIT_CXX", "The compiler of kernels for the emulator, instead of g++ or else clang++."},
        {"KIT_NVCC", "With the value none, nvcc is not used, and no GPU either."},
        {"CUDA_HOME", "Where nvcc is looked for when it is not in PATH, before /usr/local/cuda."},
        {"NO_COLOR", "Reports without colours, whatever its value, unless that is empty."},
        {"XDG_CACHE_HOME", "The folder of the cache, instead of ~/.cache."}};
    page.files = {
        {"labs/NN-topic/kernel.cu", "The kernel to write: its parts to fill are marked TODO."},
        {"labs/NN-topic/lab.toml", "What the checker knows of the lab: grids, stencil, points."},
        {"solutions/NN-topic/kernel.cu", "The reference solution."},
        {"handouts/NN-topic.md", "The lab's page to read."},
        {"build/lab.log", "What the last set-up and the last build said."},
        {"~/.cache/stencil-lab-kit", "Kernels that were compiled before."}};
    return page;
}

} // namespace kit
