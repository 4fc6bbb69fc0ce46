#include "checker/base/errors.hpp"
#include "checker/explore/explore.hpp"
#include "tests/catch.hpp"

using namespace kit;

TEST_CASE("a constant gets another value, and nothing else changes") {
    const SubmissionFile file{"k.cu", "int a;\nconstexpr  int TPB =128; // TPB\nint b[TPB];\n"};
    CHECK(with_constant(file, "TPB", 64).text ==
          "int a;\nconstexpr  int TPB =64; // TPB\nint b[TPB];\n");
}

TEST_CASE("a file without the constant is refused") {
    const auto refused = [](const std::string& text) {
        CHECK_THROWS_AS(static_cast<void>(with_constant({"k.cu", text}, "TPB", 64)), UsageError);
    };
    refused("#define TPB 128\n");
    refused("constexpr int MY_TPB = 128;\n");
    refused("constexpr int TPB = 2 * 64;\n");
}
