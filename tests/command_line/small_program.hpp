// A program with one of everything that can be typed, for the tests of what is made of a definition.
#pragma once

#include "checker/command_line/application.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// "./lab" with the commands `check`, and `counts` that has a command `of`; nothing runs.
class SmallProgram {
public:
    SmallProgram() : app("./lab", "Check kernels: it's a small kit") {
        app.add_option("--root DIR", root_, "Folder with labs/");
        app.add_version_flag("1", "Print the version");
        kit::CommandBuilder check = app.add_command("check", "Check [one] kernel: is it right");
        check.add_option("LAB", lab_, "The lab: 5 or 05-tiles").required();
        check.add_option("FILE", file_, "Another file");
        check.add_flag("-s,--solution", solution_, "Check the solution");
        check.add_option("--backend", backend_, "Where it\nruns")
            .one_of({"auto", "gpu"})
            .shows_default();
        check.add_option("--gpu GPU", gpu_, "A GPU").offers([] {
            return std::vector<std::string>{"A100", "H200"};
        });
        check.add_option("--seed", seed_, "Inputs");
        check.footer("Notes, in two\nlines.\nExample: ./lab check 5 --backend gpu");
        kit::CommandBuilder counts = app.add_command("counts", "Count with \\ and .dots");
        kit::CommandBuilder of = counts.add_command("of", "Counts of files");
        of.add_option("WHAT", whats_, "What is counted").offers({"bytes", "blocks"});
        of.add_option("--answers FILE", answers_, "Files");
        of.footer("Example: two lines\n  ./lab counts of bytes > 'a b'\n  ./lab counts of blocks");
        app.footer("Example: what to try first\n  ./lab check 5");
        app.add_command("hidden", "Not shown").hide();
    }

    kit::Application app;

private:
    std::string root_;
    std::string lab_;
    std::string file_;
    bool solution_ = false;
    std::string backend_ = "auto";
    std::optional<std::string> gpu_;
    std::uint64_t seed_ = 0;
    std::vector<std::string> whats_;
    std::vector<std::string> answers_;
};
