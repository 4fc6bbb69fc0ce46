// ./lab test: the script runs it, because it builds what it runs; this says what it takes.
#include "checker/commands/commands.hpp"

#include "checker/base/errors.hpp"

#include <memory>

namespace kit {

namespace {

struct TestOptions {
    std::vector<std::string> names;
    std::vector<std::string> suites;
    bool changed = false;
};

} // namespace

void add_test_command(CommandBuilder& app, Session& /*session*/) {
    auto options = std::make_shared<TestOptions>();
    CommandBuilder command =
        app.add_command("test", "Build the kit's own tests and run them, all or some");
    command.add_option("TEST", options->names, "Only these tests: commands, analytics, ...");
    command.add_option("--suite SUITE", options->suites, "Only the tests of this suite")
        .at_most_one()
        .offers({"fast", "kernels", "corpus", "machine", "gpu", "golden"});
    command.add_flag("--changed", options->changed,
                     "Only the tests that your changes since the last commit affect");
    command.footer("Further options are those of meson test.\n"
                   "Example: the tests that compile no kernel\n"
                   "  ./lab test --suite fast");
    command.action([options] {
        throw UsageError("the tests are built and run by the script: type ./lab test");
    });
}

} // namespace kit
