// Findings of which a second look could only say something by chance.
#include "checker/check/hints/second_look.hpp"
#include "tests/catch.hpp"

using namespace kit;

TEST_CASE("where an int without a value leads as an index is not asked") {
    Finding finding{.kind = FindingKind::out_of_bounds_shared, .array = "plane", .index = 32};
    CHECK(deserves_second_look(finding));
    finding.index = unset_int;
    CHECK_FALSE(deserves_second_look(finding));
}
