// Tests of checker/grading/class_page/class_statistics.hpp.
#include "checker/grading/class_page/class_statistics.hpp"
#include "tests/catch.hpp"

using namespace kit;

namespace {

GradedItem graded(Outcome outcome, double points, std::vector<Finding> findings = {}) {
    GradedItem lab;
    lab.state = GradedItem::State::graded;
    lab.check = CheckedSubmission();
    lab.check->outcome = outcome;
    lab.check->findings = std::move(findings);
    lab.points = points;
    return lab;
}

GradedItem in_state(GradedItem::State state) {
    GradedItem lab;
    lab.state = state;
    return lab;
}

Finding finding(FindingKind kind) {
    Finding one;
    one.kind = kind;
    return one;
}

GradedClass class_of(std::vector<GradedItem> labs) {
    GradedClass graded;
    graded.items.resize(1);
    for (GradedItem& lab : labs) {
        GradedStudent student;
        student.points = lab.points;
        student.max_points = 10;
        student.complete = lab.state != GradedItem::State::error;
        student.items = {std::move(lab)};
        graded.students.push_back(std::move(student));
    }
    return graded;
}

} // namespace

TEST_CASE("what the kit could not judge is in no mean and no share", "[class-page]") {
    const ClassStatistics statistics = statistics_of(
        class_of({graded(Outcome::passed, 10), graded(Outcome::failed, 4),
                  in_state(GradedItem::State::error), in_state(GradedItem::State::missing),
                  in_state(GradedItem::State::refused)}));
    const LabStatistics& lab = statistics.labs.at(0);
    CHECK(lab.passed == 1);
    CHECK(lab.failed == 1);
    CHECK(lab.errors == 1);
    CHECK(lab.missing == 1);
    CHECK(lab.refused == 1);
    CHECK(lab.judged() == 3);
    CHECK(lab.mean_points.value() == Approx(14.0 / 3));
    CHECK(statistics.incomplete == 1);
    CHECK(statistics.mean.value() == Approx(14.0 / 4));
    CHECK(statistics.median.value() == Approx(2));
}

TEST_CASE("totals are counted by tenths, a bonus in the last", "[class-page]") {
    const ClassStatistics statistics = statistics_of(class_of(
        {graded(Outcome::passed, 0), graded(Outcome::passed, 0.99), graded(Outcome::passed, 1),
         graded(Outcome::passed, 3), graded(Outcome::passed, 10), graded(Outcome::passed, 11.5)}));
    CHECK(statistics.totals == std::array<std::size_t, 10>{2, 1, 0, 1, 0, 0, 0, 0, 0, 2});
}

TEST_CASE("findings are counted by students, and consequences are not to fix first",
          "[class-page]") {
    Finding after = finding(FindingKind::wrong_output);
    after.follows = 0;
    Finding warning = finding(FindingKind::early_exit_before_barrier);
    warning.severity = Severity::warning;
    const Finding race = finding(FindingKind::race_shared);
    const ClassStatistics statistics = statistics_of(class_of(
        {graded(Outcome::failed, 0, {race, race, after}), graded(Outcome::failed, 0, {race, after}),
         graded(Outcome::failed, 0, {finding(FindingKind::wrong_output)}),
         graded(Outcome::passed, 10, {warning})}));
    const LabStatistics& lab = statistics.labs.at(0);
    CHECK(lab.findings == std::vector<FindingCount>{{FindingKind::wrong_output, 3},
                                                    {FindingKind::race_shared, 2},
                                                    {FindingKind::early_exit_before_barrier, 1}});
    CHECK(lab.worst.value() == FindingCount{FindingKind::race_shared, 2});
}

TEST_CASE("the part that most students have wrong is named", "[class-page]") {
    const auto with_wrong = [](int number, const char* title) {
        GradedItem item = graded(Outcome::failed, 0, {finding(FindingKind::wrong_output)});
        item.check->parts.parts = {{number, title, 9, TriedPart::State::wrong}};
        return item;
    };
    const ClassStatistics statistics = statistics_of(
        class_of({with_wrong(2, "the load"), with_wrong(4, "the sum"), with_wrong(4, "the sum")}));
    CHECK(statistics.labs.at(0).worst_part == "part 4, the sum");
    CHECK(statistics.labs.at(0).worst_part_students == 2);
}

TEST_CASE("late is late, whether or not it costs points", "[class-page]") {
    GradedItem lab = graded(Outcome::passed, 8);
    CHECK_FALSE(lab.late());
    lab.parts = {{PointsPart::Kind::late, -2, 0, "2 days late: 10 % off for each day begun"}};
    CHECK(lab.late());
    lab.parts[0].points = 0; // the kernel was worth nothing, or the class has no late rule
    CHECK(lab.late());
    CHECK(statistics_of(class_of({lab})).labs[0].late == 1);
}

TEST_CASE("an empty class has no means", "[class-page]") {
    const ClassStatistics statistics = statistics_of(GradedClass());
    CHECK_FALSE(statistics.mean);
    CHECK_FALSE(statistics.median);
    CHECK_FALSE(statistics_of(class_of({in_state(GradedItem::State::error)})).labs[0].mean_points);
}
