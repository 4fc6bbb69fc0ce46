// ./lab man: the manual page, shown at a terminal, as its source elsewhere.
#include "checker/build/toolchain.hpp"
#include "checker/commands/command.hpp"
#include "checker/commands/manual.hpp"
#include "checker/commands/whole_definition.hpp"
#include "checker/model/errors.hpp"

#include <fmt/format.h>

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
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

bool write_to(const fs::path& path, const std::string& text) {
    std::ofstream file(path, std::ios::binary);
    file << text;
    return static_cast<bool>(file.flush());
}

/// A folder of its own for the page, gone at the end: `man` takes files, whose names it shows.
class PageFile {
public:
    explicit PageFile(const std::string& page) {
        std::string name = (fs::temp_directory_path() / "lab-man-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) {
            throw KitError(fmt::format("{}: no folder can be made there; set TMPDIR to one where "
                                       "it can",
                                       fs::temp_directory_path().string()));
        }
        folder_ = name;
        if (!write_to(path(), page)) {
            throw KitError(
                fmt::format("{}: the page cannot be written; is the disk full?", path().string()));
        }
    }

    PageFile(const PageFile&) = delete;
    PageFile& operator=(const PageFile&) = delete;

    ~PageFile() {
        std::error_code error;
        fs::remove_all(folder_, error);
    }

    [[nodiscard]] fs::path path() const { return folder_ / "lab.1"; }

private:
    fs::path folder_;
};

/// Whether `man` showed the page; it has the terminal while it does.
bool show(const fs::path& man, const std::string& page) {
    const PageFile file(page);
    const std::string name = file.path().string();
    const pid_t child = fork();
    if (child == 0) {
        execl(man.c_str(), "man", name.c_str(), static_cast<char*>(nullptr));
        _exit(127);
    }
    int status = 0;
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0;
}

void run(const std::string& output, const command_line::CommandBuilder& app) {
    const std::string page = command_line::man_page(whole_definition(app), manual(today()));
    if (!output.empty()) {
        if (!write_to(output, page)) {
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

} // namespace

void add_man_command(command_line::CommandBuilder& app) {
    auto output = std::make_shared<std::string>();
    command_line::CommandBuilder command =
        app.add_command("man", "Show the manual page: every command with its options");
    command.add_option("--output", *output, "Write the page's source into this file instead")
        .type_name("FILE");
    command.footer("Without a terminal, or without man, the page's source is printed.\n"
                   "Example: keep the page, and read it\n"
                   "  ./lab man --output lab.1 && man ./lab.1");
    command.action([output, app] { run(*output, app); });
}

} // namespace kit
