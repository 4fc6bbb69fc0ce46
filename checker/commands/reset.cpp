// ./lab reset: restores a lab's skeleton and keeps a copy of the student's file.
#include "checker/catalog/catalog.hpp"
#include "checker/command_line/registry.hpp"
#include "checker/commands/course.hpp"
#include "checker/files/whole_file.hpp"
#include "checker/model/errors.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <iostream>
#include <memory>
#include <string>
#include <system_error>

namespace kit {

namespace fs = std::filesystem;

namespace {

/// Copies the file to the first name that is free: kernel.cu.kept, kernel.cu.kept.2, ...
fs::path keep_copy(const fs::path& file) {
    for (int number = 1; number < 1000; ++number) {
        const fs::path copy =
            file.string() + (number == 1 ? ".kept" : fmt::format(".kept.{}", number));
        std::error_code error;
        if (fs::exists(fs::symlink_status(copy, error))) {
            continue;
        }
        fs::copy_file(file, copy, fs::copy_options::none, error);
        if (error) {
            throw KitError(fmt::format("{}: cannot be written: {}; nothing was changed",
                                       copy.string(), error.message()));
        }
        return copy;
    }
    throw KitError(fmt::format("{}.kept: there are too many copies; remove some", file.string()));
}

bool agreed(const std::string& file) {
    if (isatty(STDIN_FILENO) == 0) {
        throw UsageError(
            fmt::format("cannot ask before resetting {}, because there is no terminal: "
                        "add --yes",
                        file));
    }
    fmt::print(stderr, "Reset {} to the skeleton? A copy of it is kept. [y/N] ", file);
    std::string answer;
    std::getline(std::cin, answer);
    return answer == "y" || answer == "Y" || answer == "yes";
}

void run_reset(const std::string& name, bool yes, Session& session) {
    const Lab lab = find_lab(read_catalog(session.root), name);
    const std::string text = handed_out_text(lab);
    const std::string file = shown_path(lab.skeleton).string();
    std::error_code error;
    const bool there = fs::exists(lab.skeleton, error);
    if (there && read_file(lab.skeleton) == text) {
        fmt::print("{}: no changes; the file is the skeleton.\n", file);
        return;
    }
    if (there && !yes && !agreed(file)) {
        fmt::print("Nothing was changed.\n");
        return;
    }
    fs::path copy;
    if (there) {
        copy = keep_copy(lab.skeleton);
    }
    // By rename: an editor or ./lab watch sees the old text or the new one.
    if (const int reason = replace_file_by(lab.skeleton.string() + ".new", lab.skeleton, text)) {
        throw KitError(fmt::format("{}: cannot be written: {}; make room, or look at the folder's "
                                   "permissions",
                                   lab.skeleton.string(), std::strerror(reason)));
    }
    update_progress(session, [&](CourseProgress& course) {
        if (const auto known = course.find(lab.id); known != course.end()) {
            known->second.finding.reset(); // it was about the old text
        }
    });
    if (there) {
        fmt::print("{} is the skeleton again; your version is in {}.\n", file,
                   shown_path(copy).string());
    } else {
        fmt::print("{} was missing; it is the skeleton again.\n", file);
    }
}

void add_reset_command(CommandBuilder& app, Session& session) {
    struct ResetOptions {
        std::string lab;
        bool yes = false;
    };

    auto options = std::make_shared<ResetOptions>();
    CommandBuilder command = app.add_command(
        "reset", "Reset a lab's kernel.cu to the skeleton, keeping a copy of yours");
    command.add_option("LAB", options->lab, "The lab: 5, 05 or 05-shared-memory-tiling").required();
    command.add_flag("--yes", options->yes, "Do not ask; needed without a terminal");
    command.footer("The copy is kernel.cu.kept beside it, or kernel.cu.kept.2 and so on.\n"
                   "Example: ./lab reset 5");
    command.action([options, &session] { run_reset(options->lab, options->yes, session); });
}

const RegisteredCommand registered_reset(60, add_reset_command);

} // namespace

} // namespace kit
