// A plan as its jobs read it back.
#include "checker/base/errors.hpp"
#include "checker/grading/slurm/plan.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

using namespace kit;

TEST_CASE("a plan is read as it was written, names that are no UTF-8 included") {
    SlurmPlan plan;
    plan.kit_version = "1";
    plan.class_folder = "/class 100%/\xe9\xff";
    plan.results = "/results/\xc3\xbc";
    plan.settings = {"/kit", 18446744073709551615u, Backend::any, 8};
    plan.trust_submissions = true;
    plan.identities = {{"05-shared-memory-tiling", "05\nabc\n7\n"}};
    plan.tasks = {{"k1", "05-shared-memory-tiling", "ad\xe4/kernel.cu", "s1"},
                  {"k2", "05-shared-memory-tiling", "%41\n.cu", "s2"}};
    const TemporaryFolder folder;
    const SlurmPlan read = read_plan(folder.write("plan.json", plan_text(plan)));
    CHECK(read.kit_version == "1");
    CHECK(read.class_folder == plan.class_folder);
    CHECK(read.results == plan.results);
    CHECK(read.settings.root == "/kit");
    CHECK(read.settings.seed == plan.settings.seed);
    CHECK(read.settings.backend == Backend::any);
    CHECK(read.settings.jobs == 8);
    CHECK(read.trust_submissions);
    CHECK(read.identities == plan.identities);
    REQUIRE(read.tasks.size() == 2);
    CHECK(read.tasks[0].file == plan.tasks[0].file);
    CHECK(read.tasks[1].file == plan.tasks[1].file);
    CHECK(read.tasks[1].key == "k2");
    CHECK(read.tasks[1].sha256 == "s2");
}

TEST_CASE("a plan that is not there, or none, is said to be so") {
    const TemporaryFolder folder;
    CHECK_THROWS_WITH(read_plan(folder.path() / "plan.json"), ContainsSubstring("shares"));
    CHECK_THROWS_AS(read_plan(folder.write("one.json", "{\"tasks\": [")), KitError);
    CHECK_THROWS_AS(read_plan(folder.write("two.json", "{\"tasks\": 3}")), KitError);
}
