// kit-handouts: the command line of ./lab handouts, and the only place that catches exceptions.
#include "checker/model/errors.hpp"
#include "handouts/builder/handbook.hpp"
#include "handouts/builder/options.hpp"
#include "handouts/builder/website.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

namespace {

// The exit codes that the whole kit uses.
constexpr int passed = 0;
constexpr int has_problems = 1;
constexpr int wrong_usage = 2;
constexpr int kit_failed = 3;

/// Where HTML goes when nobody says: with what is built.
std::string usual_output() {
    const char* const build = std::getenv("KIT_BUILD_DIR");
    return build == nullptr ? "handouts-html" : std::string(build) + "/handouts-html";
}

int report(const std::string& sentence, int code) {
    fmt::print(stderr, "handouts: {}\n", sentence);
    return code;
}

int run(int argc, char** argv) {
    handouts::Options options;
    options.root = KIT_SOURCE_ROOT;
    if (!handouts::application(options).parse(argc, argv)) {
        return passed;
    }
    const handouts::HandbookReview review = handouts::review_handbook(options.root, options.update);
    for (const std::string& file : review.written) {
        fmt::print("updated {}\n", file);
    }
    bool repairable = false;
    for (const handouts::Problem& problem : review.problems) {
        fmt::print("{}\n", text(problem));
        repairable = repairable || problem.repairable;
    }
    if (!review.problems.empty()) {
        fmt::print("{} to be mended in {} pages{}\n", review.problems.size(), review.pages,
                   repairable ? ": ./lab handouts --update does what can be computed" : "");
        return has_problems;
    }
    fmt::print("{} pages and {} drawings are up to date\n", review.pages, review.figures);
    if (options.check) {
        return passed;
    }
    const std::string output = options.output.empty() ? usual_output() : options.output;
    fmt::print("HTML: {}\n", handouts::build_website(options.root, output).string());
    if (options.pdf) {
        fmt::print("PDF: {}\n", handouts::build_pdf(options.root, output).string());
    }
    return passed;
}

} // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const command_line::Refused& error) {
        return report(error.what(), wrong_usage);
    } catch (const kit::UsageError& error) {
        return report(error.what(), wrong_usage);
    } catch (const std::exception& error) {
        return report(error.what(), kit_failed);
    }
}
