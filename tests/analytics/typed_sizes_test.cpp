#include "analytics/count/typed_sizes.hpp"
#include "checker/base/errors.hpp"
#include "tests/catch.hpp"

using namespace kit;

namespace {

std::vector<std::int64_t> sizes(const std::string& text, Growth growth = Growth::doubling) {
    return read_range({"--block", 1, 100'000, growth}, text);
}

std::string refusal(const std::string& text) {
    try {
        static_cast<void>(sizes(text));
    } catch (const BadInput& error) {
        return error.what();
    }
    return "";
}

} // namespace

TEST_CASE("sizes as they are typed") {
    CHECK(sizes("128") == std::vector<std::int64_t>{128});
    CHECK(sizes("32:300") == std::vector<std::int64_t>{32, 64, 128, 256});
    CHECK(sizes("1:3", Growth::by_one) == std::vector<std::int64_t>{1, 2, 3});
    CHECK(sizes("60:100:20") == std::vector<std::int64_t>{60, 80, 100});
    CHECK(sizes("2^4:2^6") == std::vector<std::int64_t>{16, 32, 64});
    CHECK(sizes("5,32:64,5") == std::vector<std::int64_t>{5, 32, 64});
}

TEST_CASE("signs between axes and between groups of digits") {
    using Sizes = std::vector<std::int64_t>;
    for (const char* text : {"120x64x33", "120X64X33", "120×64×33", "120*64*33", "120 × 64 × 33"}) {
        CAPTURE(text);
        CHECK(sizes_by_axis(text) == Sizes{120, 64, 33});
    }
    for (const char* text : {"1000000", "1,000,000", "1'000'000", "1_000_000", "1e6"}) {
        CAPTURE(text);
        CHECK(sizes_by_axis(text) == Sizes{1'000'000});
    }
    CHECK(sizes_by_axis("1,000x2,000") == Sizes{1000, 2000});
    for (const char* text : {"1,00", "1,0000", ",100", "1000,000", "1,000'000", "120××3", "1.000",
                             "120x", "x", "1e-3", "120y3"}) {
        CAPTURE(text);
        CHECK(!sizes_by_axis(text));
    }
    // A list of sizes stays one; no size begins with 0.
    CHECK(sizes("100,200") == Sizes{100, 200});
    CHECK(sizes("10,000") == Sizes{10'000});
    CHECK(is_grouped_number("1,000,000"));
    CHECK(!is_grouped_number("100,200"));
    CHECK(!is_grouped_number("32"));
}

TEST_CASE("what is no size is refused with what is allowed") {
    for (const char* text :
         {"", "x", "3:", ":3", "1:2:3:4", "2^", "^4", "-1", "1,,2", "1e-3", "2^99"}) {
        INFO(text);
        CHECK_THAT(refusal(text), ContainsSubstring("32:1024"));
    }
    CHECK_THAT(refusal("10:5"), ContainsSubstring("does not go upwards"));
    CHECK_THAT(refusal("5:10:0"), ContainsSubstring("does not go upwards"));
    CHECK_THAT(refusal("0"), ContainsSubstring("out of range"));
    CHECK_THAT(refusal("0:5"), ContainsSubstring("does not go upwards"));
    CHECK_THAT(refusal("100001"), ContainsSubstring("out of range"));
    CHECK_THAT(refusal("1:1000:1"), ContainsSubstring("more than 64"));
}
