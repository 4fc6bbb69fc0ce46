// ./lab autograder: writes the scripts with which learning platforms run the kit.
#include "checker/command_line/registry.hpp"
#include "checker/files/whole_file.hpp"
#include "checker/grading/writers/formats.hpp"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

namespace kit {

namespace fs = std::filesystem;

namespace {

struct AutograderOptions {
    std::string platform;
    std::string folder;
};

void run_autograder(const AutograderOptions& options) {
    const std::vector<WrittenFile> files = options.platform == "gradescope"
                                               ? gradescope_autograder()
                                               : std::vector{github_classroom_workflow()};
    for (const WrittenFile& file : files) {
        const fs::path path = fs::path(options.folder) / file.path;
        replace_file(path, file.text);
        if (file.executable) {
            fs::permissions(path,
                            fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                            fs::perm_options::add);
        }
        fmt::print("{}\n", path.string());
    }
    if (options.platform == "gradescope") {
        fmt::print(
            "Put this kit beside them as the folder kit/, and zip all three: this zip is the "
            "autograder.\n");
    } else {
        fmt::print("Put it into the repository that students get, which must contain this kit.\n");
    }
}

void add_autograder_command(CommandBuilder& app, Session& /*session*/) {
    auto options = std::make_shared<AutograderOptions>();
    CommandBuilder command = app.add_command(
        "autograder", "Write the scripts with which a learning platform grades by the kit");
    command.add_option("PLATFORM", options->platform, "Which platform")
        .required()
        .one_of({"gradescope", "github"});
    command.add_option("DIR", options->folder, "Where to write them").required().type_name("DIR");
    command.footer("Example: an autograder for Gradescope\n"
                   "  ./lab autograder gradescope autograder");
    command.action([options] { run_autograder(*options); });
}

const RegisteredCommand registered_autograder(130, add_autograder_command);

} // namespace

} // namespace kit
