// ./lab reset: a lab's file back to the skeleton, with a copy of what it held.
#include "checker/catalog/catalog.hpp"
#include "checker/commands/command.hpp"
#include "checker/commands/course.hpp"
#include "checker/model/errors.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <cstdio>
#include <fstream>
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

/// By rename: an editor or ./lab watch sees the old text or the new one.
void write_file(const fs::path& file, const std::string& text) {
    const fs::path beside = file.string() + ".new";
    std::error_code error;
    {
        std::ofstream stream(beside, std::ios::binary);
        stream << text;
        if (!stream.flush()) {
            throw KitError(fmt::format("{}: cannot be written; make room, or look at the folder's "
                                       "permissions",
                                       beside.string()));
        }
    }
    fs::rename(beside, file, error);
    if (error) {
        throw KitError(fmt::format("{}: cannot be written: {}", file.string(), error.message()));
    }
}

bool agreed(const std::string& file) {
    if (isatty(STDIN_FILENO) == 0) {
        throw UsageError(fmt::format("nobody can be asked here whether {} may be put back to the "
                                     "skeleton: add --yes",
                                     file));
    }
    fmt::print(stderr, "{} becomes the skeleton again; a copy of it is kept. Go on? [y/N] ", file);
    std::string answer;
    std::getline(std::cin, answer);
    return answer == "y" || answer == "Y" || answer == "yes";
}

void run(const std::string& name, bool yes, Session& session) {
    const std::vector<Lab> labs = read_catalog(session.root);
    const Lab& lab = find_lab(labs, name);
    const std::string text = handed_out_text(lab);
    const std::string file = shown_path(lab.skeleton).string();
    std::error_code error;
    const bool there = fs::exists(lab.skeleton, error);
    if (there && text_of_file(lab.skeleton) == text) {
        fmt::print("{}: no changes, the file is the skeleton.\n", file);
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
    write_file(lab.skeleton, text);
    update_progress(session, [&](CourseProgress& course) {
        if (const auto known = course.find(lab.id); known != course.end()) {
            known->second.finding.reset(); // it spoke of the text that is gone
        }
    });
    if (there) {
        fmt::print("{} is the skeleton again; what it held is in {}.\n", file,
                   shown_path(copy).string());
    } else {
        fmt::print("{} was not there and is the skeleton again.\n", file);
    }
}

} // namespace

void add_reset_command(command_line::CommandBuilder& app, Session& session) {
    struct Options {
        std::string lab;
        bool yes = false;
    };

    auto options = std::make_shared<Options>();
    command_line::CommandBuilder command = app.add_command(
        "reset", "Put a lab's kernel.cu back to the skeleton; a copy of yours is kept");
    command.add_option("LAB", options->lab, "The lab: 5, 05 or 05-shared-memory-tiling").required();
    command.add_flag("--yes", options->yes, "Do not ask; needed where there is no terminal");
    command.footer("The copy is kernel.cu.kept beside it, with a number where there is one "
                   "already.\nExample: ./lab reset 5");
    command.action([options, &session] { run(options->lab, options->yes, session); });
}

} // namespace kit
