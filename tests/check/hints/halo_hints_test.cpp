#include "checker/check/hints/halo_hints.hpp"
#include "tests/catch.hpp"

#include <string>

using namespace kit;

namespace {

std::string said_of(const std::string& line, std::int64_t index) {
    Finding access{.kind = FindingKind::out_of_bounds_global, .array = "in", .index = index};
    access.lines = {{"kernel.cu", 2, 0, line}};
    speak_of_opposite_signs(access);
    return access.hint;
}

} // namespace

TEST_CASE("a load that stores to one side what it reads on the other is named, another is not") {
    CHECK(said_of("tile[x + N] = in[i - N];", -3) ==
          "Line 2 stores at x + N what it reads at i - N: one of the two has the wrong sign.");
    CHECK(said_of("tile[x - N] = in[i + N];", 900).starts_with("Line 2 stores at x - N"));
    CHECK(said_of("tile[x - N] = in[i + N];", -3).empty());
    CHECK(said_of("tile[x + N] = in[i + N];", -3).empty());
    CHECK(said_of("tile[x + R] = in[i - N];", -3).empty());
    CHECK(said_of("tile[x + 1] = in[i - 1] + in[i];", -3).empty());
    CHECK(said_of("sum += in[i - N];", -3).empty());
    CHECK(said_of("sum = in[i - N];", -3).empty());
}
