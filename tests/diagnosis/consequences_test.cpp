// One mistake, one finding first; what an access cannot cause stays a finding of its own.
#include "checker/diagnosis/finding_order.hpp"
#include "tests/catch.hpp"

using namespace kit;

namespace {

Finding finding(FindingKind kind, const char* array, const char* on = "33³") {
    Finding made;
    made.kind = kind;
    made.array = array;
    made.cases = {on};
    return made;
}

Finding explained_by(const char* id, bool of_formula) {
    Finding made = finding(FindingKind::wrong_output, "out");
    made.explanations.push_back({id, "", "", "", true, of_formula, false});
    return made;
}

} // namespace

TEST_CASE("a wrong output goes under the access that may have caused it") {
    std::vector<Finding> findings{finding(FindingKind::race_shared, "tile"),
                                  finding(FindingKind::uninitialized_shared, "tile"),
                                  finding(FindingKind::wrong_output, "out")};
    mark_consequences(findings);
    CHECK(!findings[0].follows);
    CHECK(findings[1].follows == 0U);
    CHECK(findings[2].follows == 0U);
}

TEST_CASE("other arrays, other cases and warnings are no causes") {
    std::vector<Finding> findings{finding(FindingKind::race_shared, "plane"),
                                  finding(FindingKind::uninitialized_shared, "tile"),
                                  finding(FindingKind::wrong_output, "out", "120³")};
    mark_consequences(findings);
    CHECK(!findings[1].follows);
    CHECK(!findings[2].follows);
    Finding warning = finding(FindingKind::out_of_bounds_global, "in");
    warning.severity = Severity::warning;
    findings = {warning, finding(FindingKind::wrong_output, "out")};
    mark_consequences(findings);
    CHECK(!findings[1].follows);
}

TEST_CASE("a mistake in the formula is nobody's consequence") {
    std::vector<Finding> findings{finding(FindingKind::race_shared, "tile"),
                                  explained_by("coefficients-exchanged", true)};
    mark_consequences(findings);
    CHECK(!findings[1].follows);
    findings = {finding(FindingKind::uninitialized_shared, "tile"),
                explained_by("halo-zero", false)};
    mark_consequences(findings);
    CHECK(findings[1].follows == 0U);
}

TEST_CASE("an index that leaves one global array may do all harm to global memory") {
    std::vector<Finding> findings{finding(FindingKind::out_of_bounds_global, "in"),
                                  finding(FindingKind::out_of_bounds_global, "out"),
                                  finding(FindingKind::race_global, "out"),
                                  finding(FindingKind::race_shared, "tile")};
    mark_consequences(findings);
    CHECK(findings[1].follows == 0U);
    CHECK(findings[2].follows == 0U);
    CHECK(!findings[3].follows);
    findings = {finding(FindingKind::input_modified, "in"), finding(FindingKind::race_global, "in"),
                finding(FindingKind::race_global, "out")};
    mark_consequences(findings);
    CHECK(findings[1].follows == 0U);
    CHECK(!findings[2].follows);
}

TEST_CASE("an index outside a tile in one line comes before a read without a value in another") {
    Finding read = finding(FindingKind::uninitialized_shared, "tile");
    read.lines = {{"kernel.cu", 31, 0, ""}};
    Finding index = finding(FindingKind::out_of_bounds_shared, "tile");
    index.lines = {{"kernel.cu", 20, 0, ""}};
    std::vector<Finding> findings{read, index};
    put_in_order(findings);
    CHECK(findings[0].kind == FindingKind::out_of_bounds_shared);
    index.lines = read.lines;
    findings = {read, index};
    put_in_order(findings);
    CHECK(findings[0].kind == FindingKind::uninitialized_shared);
}

TEST_CASE("a harmless read of an array with a race is left out: which came first is luck") {
    Finding read = finding(FindingKind::uninitialized_global, "out");
    read.severity = Severity::warning;
    std::vector<Finding> findings{finding(FindingKind::race_global, "out"), read};
    put_in_order(findings);
    CHECK(findings.size() == 1);
    findings = {finding(FindingKind::race_global, "in"), read};
    put_in_order(findings);
    CHECK(findings.size() == 2);
    findings = {finding(FindingKind::race_global, "out"),
                finding(FindingKind::uninitialized_global, "out")};
    put_in_order(findings);
    CHECK(findings.size() == 2);
}
