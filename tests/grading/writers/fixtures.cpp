#include "tests/grading/writers/fixtures.hpp"

#include <fmt/core.h>

namespace kit::fixtures {

namespace {

using Part = PointsPart::Kind;
using State = GradedItem::State;

const std::string sha(64, 'a');

GradedItem passed(const std::string& lab, double points, const std::string& file) {
    GradedItem result;
    result.id = lab;
    result.state = State::graded;
    result.file = file;
    result.sha256 = sha;
    result.check = CheckedSubmission{};
    result.check->outcome = Outcome::passed;
    result.check->cases = {{{3, 3, 3}, "", Outcome::passed},
                           {{120, 120, 120}, "", Outcome::passed}};
    result.parts = {{Part::cases, points, points, "2 of 2 grids are right"}};
    result.points = points;
    result.max_points = points;
    return result;
}

GradedItem without_check(const std::string& lab, State state, double max_points,
                         const std::string& file, const std::string& reason) {
    GradedItem result;
    result.id = lab;
    result.state = state;
    result.file = file;
    result.reason = reason;
    result.max_points = max_points;
    return result;
}

Finding race(const std::string& file) {
    Finding finding;
    finding.kind = FindingKind::race_shared;
    finding.message = "Two threads of a block use tile[145], one to write and one to read with no "
                      "barrier between them: {0} comes first is left to [chance](0).";
    finding.lines = {
        {file, 45, 9, "        tile[tz][ty] = \"```\"; // <script>alert('x')</script>"},
        {file, 60, 0, "        sum += c[1] | 0; // \x1b[31mred"}};
    finding.array = "tile";
    finding.index = 145;
    finding.count = 33'186'754;
    finding.cases = {"3³", "120³"};
    finding.hint = "Put a __syncthreads() between the two, where all threads of the block pass.";
    return finding;
}

Finding early_exit(const std::string& file) {
    Finding finding;
    finding.kind = FindingKind::early_exit_before_barrier;
    finding.severity = Severity::warning;
    finding.message = "- 100 % of the threads leave: before\nthe barrier, at a,b:c.";
    finding.lines = {{file, 12, 5, "    if (i >= n) return;"}};
    finding.detail = "in return\n````\n| a | b |\n";
    finding.follows = 0;
    return finding;
}

GradedItem failed(const std::string& lab, const std::string& file) {
    GradedItem result = passed(lab, 15, file);
    result.check->outcome = Outcome::failed;
    result.check->cases[1].outcome = Outcome::failed;
    result.check->findings = {race(file), early_exit(file)};
    result.parts = {{Part::cases, 7.5, 10, "1 of 2 grids is right"},
                    {Part::technique, 0, 5, "twice the loads | of the \"tiled\" kernel"}};
    result.points = 7.5;
    return result;
}

GradedItem crashed(const std::string& lab, const std::string& file) {
    GradedItem result = failed(lab, file);
    Finding finding;
    finding.kind = FindingKind::crash;
    finding.message = "The kernel divided by zero.";
    result.check->findings = {finding};
    result.parts = {{Part::cases, 3.3333, 10, "1 of 3 grids is right"},
                    {Part::late, -0.3333, 0, "1 day late: 10 % a day"}};
    result.points = 3;
    result.max_points = 20;
    return result;
}

GradedItem quiz() {
    GradedItem result;
    result.is_quiz = true;
    result.id = quiz_facts(2).id;
    result.state = State::graded;
    result.file = "quiz.toml";
    result.exercises = {{"1a", true, ""}, {"2a", false, "<b>15^3</b>, right is 20³ = 8,000"}};
    result.points = 1;
    result.max_points = 2;
    return result;
}

constexpr const char* basic = "04-basic-sweep";
constexpr const char* tiling = "05-shared-memory-tiling";
constexpr const char* coarsening = "06-thread-coarsening";

GradedStudent student(const std::string& id, const std::string& name,
                      const std::vector<GradedItem>& labs) {
    GradedStudent result;
    result.id = id;
    result.name = name;
    result.email = id + "@example.org";
    result.items = labs;
    result.max_points = 45;
    for (const GradedItem& lab : labs) {
        result.points += lab.points;
        result.complete = result.complete && lab.state != State::error;
    }
    return result;
}

GradedStudent awkward() {
    const std::string folder = "m\xE9llory \"x\", 100%: a&b/";
    GradedStudent result = student(
        "mallory", "=HYPERLINK(\"http://x.org\";\"@you\"), \"Möll\" <script>|```\n-1",
        {passed(basic, 10, folder + "04/kernel.cu"), failed(tiling, folder + "05/kernel.cu"),
         crashed(coarsening, folder + "06/kernel.cu")});
    result.email = "+mallory@example.org";
    result.columns = {{"SIS User ID", "-5"}, {"Section", "\\"}, {"username", "a\\\"b"}};
    return result;
}

} // namespace

GradedClass small_class() {
    GradedClass result;
    result.title = "GPU course <2026> & more";
    result.kit_version = "0.1.0";
    result.seed = 7;
    result.items = {{4, basic, "Basic sweep", "PMPP 8.2", 10},
                    {5, tiling, "Shared-memory tiling", "PMPP 8.3", 15},
                    {6, coarsening, "Thread coarsening", "PMPP 8.4", 20},
                    quiz_facts(2)};

    GradedStudent ada =
        student("ada", "Lovelace, Ada",
                {passed(basic, 10, "ada/04/kernel.cu"), passed(tiling, 15, "ada/05/kernel.cu"),
                 passed(coarsening, 20, "ada/06/kernel.cu")});
    ada.columns = {{"canvas_id", "4711"}, {"sis_id", "00123"}, {"login", "ada"}, {"section", "A1"}};
    ada.items[2].parts.push_back({Part::bonus, 2.5, 0, "1.2 times the reference's speed"});
    ada.items[2].points = 22.5;
    ada.items.push_back(quiz());
    ada.points = 48.5;
    ada.max_points = 47;

    const GradedStudent grace = student(
        "grace", "Grace Hopper",
        {passed(basic, 10, "grace/04/kernel.cu"), without_check(tiling, State::missing, 15, "", ""),
         without_check(coarsening, State::refused, 20, "grace/06/kernel.cu",
                       "it is larger than 1 MB")});
    GradedStudent alan =
        student("alan", "Alan Turing",
                {passed(basic, 10, "alan/04/kernel.cu"), failed(tiling, "alan/05/kernel.cu"),
                 without_check(coarsening, State::error, 20, "alan/06/kernel.cu",
                               "the disk is full\n::error::not a command")});
    alan.items[2].check = CheckedSubmission{};
    alan.items[2].check->kit_error = "the disk is full";

    const GradedStudent nobody = student(
        "../no body", "",
        {without_check(basic, State::missing, 10, "", ""),
         without_check(tiling, State::missing, 15, "", ""),
         without_check(coarsening, State::refused, 20, "x/\x01\xFF.cu", "not UTF-8: \x01\xFF")});
    result.students = {ada, awkward(), grace, alan, nobody};
    return result;
}

GradedClass large_class(int students) {
    GradedClass result = small_class();
    result.students.clear();
    for (int i = 0; i < students; ++i) {
        const std::string id = fmt::format("s{:05}", i);
        result.students.push_back(
            student(id, "Student " + id,
                    {passed(basic, 10, id + "/04/kernel.cu"), failed(tiling, id + "/05/kernel.cu"),
                     without_check(coarsening, State::missing, 20, "", "")}));
    }
    return result;
}

} // namespace kit::fixtures
