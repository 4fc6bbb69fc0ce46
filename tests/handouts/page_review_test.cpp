// Pages: markers are found, stale ones reported with their line, code and figures rewritten.
#include "checker/base/places.hpp"
#include "handouts/builder/excerpt.hpp"
#include "handouts/builder/page_review.hpp"
#include "handouts/builder/pages.hpp"
#include "handouts/builder/sources/sources.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

using kit::PageReview;

namespace {

PageReview reviewed(const std::string& text,
                    const std::filesystem::path& root = kit::source_root()) {
    return kit::review_page("handouts/05.md", text, root, kit::marker_sources(kit::source_root()));
}

/// The page's problems, one per line.
std::string problems_in(const std::string& text,
                        const std::filesystem::path& root = kit::source_root()) {
    std::string all;
    for (const kit::Problem& problem : reviewed(text, root).problems) {
        all += kit::text(problem) + "\n";
    }
    return all;
}

const std::string kernel = "__global__ void k() {\n"
                           "    // >>> your part 1: the load\n"
                           "    // TODO: load.\n"
                           "    const bool loads = false;\n"
                           "    if (loads) {\n"
                           "        load();\n"
                           "    }\n"
                           "    // <<< your part 1\n"
                           "    sum();\n"
                           "    // >>> your part 2: the barrier\n"
                           "    // TODO: wait.\n"
                           "    // <<< your part 2\n"
                           "}\n";

} // namespace

TEST_CASE("a right number stays, a wrong one is reported with file, line and both values") {
    CHECK(problems_in("It takes <!-- =blocks(tiled) -->8,000<!-- / --> blocks.\n").empty());
    CHECK(problems_in("# A page\n\nIt takes <!-- =blocks(tiled) -->8,001<!-- / --> blocks.\n") ==
          "handouts/05.md:3: The page says '8,001', but blocks(tiled) is '8,000'.\n");
    CHECK(
        reviewed("a <!-- =blocks(tiled) --><!-- / --> b <!-- =answer(2a) -->1<!-- / -->\n").text ==
        "a <!-- =blocks(tiled) -->8,000<!-- / --> b <!-- =answer(2a) -->18,432<!-- / -->\n");
}

TEST_CASE("an updated page is up to date") {
    const std::string page =
        "It is <!-- =loads(basic) / loads(tiled) to 1 -->3<!-- / --> times.\n"
        "\n<!-- figure tile-slice block=6 -->\n\n"
        "<!-- code labs/05-shared-memory-tiling/kernel.cu part 2 -->\n\ntext\n";
    const PageReview first = reviewed(page);
    CHECK(first.problems.size() == 3);
    CHECK(first.figures.size() == 1);
    CHECK(reviewed(first.text).problems.empty());
    CHECK(reviewed(first.text).text == first.text);
}

TEST_CASE("a mistyped marker is reported and stays") {
    const auto stays = [](const std::string& line) {
        CHECK(reviewed(line + "\n").text == line + "\n");
        return problems_in(line + "\n");
    };
    CHECK_THAT(stays("a <!-- =blocs(tiled) -->1<!-- / -->"),
               ContainsSubstring("05.md:1: There is nothing"));
    CHECK_THAT(stays("a <!-- =blocks(tiled) -->1"), ContainsSubstring("does not end"));
    CHECK_THAT(stays("a <!-- =blocks(tiled)"), ContainsSubstring("does not end on its line"));
    CHECK_THAT(stays("a <!-- blocks(tiled) -->8,000"), ContainsSubstring("Unknown marker"));
    CHECK_THAT(stays("<!-- figur tile-slice -->"), ContainsSubstring("Unknown marker"));
    CHECK_THAT(stays("<!-- figure tile-slic -->"), ContainsSubstring("there are stars,"));
    CHECK_THAT(stays("<!-- figure tile-slice block=99 -->"), ContainsSubstring("from 3 to 34"));
    CHECK_THAT(stays("<!-- code labs/none.cu part 1 -->"),
               ContainsSubstring("no file labs/none.cu"));
    CHECK_THAT(problems_in("```\nint a;\n"), ContainsSubstring("``` has no end"));
}

TEST_CASE("a marker may not begin a line, where Markdown would take it for HTML") {
    for (const std::string before : {"", "- ", "  1. ", "> "}) {
        CAPTURE(before);
        CHECK_THAT(problems_in(before + "<!-- =blocks(tiled) -->8,000<!-- / --> blocks\n"),
                   ContainsSubstring("beginning of a line"));
    }
    for (const std::string before : {"a ", "| ", "- n = ", "120 "}) {
        CAPTURE(before);
        CHECK(problems_in(before + "<!-- =blocks(tiled) -->8,000<!-- / --> blocks\n").empty());
    }
}

