// ./lab test: the script runs it, because it builds what it runs; this says what it takes.
#include "checker/base/errors.hpp"
#include "checker/command_line/registry.hpp"

#include <memory>

namespace kit {

namespace {

struct TestOptions {
    std::vector<std::string> names;
    std::vector<std::string> suites;
};

void add_test_command(CommandBuilder& app, Session& /*session*/) {
    auto options = std::make_shared<TestOptions>();
    CommandBuilder command =
        app.add_command("test", "Build the kit's own tests and run them, all or some");
    command.add_option("TEST", options->names, "Only these tests: commands, analytics, ...");
    command.add_option("--suite", options->suites, "Only the tests of this suite")
        .type_name("SUITE")
        .at_most_one()
        .offers({"unit", "golden", "kit", "gpu"});
    command.footer("Further options are those of meson test.\n"
                   "Example: the short tests only\n"
                   "  ./lab test --suite unit");
    command.action([options] {
        throw UsageError("the tests are built and run by the script: type ./lab test");
    });
}

const RegisteredCommand registered_test(160, add_test_command);

} // namespace

} // namespace kit
