// ./lab autograder: what learning platforms run the kit by.
#include "checker/commands/command.hpp"
#include "checker/grading/store/whole_file.hpp"
#include "checker/grading/writers/github_classroom.hpp"
#include "checker/grading/writers/gradescope_autograder.hpp"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

namespace kit {

namespace fs = std::filesystem;

namespace {

struct Options {
    std::string platform;
    std::string folder;
};

void run(const Options& options) {
    const std::vector<WrittenFile> files = options.platform == "gradescope"
                                               ? gradescope_autograder()
                                               : std::vector{github_classroom_workflow()};
    for (const WrittenFile& file : files) {
        const fs::path path = fs::path(options.folder) / file.path;
        write_whole_file(path, file.text);
        if (file.executable) {
            fs::permissions(path,
                            fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                            fs::perm_options::add);
        }
        fmt::print("{}\n", path.string());
    }
    if (options.platform == "gradescope") {
        fmt::print("Put this kit beside them as the folder kit/, and zip all three: that is the "
                   "autograder.\n");
    } else {
        fmt::print("It belongs in the repository that students get, with this kit in it.\n");
    }
}

} // namespace

void add_autograder_command(command_line::CommandBuilder& app) {
    auto options = std::make_shared<Options>();
    command_line::CommandBuilder command = app.add_command(
        "autograder", "Write the scripts with which a learning platform grades by the kit");
    command.add_option("PLATFORM", options->platform, "Which platform")
        .required()
        .one_of({"gradescope", "github"});
    command.add_option("DIR", options->folder, "Where to write them").required().type_name("DIR");
    command.footer("Example: an autograder for Gradescope\n"
                   "  ./lab autograder gradescope autograder");
    command.action([options] { run(*options); });
}

} // namespace kit
