// The program behind ./lab: the list of its commands. The only place that catches exceptions.
#include "checker/commands/commands.hpp"

#include "analytics/commands/commands.hpp"
#include "analytics/count/gpu.hpp"
#include "checker/base/errors.hpp"
#include "checker/base/places.hpp"
#include "checker/base/utf8.hpp"
#include "checker/report/style.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <cstdio>
#include <exception>
#include <new>

namespace {

/// As the help lists them.
constexpr void (*commands[])(kit::CommandBuilder&, kit::Session&) = {
    kit::add_list_command,      kit::add_check_command,      kit::add_trace_command,
    kit::add_watch_command,     kit::add_hint_command,       kit::add_diff_command,
    kit::add_puzzle_command,    kit::add_reset_command,      kit::add_start_command,
    kit::add_solution_command,  kit::add_demo_command,       kit::add_explore_command,
    kit::add_compare_command,   kit::add_new_command,        kit::add_grade_command,
    kit::add_regrade_command,   kit::add_autograder_command, kit::add_bench_command,
    kit::add_bundle_command,    kit::add_test_command,       kit::add_completion_command,
    kit::add_analytics_command, kit::add_handouts_command,
};

int run(int argc, char** argv) {
    kit::set_machine_gpu(kit::machine_gpu);
    kit::Session session;
    session.root = kit::source_root();
    kit::Application app(
        "./lab",
        "A lab kit for stencil computation on GPUs: write kernels, have them checked on any "
        "machine.");
    app.add_version_flag(KIT_VERSION, "Print the kit's version and exit");
    app.add_option("--root DIR", session.root, "Folder with labs/ and solutions/ of your own")
        .existing_folder();
    for (const auto add : commands) {
        add(app, session);
    }
    app.footer("Example: what there is to try first\n  ./lab demo");
    if (!app.parse(argc, argv)) {
        return kit::exit_code::passed;
    }
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
        throw kit::KitError("the results could not be written to standard output");
    }
    return session.exit;
}

/// Sentences hold names and values from files, which must not drive the terminal.
int report(const char* sentence, int code) {
    fmt::print(stderr, "{}",
               kit::fitted(STDERR_FILENO, fmt::format("lab: {}", kit::printable(sentence))));
    return code;
}

} // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const kit::Refused& error) {
        return report(error.what(), kit::exit_code::usage);
    } catch (const kit::UsageError& error) {
        return report(error.what(), kit::exit_code::usage);
    } catch (const kit::BadInput& error) {
        return report(error.what(), kit::exit_code::usage);
    } catch (const kit::KitError& error) {
        return report(error.what(), kit::exit_code::failure);
    } catch (const std::bad_alloc&) {
        return report("out of memory: try a smaller --grid", kit::exit_code::failure);
    } catch (const std::exception& error) {
        return report(fmt::format("internal error: {}", error.what()).c_str(),
                      kit::exit_code::failure);
    }
}
