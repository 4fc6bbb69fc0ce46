#include "checker/base/errors.hpp"
#include "checker/base/json_text.hpp"
#include "checker/report/json_report.hpp"
#include "checker/report/json_result.hpp"
#include "tests/catch.hpp"
#include "tests/report/fixtures.hpp"

using namespace kit;

TEST_CASE("a result of json_report() is read back") {
    for (const fixtures::Named& fixture : fixtures::all()) {
        INFO(fixture.name);
        const auto document = ordered_json_from(json_report(fixture.lab, fixture.result));
        const CheckedSubmission read = checked_submission_from(document, "ada/kernel.cu");
        const Verdict& verdict = fixture.result.verdict;
        CHECK(read.outcome == verdict.outcome);
        CHECK(read.cases.size() == verdict.cases.size());
        REQUIRE(read.findings.size() == verdict.findings.size());
        for (std::size_t i = 0; i < read.findings.size(); ++i) {
            CHECK(read.findings[i].kind == verdict.findings[i].kind);
            CHECK(read.findings[i].cases == verdict.findings[i].cases);
            CHECK(read.findings[i].threads == verdict.findings[i].threads);
            for (const SourceLine& line : read.findings[i].lines) {
                CHECK(line.file == "ada/kernel.cu");
            }
        }
        CHECK(read.traffic.has_value() == verdict.traffic.has_value());
        if (read.traffic) {
            const Counters& counted = verdict.traffic->counted;
            CHECK(read.traffic->sectors ==
                  counted.global_load_sectors + counted.global_store_sectors);
        }
        CHECK(read.time.has_value() == fixture.result.timing.has_value());
    }
}

TEST_CASE("a document that is no result is refused") {
    CHECK_THROWS_AS(checked_submission_from({{"verdict", "passed"}}, "f"), KitError);
    CHECK_THROWS_AS(checked_submission_from({{"verdict", "excellent"}}, "f"), KitError);
}
