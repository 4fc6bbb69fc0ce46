// Which known word a mistyped one was meant to be.
#include "checker/base/nearest_word.hpp"
#include "tests/catch.hpp"

using namespace kit;

TEST_CASE("a slip or two away is near, more is not") {
    const std::vector<std::string> keys{"title", "source", "summary", "points"};
    CHECK(nearest("tilte", keys) == "title");
    CHECK(nearest("titel", {"titles", "points"}) == "titles");
    CHECK(nearest("nmae", {"role", "name"}) == "name"); // a swap is one slip
    CHECK(nearest("mane", {"role", "name"}) == std::nullopt);
    CHECK(nearest("sumary", keys) == "summary");
    CHECK(nearest("point", keys) == "points");
    CHECK(nearest("colour", keys) == std::nullopt);
    CHECK(nearest("anything", {}) == std::nullopt);
}

TEST_CASE("the only candidate that contains the word is near, too") {
    const std::vector<std::string> labs{"04-basic-sweep", "06-thread-coarsening"};
    CHECK(nearest("coarsening", labs) == "06-thread-coarsening");
    CHECK(nearest("ea", {"sweeps-ea", "thread"}) == std::nullopt);
    CHECK(nearest("", labs) == std::nullopt);
}
