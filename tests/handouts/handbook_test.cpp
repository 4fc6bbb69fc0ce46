// All pages of a tree: drawings kept beside them, links, the index, and --update.
#include "checker/base/errors.hpp"
#include "checker/base/whole_file.hpp"
#include "handouts/builder/handbook.hpp"
#include "handouts/builder/pages.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

namespace {

std::string problems_in(const TemporaryFolder& tree, bool update = false) {
    std::string all;
    for (const kit::Problem& problem : kit::review_handbook(tree.path(), update).problems) {
        all += kit::text(problem) + "\n";
    }
    return all;
}

} // namespace

TEST_CASE(
    "a drawing is kept beside the pages, reported when stale, drawn and removed by --update") {
    const TemporaryFolder tree;
    tree.write("handouts/README.md", "# Index\n\n[4](04-a.md)\n");
    tree.write("handouts/04-a.md",
               "# A\n\n<!-- figure tile-slice -->\n![The middle slice of an input tile of "
               "8×8](figures/tile-slice.svg)\n");
    CHECK(problems_in(tree) == "handouts/figures/tile-slice.svg: The drawing is missing.\n");
    CHECK(problems_in(tree, true).empty());
    CHECK(problems_in(tree).empty());
    tree.write("handouts/figures/tile-slice.svg", "<svg/>");
    tree.write("handouts/figures/old.svg", "<svg/>");
    CHECK(problems_in(tree) == "handouts/figures/tile-slice.svg: The drawing is out of date.\n"
                               "handouts/figures/old.svg: No page uses this drawing.\n");
    const auto review = kit::review_handbook(tree.path(), true);
    CHECK(review.problems.empty());
    CHECK(review.written ==
          std::vector<std::string>{"handouts/figures/tile-slice.svg", "handouts/figures/old.svg"});
    CHECK(problems_in(tree).empty());
}

TEST_CASE("dead links and pages missing from the index are reported") {
    const TemporaryFolder tree;
    tree.write("handouts/README.md", "# Index\n\n[4](04-a.md)\n");
    tree.write("handouts/04-a.md", "# A\n\n[b](b.md) [index](README.md) [c](https://c)\n");
    tree.write("handouts/note.md", "# Note\n");
    CHECK(problems_in(tree) == "handouts/04-a.md:3: The link to b.md is dead.\n"
                               "handouts/README.md: This page does not link note.md.\n");
}

TEST_CASE("--update fixes what can be computed and reports the rest") {
    const TemporaryFolder tree;
    tree.write(
        "handouts/README.md",
        "# Index\n\nIt has <!-- =blocks(tiled) -->1<!-- / --> and <!-- =x() -->2<!-- / -->\n");
    CHECK_THAT(problems_in(tree, true), ContainsSubstring("nothing called 'x'"));
    CHECK(
        kit::read_file(tree.path() / "handouts/README.md") ==
        "# Index\n\nIt has <!-- =blocks(tiled) -->8,000<!-- / --> and <!-- =x() -->2<!-- / -->\n");
}

TEST_CASE("pages come in reading order") {
    const TemporaryFolder tree;
    for (const char* name : {"instructor", "12-b", "README", "04-a", "caches"}) {
        tree.write("handouts/" + std::string(name) + ".md", "# " + std::string(name) + "\n");
    }
    std::string order;
    for (const kit::Page& page : kit::read_pages(tree.path())) {
        order += page.title + " ";
    }
    CHECK(order == "README 04-a 12-b caches instructor ");
    tree.write("handouts/bad.md", "no heading\n");
    CHECK_THROWS_AS(kit::read_pages(tree.path()), kit::KitError);
}
