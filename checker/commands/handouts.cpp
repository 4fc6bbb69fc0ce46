// ./lab handouts: checks the labs' pages against their sources, and makes HTML or a PDF of them.
#include "checker/commands/commands.hpp"

#include "handouts/builder/handbook.hpp"
#include "handouts/builder/website.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <memory>

namespace kit {

namespace {

struct HandoutsOptions {
    std::string root;
    std::string output; ///< empty where not given
    bool update = false;
    bool pdf = false;
    bool check = false;
};

/// Where HTML goes unless --output says: into the build folder.
std::string usual_output() {
    const char* const build = std::getenv("KIT_BUILD_DIR");
    return build == nullptr ? "handouts-html" : std::string(build) + "/handouts-html";
}

/// Prints what is stale; false where anything is.
bool is_current(const HandoutsOptions& options) {
    const HandbookReview review = review_handbook(options.root, options.update);
    for (const std::string& file : review.written) {
        fmt::print("updated {}\n", file);
    }
    bool repairable = false;
    for (const Problem& problem : review.problems) {
        fmt::print("{}\n", text(problem));
        repairable = repairable || problem.repairable;
    }
    if (!review.problems.empty()) {
        fmt::print("{} problems to fix in {} pages{}\n", review.problems.size(), review.pages,
                   repairable ? ": ./lab handouts --update fixes what can be computed" : "");
        return false;
    }
    fmt::print("{} pages and {} drawings are up to date\n", review.pages, review.figures);
    return true;
}

int run_handouts(const HandoutsOptions& options) {
    if (!is_current(options)) {
        return exit_code::findings;
    }
    if (options.check) {
        return exit_code::passed;
    }
    const std::string output = options.output.empty() ? usual_output() : options.output;
    fmt::print("HTML: {}\n", build_website(options.root, output).string());
    if (options.pdf) {
        fmt::print("PDF: {}\n", build_pdf(options.root, output).string());
    }
    return exit_code::passed;
}

} // namespace

void add_handouts_command(CommandBuilder& app, Session& session) {
    auto options = std::make_shared<HandoutsOptions>();
    options->root = session.root.string();
    CommandBuilder command = app.add_command(
        "handouts", "Check every number, drawing and piece of code in the labs' pages against its "
                    "source, and make HTML of them");
    const OptionBuilder check =
        command.add_flag("--check", options->check, "Check only; needs no pandoc");
    command.add_flag("--update", options->update, "Rewrite what is stale, in handouts/");
    command.add_flag("--pdf", options->pdf, "Make one PDF of all pages, too").excludes(check);
    command.add_option("--output DIR", options->output, "Folder for the HTML and the PDF");
    command
        .add_option("--root DIR", options->root,
                    "Another tree with handouts/, labs/ and solutions/")
        .existing_folder();
    command.footer("How a page is written: CONTRIBUTING.md, \"A handout\".\n"
                   "Example: all pages as HTML and as a PDF, in a folder of your choice\n"
                   "  ./lab handouts --pdf --output pages");
    command.action([options, &session] { session.exit = run_handouts(*options); });
}

} // namespace kit
