#include "checker/grading/writers/junit_xml.hpp"

#include "checker/grading/writers/lab_account.hpp"
#include "checker/grading/writers/points.hpp"
#include "checker/report/utf8.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

namespace kit {

namespace {

struct Counts {
    int tests = 0;
    int failures = 0;
    int errors = 0;
    int skipped = 0;
};

struct Told {
    std::string_view element; ///< "failure", "error", "skipped"; empty where it passed
    std::string type;
    std::string message;
};

const Finding* first_error(const GradedLab& lab) {
    if (!lab.check) {
        return nullptr;
    }
    const std::vector<Finding>& findings = lab.check->findings;
    const auto found = std::find_if(findings.begin(), findings.end(), [](const Finding& finding) {
        return finding.severity == Severity::error;
    });
    return found == findings.end() ? nullptr : &*found;
}

Told told_of(const GradedLab& lab) {
    switch (lab.state) {
    case GradedLab::State::missing:
    case GradedLab::State::refused:
        return {"skipped", std::string(name(lab.state)), lab_summary(lab)};
    case GradedLab::State::error: return {"error", "kit", lab_summary(lab)};
    case GradedLab::State::graded: break;
    }
    if (lab_passed(lab)) {
        return {};
    }
    const Finding* finding = first_error(lab);
    if (finding == nullptr) {
        return {"failure", "failed", lab_summary(lab)};
    }
    const bool died = finding->kind == FindingKind::crash || finding->kind == FindingKind::timeout;
    return {died ? "error" : "failure", std::string(name(finding->kind)),
            one_line(finding->message)};
}

void add_case(std::string& text, Counts& counts, const GradedStudent& student,
              const std::string& heading, const Told& told, const std::string& account,
              const std::string& points) {
    ++counts.tests;
    counts.failures += told.element == "failure" ? 1 : 0;
    counts.errors += told.element == "error" ? 1 : 0;
    counts.skipped += told.element == "skipped" ? 1 : 0;
    text += fmt::format("    <testcase classname=\"{}\" name=\"{}\">\n", xml_text(student.id),
                        xml_text(heading));
    if (told.element == "skipped") {
        text += fmt::format("      <skipped message=\"{}\"/>\n", xml_text(told.message));
    } else if (!told.element.empty()) {
        text += fmt::format("      <{0} type=\"{1}\" message=\"{2}\">{3}</{0}>\n", told.element,
                            xml_text(told.type), xml_text(told.message), xml_text(account));
    }
    if (!points.empty()) {
        text += fmt::format("      <system-out>{}</system-out>\n", xml_text(points));
    }
    text += "    </testcase>\n";
}

void add_quiz(std::string& text, Counts& counts, const GradedStudent& student) {
    const GradedQuiz& quiz = *student.quiz;
    const std::string account = quiz_account(quiz);
    Told told;
    switch (quiz.state) {
    case GradedLab::State::missing:
    case GradedLab::State::refused: told = {"skipped", "", one_line(account)}; break;
    case GradedLab::State::error: told = {"error", "kit", one_line(account)}; break;
    case GradedLab::State::graded:
        if (quiz.points < quiz.max_points) {
            told = {"failure", "quiz", "Not every answer is right."};
        }
        break;
    }
    add_case(text, counts, student, "Quiz", told, account,
             quiz.state == GradedLab::State::error ? "" : points_of(quiz.points, quiz.max_points));
}

std::string suite_of(const GradedClass& graded, const GradedStudent& student, Counts& all) {
    std::string cases;
    Counts counts;
    for (const GradedLab& lab : student.labs) {
        add_case(cases, counts, student, lab_heading(graded, lab), told_of(lab), lab_account(lab),
                 lab.state == GradedLab::State::error ? "" : points_of(lab.points, lab.max_points));
    }
    if (student.quiz) {
        add_quiz(cases, counts, student);
    }
    all.tests += counts.tests;
    all.failures += counts.failures;
    all.errors += counts.errors;
    std::string name = student_name(student);
    name += name == student.id ? "" : fmt::format(" ({})", student.id);
    return fmt::format("  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" "
                       "skipped=\"{}\">\n{}  </testsuite>\n",
                       xml_text(name), counts.tests, counts.failures, counts.errors, counts.skipped,
                       cases);
}

/// What XML 1.0 has no place for although it is Unicode.
bool is_noncharacter(std::string_view text) {
    return text == "\xEF\xBF\xBE" || text == "\xEF\xBF\xBF";
}

} // namespace

std::string xml_text(std::string_view text) {
    const std::string shown = printable(text);
    std::string result;
    result.reserve(shown.size());
    for (std::size_t i = 0; i < shown.size(); ++i) {
        switch (shown[i]) {
        case '&': result += "&amp;"; break;
        case '<': result += "&lt;"; break;
        case '>': result += "&gt;"; break;
        case '"': result += "&quot;"; break;
        default:
            if (is_noncharacter(std::string_view(shown).substr(i, 3))) {
                result += "\xEF\xBF\xBD";
                i += 2;
            } else {
                result += shown[i];
            }
        }
    }
    return result;
}

std::string junit_xml(const GradedClass& graded) {
    Counts all;
    std::string suites;
    for (const GradedStudent& student : graded.students) {
        suites += suite_of(graded, student, all);
    }
    return fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                       "<testsuites name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\">\n{}"
                       "</testsuites>\n",
                       xml_text(graded.title), all.tests, all.failures, all.errors, suites);
}

} // namespace kit
