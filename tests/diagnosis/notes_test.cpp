// What is a note and no finding.
#include "checker/diagnosis/notes.hpp"
#include "tests/catch.hpp"

using namespace kit;

TEST_CASE("reads that do no harm become a note, but not those of an array that an error is about") {
    const auto read = [](const char* array, Severity severity) {
        return Finding{.kind = FindingKind::uninitialized_shared,
                       .severity = severity,
                       .lines = {{"kernel.cu", 7, 1, "", ""}},
                       .array = array};
    };
    std::vector<Finding> findings{read("wrong", Severity::warning), read("idle", Severity::warning),
                                  read("wrong", Severity::error)};
    const auto note = take_unused_reads(findings);
    REQUIRE(note);
    CHECK(
        note->message ==
        "Line 7 reads cells of idle that nothing has written, and nothing is computed from them.");
    REQUIRE(findings.size() == 2);
    CHECK(findings[0].array == "wrong");
    CHECK(findings[1].array == "wrong");
    CHECK_FALSE(take_unused_reads(findings));
    CHECK(findings.size() == 2);
}
