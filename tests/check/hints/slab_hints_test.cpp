#include "checker/check/hints/slab_hints.hpp"
#include "tests/catch.hpp"

#include <string>

using namespace kit;

namespace {

/// Of a ghost plane above to which nothing was sent, by a kernel with this body.
std::string said_of_unsent(const std::string& body) {
    Lab lab;
    lab.gpus = {2};
    std::vector<Finding> findings{
        {.kind = FindingKind::uninitialized_global, .cases = {"3³"}, .hint = "So."}};
    Finding& unsent = findings.front();
    unsent.message = "GPU 0 reads own.in[56], in its ghost plane above, to which nothing was sent.";
    speak_of_slabs(
        lab,
        {"kernel.cu", "__global__ void k(Slab own, Slab below, Slab above) {\n" + body + "\n}\n"},
        findings, unsent);
    return unsent.hint;
}

} // namespace

TEST_CASE("a store to the neighbour is missed only where no other name stands for its slab") {
    CHECK(said_of_unsent("own.out[0] = 1;") == "No line stores to below.out. So.");
    CHECK(said_of_unsent("if (below.planes > 0) own.out[0] = 1;") ==
          "No line stores to below.out. So.");
    CHECK(said_of_unsent("send(below, 1);") == "So.");
    CHECK(said_of_unsent("float* ghost = below.out;") == "So.");
    CHECK(said_of_unsent("const Slab& low = below;") == "So.");
    CHECK(
        said_of_unsent("if (i == 0)\nbelow.out[0] = 1;").starts_with("Which threads reach line 3"));
}

TEST_CASE("flags that wake nobody, and flags that every thread raises") {
    const auto said = [](const std::string& body) {
        Lab lab;
        lab.gpus = {2};
        lab.kernel = "k";
        std::vector<Finding> findings{{.kind = FindingKind::race_global, .hint = "So."}};
        findings.front().message = "GPU 0 reads own.in[34] without having waited for GPU 1.";
        speak_of_slabs(
            lab,
            {"kernel.cu",
             "__device__ void tell(Slab below) { atomicAdd_system(&below.flags[1], 1u); }\n"
             "__global__ void k(Slab own, Slab below, Slab above, int sweep) {\n"
             "unsigned raised = sweep * gridDim.x;\n" +
                 body + "\n}\n"},
            findings, findings.front());
        return findings.front().hint;
    };
    const std::string raise = "atomicAdd_system(&below.flags[1], 1u);";
    CHECK(said("atomicAdd_system(&own.flags[1], 1u);").starts_with("Line 4 raises a flag of own"));
    CHECK(said(raise).starts_with("In line 4 every thread"));
    CHECK(said("if (raised > 0) { " + raise + " }").starts_with("In line 4 every thread"));
    CHECK(said("if (threadIdx.x == 0) { " + raise + " }") == "So.");
    CHECK(said("int t = threadIdx.x; if (t == 0)\nif (raised > 0)\n" + raise) == "So.");
    CHECK(said("if (threadIdx.x > 0) return;\n" + raise) == "So.");
    CHECK(said("if (block.thread_rank() == 0) " + raise) == "So.");
    CHECK(said("if (threadIdx.x == 0) tell(below);") == "So.");
    CHECK(said("raised = sweep * gridDim.x * blockDim.x;\n") == "So.");
}
