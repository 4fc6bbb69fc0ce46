// ./lab man: the manual page, shown by man at a terminal, as plain text elsewhere.
#include "checker/base/errors.hpp"
#include "checker/base/layout.hpp"
#include "checker/base/scratch_folder.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/command_line/man_page.hpp"
#include "checker/command_line/man_text.hpp"
#include "checker/command_line/registry.hpp"
#include "checker/compile/toolchain.hpp"
#include "checker/report/style.hpp"

#include <fmt/format.h>

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>

namespace kit {

namespace {

namespace fs = std::filesystem;

std::string today() {
    const std::time_t now = std::time(nullptr);
    std::tm day{};
    localtime_r(&now, &day);
    return fmt::format("{:04}-{:02}-{:02}", day.tm_year + 1900, day.tm_mon + 1, day.tm_mday);
}

/// What the page says that no command line knows. `date` is as "2026-01-31".
Manual manual(const std::string& date) {
    Manual page;
    page.name = "lab";
    page.summary = "labs on stencil computation on GPUs, and their checker";
    page.version = "Stencil lab kit " KIT_VERSION;
    page.date = date;
    page.description = {
        "A lab is one CUDA kernel to write, in labs/NN-topic/kernel.cu. The checker builds it, "
        "runs it in an emulator that needs no GPU, and says whether it is right, why not, and how "
        "its memory traffic compares with the textbook's numbers. If there is a GPU, it also times "
        "the kernel.",
        "The first run of ./lab installs what is missing (Debian and Ubuntu, as root or with sudo) "
        "and builds the kit; later runs build only what has changed. LAB is a lab's number, such "
        "as 5 or 05, its folder's name, or a path in that folder. Results go to standard output, "
        "everything else to "
        "standard error."};
    page.exit_codes = {
        {"0", "Passed."},
        {"1", "The kernel has findings, an answer is wrong, a page is stale, or a test failed."},
        {"2", "Wrong usage."},
        {"3", "The kit or the machine failed."}};
    page.environment = {
        {"LAB_BUILD_DIR",
         "The build folder. Default: build/ in the kit's folder, or a folder in the "
         "cache if that cannot be written."},
        {"LAB_MESON_OPTIONS", "Further options for meson setup, read when the kit is configured."},
        {"KIT_CXX", "The clang++ that compiles kernels for the emulator, instead of the system's."},
        {"KIT_NVCC", "If it is none, neither nvcc nor a GPU is used."},
        {"CUDA_HOME", "Where nvcc is looked for when it is not in PATH, before /usr/local/cuda."},
        {"NO_COLOR", "If it is set and not empty, reports have no colours."},
        {"FORCE_HYPERLINK",
         "Whether file names are links to click on: 0 never, another value always. Without it, in "
         "terminals that are known to show links."},
        {"XDG_CACHE_HOME", "The folder of the cache, instead of ~/.cache."}};
    page.files = {
        {"labs/NN-topic/kernel.cu", "The kernel to write: its parts to fill are marked TODO."},
        {"labs/NN-topic/lab.toml", "What the checker knows of the lab: grids, stencil, points."},
        {"solutions/NN-topic/kernel.cu", "The reference solution."},
        {"handouts/NN-topic.md", "The lab's page to read."},
        {"build/lab.log", "Output of the last set-up and the last build."},
        {"~/.cache/stencil-lab-kit", "Kernels that were compiled before."}};
    return page;
}

/// Whether `man` showed the page; it has the terminal while it does.
bool show(const fs::path& man, const std::string& page) {
    const ScratchFolder folder; // man takes files, and shows their names
    const std::string name = (folder.path() / "lab.1").string();
    write_file(name, page);
    const pid_t child = fork();
    if (child == 0) {
        execl(man.c_str(), "man", name.c_str(), static_cast<char*>(nullptr));
        _exit(127);
    }
    int status = 0;
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0;
}

void run_man(const std::string& output, const CommandBuilder& app) {
    const Manual texts = manual(today());
    const std::string page = man_page(app.definition(), texts);
    if (!output.empty()) {
        if (try_write_file(output, page) != 0) {
            throw UsageError(fmt::format("--output {}: the file cannot be written", output));
        }
        return;
    }
    const auto man = find_program("man");
    if (isatty(STDOUT_FILENO) != 0 && man && show(*man, page)) {
        return;
    }
    print_out(
        man_text(app.definition(), texts, terminal_columns(STDOUT_FILENO).value_or(text_columns)));
}

void add_man_command(CommandBuilder& app, Session& /*session*/) {
    auto output = std::make_shared<std::string>();
    CommandBuilder command =
        app.add_command("man", "Show the manual page: every command with its options");
    command
        .add_option("--output", *output, "Write the page's source, for man, into this file instead")
        .type_name("FILE");
    command.footer("Without a terminal, or without the program man, the page is printed as text.\n"
                   "Example: keep the page, and read it\n"
                   "  ./lab man --output lab.1 && man ./lab.1");
    command.action([output, app] { run_man(*output, app); });
}

const RegisteredCommand registered_man(180, add_man_command);

} // namespace

} // namespace kit
