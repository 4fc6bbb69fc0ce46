#include "tests/fuzz/reported.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/json_text.hpp"
#include "checker/report/json_report.hpp"
#include "checker/report/json_result.hpp"
#include "checker/report/text_report.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

using namespace kit;

namespace {

void demand(bool holds, const std::string& what) {
    if (!holds) {
        std::fprintf(stderr, "%s\n", what.c_str());
        std::abort();
    }
}

bool drives_a_terminal(const std::string& text) {
    return std::ranges::any_of(text, [](unsigned char letter) {
        return (letter < 32 && letter != '\n') || letter == 127;
    });
}

} // namespace

void report(const Lab& lab, const CheckResult& result) {
    const std::string text = text_report(lab, result, {});
    demand(!drives_a_terminal(text), "a control character in the report:\n" + text);
    const std::string json = json_report(lab, result);
    try {
        const CheckedSubmission read =
            checked_submission_from(ordered_json_from(json), "ada/kernel.cu");
        demand(read.outcome == result.verdict.outcome, "another verdict:\n" + json);
        demand(read.findings.size() == result.verdict.findings.size(),
               "another number of findings:\n" + json);
    } catch (const std::exception& error) {
        demand(false, std::string(error.what()) + ", of\n" + json);
    }
}
