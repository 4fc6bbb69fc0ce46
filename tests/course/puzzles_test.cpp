#include "checker/base/places.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/course/puzzles.hpp"
#include "tests/catch.hpp"

#include <algorithm>
#include <regex>
#include <set>

using namespace kit;
namespace fs = std::filesystem;

namespace {

std::vector<Puzzle> puzzles(int number) {
    Lab lab;
    lab.number = number;
    for (const auto& folder : fs::directory_iterator(source_root() / "solutions")) {
        const std::string name = folder.path().filename().string();
        if (std::atoi(name.c_str()) == number) {
            return puzzles_of(lab, read_file(folder.path() / "kernel.cu"), source_root());
        }
    }
    return {};
}

} // namespace

TEST_CASE("each lab has puzzles of the three levels, each another kernel than the solution") {
    for (int lab = 1; lab <= 13; ++lab) {
        CAPTURE(lab);
        const std::vector<Puzzle> all = puzzles(lab);
        std::set<std::string> ids;
        std::set<std::string> texts;
        std::set<int> levels;
        for (const Puzzle& puzzle : all) {
            ids.insert(puzzle.id);
            texts.insert(puzzle.text);
            levels.insert(puzzle.level);
            CHECK_FALSE(puzzle.mistake.empty());
        }
        CHECK(ids.size() == all.size());
        CHECK(texts.size() == all.size());
        // Lab 12's novices make no mistake that ends at once.
        CHECK(levels == (lab == 12 ? std::set{2, 3} : std::set{1, 2, 3}));
    }
}

TEST_CASE("the handout's three puzzles exist, one of each level") {
    const std::string page = read_file(source_root() / "handouts/finding-bugs.md");
    const std::regex heading("### .*: ((\\d\\d)-[0-9a-f]{4})\n");
    int level = 0;
    for (std::sregex_iterator match(page.begin(), page.end(), heading), end; match != end;
         ++match) {
        const std::vector<Puzzle> all = puzzles(std::stoi((*match)[2]));
        const auto found =
            std::ranges::find_if(all, [&](const Puzzle& one) { return one.id == (*match)[1]; });
        CAPTURE(match->str());
        REQUIRE(found != all.end());
        CHECK(found->level == ++level);
    }
    CHECK(level == hardest_puzzle);
}

TEST_CASE("a puzzle is known by its place") {
    CHECK(puzzle_of_file("somewhere/puzzles/05-3fa2.cu") == "05-3fa2");
    CHECK(puzzle_of_file(puzzle_file("05-3fa2")) == "05-3fa2");
    CHECK(puzzle_of_file("labs/05-shared-memory-tiling/kernel.cu").empty());
}
