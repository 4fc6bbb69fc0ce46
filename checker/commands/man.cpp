// ./lab man: the manual page, shown at a terminal, as its source elsewhere.
#include "checker/command_line/registry.hpp"
#include "checker/commands/manual.hpp"
#include "checker/compile/toolchain.hpp"
#include "checker/files/scratch_folder.hpp"
#include "checker/files/whole_file.hpp"
#include "checker/model/errors.hpp"

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
    const std::string page = man_page(app.definition(), manual(today()));
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
    std::fwrite(page.data(), 1, page.size(), stdout);
    std::fflush(stdout);
}

void add_man_command(CommandBuilder& app, Session& /*session*/) {
    auto output = std::make_shared<std::string>();
    CommandBuilder command =
        app.add_command("man", "Show the manual page: every command with its options");
    command.add_option("--output", *output, "Write the page's source into this file instead")
        .type_name("FILE");
    command.footer("Without a terminal, or without man, the page's source is printed.\n"
                   "Example: keep the page, and read it\n"
                   "  ./lab man --output lab.1 && man ./lab.1");
    command.action([output, app] { run_man(*output, app); });
}

const RegisteredCommand registered_man(180, add_man_command);

} // namespace

} // namespace kit
