// All pages of a tree: drawings kept beside them, links, the index, and --update.
#include "checker/model/errors.hpp"
#include "handouts/builder/handbook.hpp"
#include "handouts/builder/pages.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

namespace {

std::string said(const TemporaryFolder& tree, bool update = false) {
    std::string all;
    for (const handouts::Problem& problem :
         handouts::review_handbook(tree.path(), update).problems) {
        all += handouts::text(problem) + "\n";
    }
    return all;
}

} // namespace

TEST_CASE("a drawing is kept beside the pages, told when stale, drawn and removed by update") {
    const TemporaryFolder tree;
    tree.write("handouts/README.md", "# Index\n\n[4](04-a.md)\n");
    tree.write("handouts/04-a.md",
               "# A\n\n<!-- figure tile-slice -->\n![The middle slice of an input tile of "
               "8×8](figures/tile-slice.svg)\n");
    CHECK(said(tree) == "handouts/figures/tile-slice.svg: The drawing is missing.\n");
    CHECK(said(tree, true).empty());
    CHECK(said(tree).empty());
    tree.write("handouts/figures/tile-slice.svg", "<svg/>");
    tree.write("handouts/figures/old.svg", "<svg/>");
    CHECK(said(tree) == "handouts/figures/tile-slice.svg: The drawing differs from what its sizes "
                        "give now.\n"
                        "handouts/figures/old.svg: No page asks for this drawing.\n");
    const auto review = handouts::review_handbook(tree.path(), true);
    CHECK(review.problems.empty());
    CHECK(review.written ==
          std::vector<std::string>{"handouts/figures/tile-slice.svg", "handouts/figures/old.svg"});
    CHECK(said(tree).empty());
}

TEST_CASE("dead links and pages that the index leaves out are told") {
    const TemporaryFolder tree;
    tree.write("handouts/README.md", "# Index\n\n[4](04-a.md)\n");
    tree.write("handouts/04-a.md", "# A\n\n[b](b.md) [index](README.md) [c](https://c)\n");
    tree.write("handouts/note.md", "# Note\n");
    CHECK(said(tree) == "handouts/04-a.md:3: The link to b.md leads nowhere.\n"
                        "handouts/README.md: The page note.md is not linked here.\n");
}

TEST_CASE("update mends what can be computed and tells the rest") {
    const TemporaryFolder tree;
    tree.write(
        "handouts/README.md",
        "# Index\n\nIt has <!-- =blocks(tiled) -->1<!-- / --> and <!-- =x() -->2<!-- / -->\n");
    CHECK_THAT(said(tree, true), ContainsSubstring("nothing called 'x'"));
    CHECK(
        handouts::read_file(tree.path() / "handouts/README.md") ==
        "# Index\n\nIt has <!-- =blocks(tiled) -->8,000<!-- / --> and <!-- =x() -->2<!-- / -->\n");
}

TEST_CASE("pages come in the order of reading") {
    const TemporaryFolder tree;
    for (const char* name : {"instructor", "12-b", "README", "04-a", "caches"}) {
        tree.write("handouts/" + std::string(name) + ".md", "# " + std::string(name) + "\n");
    }
    std::string order;
    for (const handouts::Page& page : handouts::read_pages(tree.path())) {
        order += page.title + " ";
    }
    CHECK(order == "README 04-a 12-b caches instructor ");
    tree.write("handouts/bad.md", "no heading\n");
    CHECK_THROWS_AS(handouts::read_pages(tree.path()), kit::KitError);
}
