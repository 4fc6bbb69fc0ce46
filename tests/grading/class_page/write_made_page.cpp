// Writes the page of a made class to a file, for a browser: write-made-page FILE STUDENTS [WORD ...], with the words
// timed, flawless, long (names), six (labs), distinct (no two lines of source are the same), or leaderboard: that page.
#include "checker/grading/class_page/leaderboard.hpp"
#include "tests/grading/class_page/made_class.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <map>
#include <string>
#include <string_view>

namespace {

std::map<std::string, std::uint64_t> made_references() {
    return {{"04-basic-sweep", 1'643'032}, {"05-shared-memory-tiling", 698'418}};
}

} // namespace

int main(int count, char** words) {
    if (count < 3) {
        std::cerr << "write-made-page FILE STUDENTS [timed] [flawless] [long] [six] [distinct] "
                     "[leaderboard]\n";
        return 2;
    }
    const auto has = [&](std::string_view word) {
        return std::find(words + 3, words + count, word) != words + count;
    };
    kit::MadeShape made;
    made.students = std::stoul(words[2]);
    made.timed = has("timed");
    made.labs = has("six") ? 6 : 4;
    made.flawless = has("flawless");
    made.long_names = has("long");
    const kit::GradedClass graded = kit::made_class(made);
    const kit::ShownSources sources = kit::made_sources(graded, has("distinct"));
    const auto begin = std::chrono::steady_clock::now();
    const std::string page =
        has("leaderboard")
            ? kit::leaderboard_page(graded.title, kit::leaderboard_of(graded, made_references()))
            : kit::class_page(graded, kit::made_similarity(graded), sources);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    std::ofstream(words[1], std::ios::binary) << page;
    std::cout << graded.students.size() << " students: " << page.size() << " bytes in "
              << taken.count() << " s\n";
}
