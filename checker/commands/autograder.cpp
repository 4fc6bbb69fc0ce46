// ./lab autograder: writes the scripts with which learning platforms run the kit.
#include "checker/commands/commands.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/layout.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/grading/writers/autograders.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

namespace fs = std::filesystem;

namespace {

struct AutograderOptions {
    std::string platform;
    std::string folder;
    std::vector<std::string> labs;
    std::string image = AutograderRequest{}.image;
    std::string bundle;
    bool refuse_unconfined = false;
};

struct Platform {
    std::vector<WrittenFile> (*files)(const AutograderRequest&);
    std::string_view next; ///< what to do with the files; @DIR@ is their folder, @IMAGE@ the image
};

const std::map<std::string_view, Platform> platforms{
    {"gradescope",
     {gradescope_autograder,
      "Gradescope takes a zip of these two and a bundle of the kit:\n"
      "  ./lab bundle @DIR@/stencil-lab-kit.tar.gz\n"
      "  (cd @DIR@ && zip autograder.zip setup.sh run_autograder stencil-lab-kit.tar.gz)\n"
      "Upload it under Configure Autograder with any Ubuntu as the base image, and give it 1 CPU "
      "and 1.5 GB there or more.\n"}},
    {"github",
     {github_autograder, "Put it into the repository that students get, beside labs/. The bundle "
                         "is downloaded once and then kept. Students can edit what is in their "
                         "repositories, this file too: SECURITY.md.\n"}},
    {"prairielearn",
     {prairielearn_autograder,
      "Copy questions/ and serverFilesCourse/ into the course. Build the image, and put it where "
      "PrairieLearn finds it:\n"
      "  ./lab bundle @DIR@/image/stencil-lab-kit.tar.gz\n"
      "  docker build -t @IMAGE@ @DIR@/image\n"}}};

std::string points_line(const std::vector<Lab>& labs) {
    int points = 0;
    for (const Lab& lab : labs) {
        points += lab.points;
    }
    return fmt::format("It grades {}: {} points.\n",
                       labs.size() == 1 ? labs.front().id : fmt::format("{} labs", labs.size()),
                       points);
}

/// Whether it has only letters that a shell's quotes and YAML's leave as they are.
bool is_address(const std::string& text) {
    return text.starts_with("https://") && std::ranges::all_of(text, [](unsigned char letter) {
               return letter > ' ' && letter < 127 && letter != '\'' && letter != '\\';
           });
}

void run_autograder(const AutograderOptions& options, const Session& session) {
    AutograderRequest request;
    request.labs = labs_named(read_catalog(session.root), options.labs);
    request.trust_container = !options.refuse_unconfined;
    request.image = options.image;
    request.bundle = options.bundle;
    if (options.platform == "github" && !is_address(options.bundle)) {
        throw UsageError("github needs --bundle URL: where the kit's bundle, made by ./lab bundle, "
                         "can be downloaded (https://...), as a release's file, say.");
    }
    const Platform& platform = platforms.at(options.platform);
    for (const WrittenFile& file : platform.files(request)) {
        const fs::path path = fs::path(options.folder) / file.path;
        replace_file(path, file.text);
        if (file.executable) {
            fs::permissions(path,
                            fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                            fs::perm_options::add);
        }
        fmt::print("{}\n", path.string());
    }
    const std::string folder =
        (fs::absolute(options.folder) / ".").lexically_normal().parent_path();
    fmt::print("\n{}{}", points_line(request.labs),
               with_replaced(with_replaced(std::string(platform.next), "@DIR@", folder), "@IMAGE@",
                             options.image));
}

} // namespace

void add_autograder_command(CommandBuilder& app, Session& session) {
    auto options = std::make_shared<AutograderOptions>();
    CommandBuilder command = app.add_command(
        "autograder", "Write the scripts with which a learning platform grades by the kit");
    command.add_option("PLATFORM", options->platform, "Which platform")
        .required()
        .one_of({"gradescope", "github", "prairielearn"});
    command.add_option("DIR", options->folder, "Where to write them").required();
    command
        .add_option("--labs LABS", options->labs,
                    "Labs that give points: 4-7, or 5,8,12; default: all. With one lab, any single "
                    ".cu file is taken for it")
        .separated_by(',');
    command.add_option("--bundle URL", options->bundle,
                       "github: where the file that ./lab bundle made can be downloaded");
    command
        .add_option("--image NAME", options->image,
                    "prairielearn: the name of the image that grades, which contains the kit")
        .shows_default();
    command.add_flag("--refuse-unconfined", options->refuse_unconfined,
                     "Where the platform's container cannot confine kernels, grade nothing and say "
                     "so, instead of trusting that container");
    command.footer("Example: lab 5 on Gradescope\n"
                   "  ./lab autograder gradescope autograder --labs 5");
    command.action([options, &session] { run_autograder(*options, session); });
}

} // namespace kit
