#include "checker/catalog/marked_parts.hpp"
#include "tests/catch.hpp"

using namespace kit;

TEST_CASE("the parts that a file marks, with their lines and texts") {
    const std::string text = "a\n  // >>> your part 1: the load \nb\nc\n// <<< your part 1\n"
                             "// >>> your part 2\n// <<< your part 2\nd";
    const std::vector<MarkedPart> parts = marked_parts(text);
    REQUIRE(parts.size() == 2);
    CHECK(parts[0].number == 1);
    CHECK(parts[0].title == "the load");
    CHECK(parts[0].line == 2);
    CHECK(parts[0].last_line == 5);
    CHECK(text.substr(parts[0].begin, parts[0].end - parts[0].begin) == "b\nc\n");
    CHECK(parts[1].title == "");
    CHECK(parts[1].begin == parts[1].end);
}

TEST_CASE("marks that do not fit together mark nothing") {
    for (const char* text :
         {"// >>> your part 1\n", "// <<< your part 1\n",
          "// >>> your part 1\n// >>> your part 2\n// <<< your part 2\n// <<< your part 1\n",
          "// >>> your part 1\n// <<< your part 2\n",
          "// >>> your part 1\n// <<< your part 1\n// >>> your part 1\n// <<< your part 1\n", ""}) {
        INFO(text);
        CHECK(marked_parts(text).empty());
    }
}