TEST_CASE("nothing in a code block is a marker") {
    const std::string page = "```text\n<!-- =blocs(tiled) -->1\n```\n";
    CHECK(problems_in(page).empty());
    CHECK(kit::without_markers(page) == page);
}

TEST_CASE("a converter gets the page without markers") {
    CHECK(kit::without_markers("a <!-- =x() -->8<!-- / --> b\n<!-- figure f -->\n![f](f.svg)\n") ==
          "a 8 b\n\n![f](f.svg)\n");
}

TEST_CASE("code is a part of the skeleton, without its TODO lines, at the left margin") {
    const TemporaryFolder tree;
    tree.write("labs/01-a/kernel.cu", kernel);
    const auto code = [&](const std::string& request) {
        return kit::excerpt(tree.path(), "labs/01-a/kernel.cu " + request);
    };
    CHECK(code("part 1") == "const bool loads = false;\nif (loads) {\n    load();\n}\n");
    CHECK(code("part 1 to \"bool\"") == "const bool loads = false;\n");
    CHECK(code("from \"sum\" to sum") == "sum();\n");
    CHECK_THROWS_WITH(code("part 2"), ContainsSubstring("only TODO lines"));
    CHECK_THROWS_WITH(code("part 3"), ContainsSubstring("your part 3"));
    CHECK_THROWS_WITH(code("from nowhere"), ContainsSubstring("'nowhere'"));
    CHECK_THROWS_WITH(code("lines 3"), ContainsSubstring("'lines' is unknown"));
    CHECK_THROWS_WITH(kit::excerpt(tree.path(), "../secret from a"),
                      ContainsSubstring("not in the kit"));
}

TEST_CASE("a student's work never changes a page: code comes from the skeleton as handed out") {
    const TemporaryFolder tree;
    tree.write("solutions/01-a/skeleton.cu", kernel);
    tree.write("labs/01-a/kernel.cu", "int answer() { return 42; }\n");
    tree.write("labs/01-a/lab.toml", "points = 5\n");
    const auto code = [&](const std::string& request) {
        return kit::excerpt(tree.path(), request);
    };
    CHECK(code("labs/01-a/kernel.cu from sum to sum") == "sum();\n");
    CHECK_THROWS_WITH(code("labs/01-a/kernel.cu from answer to answer"),
                      ContainsSubstring("has no such line"));
    CHECK(code("labs/01-a/lab.toml from points to points") == "points = 5\n");
    std::filesystem::remove(tree.path() / "labs/01-a/kernel.cu");
    CHECK(code("labs/01-a/kernel.cu from sum to sum") == "sum();\n");
}

TEST_CASE("changed code is reported at its marker and updated") {
    const TemporaryFolder tree;
    tree.write("labs/01-a/kernel.cu", kernel);
    const std::string marker = "<!-- code labs/01-a/kernel.cu from sum to sum -->\n";
    CHECK(problems_in(marker + "```cuda\nsum();\n```\nmore\n", tree.path()).empty());
    CHECK(problems_in("one\n\n" + marker + "\n```cuda\nsun();\n```\nmore\n", tree.path()) ==
          "handouts/05.md:3: The code differs from labs/01-a/kernel.cu from sum to sum.\n");
    CHECK(reviewed(marker + "\n```cuda\nsun();\nold();\n```\nmore\n", tree.path()).text ==
          marker + "\n```cuda\nsum();\n```\nmore\n");
    CHECK(reviewed(marker + "\nmore\n", tree.path()).text ==
          marker + "```cuda\nsum();\n```\n\nmore\n");
}

TEST_CASE("a page does not give a solution away") {
    const TemporaryFolder tree;
    tree.write("solutions/01-a/kernel.cu", kernel);
    const std::string file = "solutions/01-a/kernel.cu ";
    CHECK_THROWS_WITH(kit::excerpt(tree.path(), file + "part 1"),
                      ContainsSubstring("give the solution away"));
    CHECK_THROWS_WITH(kit::excerpt(tree.path(), file + "from __global__ to sum"),
                      ContainsSubstring("give the solution away"));
    CHECK(kit::excerpt(tree.path(), file + "from sum to sum") == "sum();\n");
}

TEST_CASE("links to files are found with their lines, others left alone") {
    std::string found;
    const std::string page = "a [b](c.md#d) and ![e](f.svg)\n`[g](h)` [i](https://j)\n"
                             "```\ntile[x](y)\n```\narray[3] [k](l)\n";
    const std::string same = kit::with_links(page, [&](const kit::Link& link, int line) {
        found += link.target + link.anchor + "@" + std::to_string(line) + " ";
        return kit::markdown(link);
    });
    CHECK(found == "c.md#d@1 f.svg@1 l@6 ");
    CHECK(same == page);
}
