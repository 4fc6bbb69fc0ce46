// ./lab bundle: the script runs it, because it builds what it packs; this says what it takes.
#include "checker/commands/commands.hpp"

#include "checker/base/errors.hpp"

#include <memory>

namespace kit {

namespace {

struct BundleOptions {
    std::string file;
    bool student = false;
};

} // namespace

void add_bundle_command(CommandBuilder& app, Session& /*session*/) {
    auto options = std::make_shared<BundleOptions>();
    CommandBuilder command = app.add_command(
        "bundle", "Pack the kit and its compiler in one file that runs on any Linux");
    command.add_option("FILE", options->file,
                       "stencil-lab-kit.tar.zst unless given; also .tar.xz, .tar.gz or .tar");
    command.add_flag("--student", options->student, "Leave the solutions out");
    command.footer("Unpack the file anywhere and type ./lab in its folder: nothing is installed.\n"
                   "Example: for machines whose tar knows no zstd\n"
                   "  ./lab bundle stencil-lab-kit.tar.xz");
    command.action(
        [options] { throw UsageError("bundles are made by the script: type ./lab bundle"); });
}

} // namespace kit
