#include "checker/grading/writers/formats.hpp"

#include "checker/base/utf8.hpp"
#include "checker/grading/writers/item_account.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

namespace kit {

namespace {

struct TestCounts {
    int tests = 0;
    int failures = 0;
    int errors = 0;
    int skipped = 0;
};

struct TestResult {
    std::string_view element; ///< "failure", "error", "skipped"; empty if it passed
    std::string type;
    std::string message;
};

/// The content of an element or of an attribute in quotation marks. A line end in an attribute reads as a space.
std::string junit_text(std::string_view text) {
    return xml_text(printable(text));
}

const Finding* first_error(const GradedItem& item) {
    if (!item.check) {
        return nullptr;
    }
    const std::vector<Finding>& findings = item.check->findings;
    const auto found = std::find_if(findings.begin(), findings.end(), [](const Finding& finding) {
        return finding.severity == Severity::error;
    });
    return found == findings.end() ? nullptr : &*found;
}

TestResult result_of(const GradedItem& item) {
    switch (item.state) {
    case GradedItem::State::missing:
    case GradedItem::State::refused:
    case GradedItem::State::not_due:
    case GradedItem::State::excused:
    case GradedItem::State::needs_look:
        return {"skipped", std::string(name(item.state)), item_summary(item)};
    case GradedItem::State::error: return {"error", "kit", item_summary(item)};
    case GradedItem::State::graded: break;
    }
    if (item.passed()) {
        return {};
    }
    const Finding* finding = first_error(item);
    if (finding == nullptr) {
        return {"failure", item.is_quiz ? "quiz" : "failed", item_summary(item)};
    }
    const bool died = finding->kind == FindingKind::crash || finding->kind == FindingKind::timeout;
    return {died ? "error" : "failure", std::string(name(finding->kind)),
            one_line(finding->message)};
}

std::string case_of(const GradedClass& graded, const GradedStudent& student, const GradedItem& item,
                    TestCounts& counts) {
    const TestResult result = result_of(item);
    ++counts.tests;
    counts.failures += result.element == "failure" ? 1 : 0;
    counts.errors += result.element == "error" ? 1 : 0;
    counts.skipped += result.element == "skipped" ? 1 : 0;
    std::string text = fmt::format("    <testcase classname=\"{}\" name=\"{}\">\n",
                                   junit_text(student.id), junit_text(item_heading(graded, item)));
    if (result.element == "skipped") {
        text += fmt::format("      <skipped message=\"{}\"/>\n", junit_text(result.message));
    } else if (!result.element.empty()) {
        text += fmt::format("      <{0} type=\"{1}\" message=\"{2}\">{3}</{0}>\n", result.element,
                            junit_text(result.type), junit_text(result.message),
                            junit_text(item_account(item)));
    }
    if (item.known()) {
        text += fmt::format("      <system-out>{}</system-out>\n",
                            junit_text(points_of(item.points, item.max_points)));
    }
    return text + "    </testcase>\n";
}

std::string suite_of(const GradedClass& graded, const GradedStudent& student, TestCounts& all) {
    std::string cases;
    TestCounts counts;
    for (const GradedItem& item : student.items) {
        cases += case_of(graded, student, item, counts);
    }
    all.tests += counts.tests;
    all.failures += counts.failures;
    all.errors += counts.errors;
    std::string name = student_name(student);
    name += name == student.id ? "" : fmt::format(" ({})", student.id);
    return fmt::format("  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" "
                       "skipped=\"{}\">\n{}  </testsuite>\n",
                       junit_text(name), counts.tests, counts.failures, counts.errors,
                       counts.skipped, cases);
}

} // namespace

std::string junit_xml(const GradedClass& graded) {
    TestCounts all;
    std::string suites;
    for (const GradedStudent& student : graded.students) {
        suites += suite_of(graded, student, all);
    }
    return fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                       "<testsuites name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\">\n{}"
                       "</testsuites>\n",
                       junit_text(graded.title), all.tests, all.failures, all.errors, suites);
}

} // namespace kit
