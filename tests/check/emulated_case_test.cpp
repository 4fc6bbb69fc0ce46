#include "checker/base/errors.hpp"
#include "checker/check/emulated_case.hpp"
#include "checker/emulator/wire.hpp"
#include "tests/catch.hpp"
#include "tests/reference/labs.hpp"

using namespace kit;
using kit::tests::sweep_lab;

namespace {

/// A run of the sweep on 5³, in which 27 cells are computed.
Observation observed(std::uint64_t load_bytes, std::uint64_t store_bytes) {
    Observation observation;
    observation.extents = {5, 5, 5};
    observation.counters.global_load_bytes = load_bytes;
    observation.counters.global_store_bytes = store_bytes;
    return observation;
}

Artifact with_variables(std::size_t number) {
    Artifact artifact;
    artifact.variables.resize(number);
    return artifact;
}

} // namespace

TEST_CASE("a right output needs at least a load and a store for each computed cell") {
    constexpr std::uint64_t least = 27 * sizeof(float);
    CHECK_NOTHROW(demand_whole_counts(sweep_lab(), observed(least, least)));
    CHECK_THROWS_AS(demand_whole_counts(sweep_lab(), observed(least - 4, least)), KitError);
    CHECK_THROWS_AS(demand_whole_counts(sweep_lab(), observed(least, least - 4)), KitError);
    CHECK_THROWS_AS(demand_whole_counts(sweep_lab(Element::float64), observed(least, least)),
                    KitError);
}

TEST_CASE("atomics may have made the output, too") {
    Observation observation = observed(27 * sizeof(float), 0);
    observation.counters.global_atomics = 27;
    CHECK_NOTHROW(demand_whole_counts(sweep_lab(), observation));
}

TEST_CASE("the failure names the grid and what was counted") {
    CHECK_THROWS_WITH(
        demand_whole_counts(sweep_lab(), observed(8, 108)),
        "on 5³ the output is right, but the emulator counted 8 bytes of loads and 108 "
        "of stores in global memory, where 108 and 108 are the least: it has missed "
        "accesses. Please report this kernel");
}

TEST_CASE("more variables than the emulator follows are a finding") {
    const SubmissionFile submission{"kernel.cu", ""};
    CHECK_FALSE(too_many_variables(with_variables(runtime::max_variables), submission));
    const auto finding = too_many_variables(with_variables(1257), submission);
    REQUIRE(finding);
    CHECK(finding->kind == FindingKind::build_error);
    CHECK(finding->message == "The file has 1,257 variables outside its functions and in shared "
                              "memory; the emulator follows 256 at most.");
    CHECK(finding->lines.at(0).file == "kernel.cu");
}

TEST_CASE("a kernel that crashed or hung on one grid is not run on the next") {
    const auto ends = [](FindingKind kind) { return ends_the_check({Finding{}, {.kind = kind}}); };
    CHECK(ends(FindingKind::timeout));
    CHECK(ends(FindingKind::crash));
    CHECK(ends(FindingKind::barrier_divergence));
    CHECK_FALSE(ends(FindingKind::race_shared));
    CHECK_FALSE(ends_the_check({}));
    CHECK(ends_the_check({{.kind = FindingKind::timeout}}, true));
    CHECK_FALSE(ends_the_check({{.kind = FindingKind::crash}}, true));
}
