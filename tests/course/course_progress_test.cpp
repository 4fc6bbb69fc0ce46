// What a check changes in a student's progress, and which lab comes next.
#include "checker/course/course_progress.hpp"
#include "tests/catch.hpp"

using namespace kit;

namespace {

const std::string noon = "2026-11-21T12:00:00Z";
const std::string later = "2026-11-22T12:00:00Z";

CheckResult right(int score = 15) {
    CheckResult result;
    result.submission_fingerprint = "abc";
    result.verdict.outcome = Outcome::passed;
    result.verdict.score = score;
    return result;
}

Finding finding_of(FindingKind kind, Severity severity = Severity::error) {
    Finding finding;
    finding.kind = kind;
    finding.severity = severity;
    finding.message = "It is wrong.";
    finding.hint = "Look there.";
    finding.lines = {{"kernel.cu", 45, 1, "    sum += 1;"}, {"kernel.cu", 0, 0, ""}};
    return finding;
}

CheckResult wrong(FindingKind kind) {
    CheckResult result;
    result.verdict.outcome = Outcome::failed;
    result.verdict.findings = {finding_of(kind)};
    return result;
}

std::vector<Lab> three_labs() {
    std::vector<Lab> labs(3);
    for (std::size_t i = 0; i < labs.size(); ++i) {
        labs[i].number = static_cast<int>(i) + 1;
        labs[i].id = "0" + std::to_string(i + 1) + "-lab";
        labs[i].points = 10;
    }
    return labs;
}

} // namespace

TEST_CASE("the first pass is kept, the file is the last one that passed") {
    LabProgress lab;
    enter_check(lab, right(), true, noon);
    CHECK(lab.passed_at == noon);
    CHECK(lab.points == 15);
    CHECK(lab.passed_fingerprint == "abc");
    CheckResult again = right();
    again.submission_fingerprint = "def";
    enter_check(lab, again, true, later);
    CHECK(lab.passed_at == noon);
    CHECK(lab.passed_fingerprint == "def");
    CHECK(lab.checks == 2);
    enter_check(lab, wrong(FindingKind::race_shared), true, later);
    CHECK(lab.passed());
    CHECK(lab.points == 15);
}

TEST_CASE("a pass on one grid is no pass of the lab, and takes no finding away") {
    LabProgress lab;
    enter_check(lab, wrong(FindingKind::wrong_output), true, noon);
    enter_check(lab, right(), false, noon);
    CHECK_FALSE(lab.passed());
    CHECK(lab.checks == 2);
    CHECK(lab.finding.has_value());
    enter_check(lab, right(), true, noon);
    CHECK_FALSE(lab.finding.has_value());
}

TEST_CASE("a finding is noted with its lines; the same mistake again keeps its hints' level") {
    LabProgress lab;
    enter_check(lab, wrong(FindingKind::race_shared), true, noon);
    REQUIRE(lab.finding);
    CHECK(lab.finding->kind == "race-shared");
    CHECK(lab.finding->hint == "Look there.");
    CHECK(lab.finding->lines == std::vector<NotedLine>{{45, "    sum += 1;", 1}});
    lab.finding->hints_seen = 2;
    enter_check(lab, wrong(FindingKind::race_shared), true, noon);
    CHECK(lab.finding->hints_seen == 2);
    enter_check(lab, wrong(FindingKind::crash), true, noon);
    CHECK(lab.finding->hints_seen == 0);
}

TEST_CASE("an error comes before a warning, and any text becomes printable") {
    std::vector<Finding> findings{
        finding_of(FindingKind::early_exit_before_barrier, Severity::warning),
        finding_of(FindingKind::wrong_output)};
    CHECK(first_finding(findings)->kind == FindingKind::wrong_output);
    CHECK(first_finding({}) == nullptr);
    findings[1].message = "bad \xff\x1b[31m" + std::string(5000, 'x');
    const NotedFinding note = noted(findings[1]);
    CHECK(note.message.size() < 2100);
    CHECK(note.message.find('\x1b') == std::string::npos);
}

TEST_CASE("the next lab is the first after this one that has not passed") {
    const std::vector<Lab> labs = three_labs();
    CourseProgress course;
    CHECK(first_unpassed(labs, course)->number == 1);
    course["01-lab"].passed_at = noon;
    CHECK(first_unpassed(labs, course)->number == 2);
    CHECK(next_lab(labs, course, labs[1]).number == 3);
    CHECK(next_lab(labs, course, labs[2]).number == 2);
    course["02-lab"].passed_at = noon;
    course["03-lab"].passed_at = noon;
    CHECK(first_unpassed(labs, course) == nullptr);
    CHECK(next_lab(labs, course, labs[2]).number == 1);
    CHECK(next_lab({labs[0]}, course, labs[0]).number == 1);
}

TEST_CASE("the course's bar and sentence") {
    const std::vector<Lab> labs = three_labs();
    CourseProgress course;
    const TextStyle plain;
    CHECK(course_bar(total_of(labs, course), 6, plain) == "░░░░░░");
    course["02-lab"].passed_at = noon;
    course["02-lab"].points = 10;
    course["99-gone"].passed_at = noon;
    CHECK(course_bar(total_of(labs, course), 6, plain) == "██░░░░");
    CHECK(course_sentence(total_of(labs, course)) == "1 of 3 labs, 10 of 30 points");
    CHECK(lab_mark(course["02-lab"], plain) == "✓");
    CHECK(lab_mark({}, plain) == " ");
    CHECK(utc_now().size() == noon.size());
}
