// Diffs: the fewest changed lines, by a slow count, and the form that diff programs write.
#include "checker/report/line_diff.hpp"
#include "tests/catch.hpp"

#include <algorithm>
#include <random>

using namespace kit;
using Lines = std::vector<std::string>;

namespace {

std::string diff(const std::string& before, const std::string& after) {
    return unified_diff(before, "old", after, "new", {});
}

/// The new text, from the old one and the steps; empty where the steps do not fit.
Lines applied(const Lines& before, const Lines& after, const std::vector<DiffStep>& steps) {
    Lines result;
    std::size_t line = 0;
    for (const DiffStep& step : steps) {
        CHECK(step.before == line);
        CHECK(step.after == result.size());
        if (step.kind == DiffStep::Kind::added) {
            result.push_back(after.at(step.after));
            continue;
        }
        if (step.kind == DiffStep::Kind::same) {
            result.push_back(before.at(step.before));
        }
        ++line;
    }
    CHECK(line == before.size());
    return result;
}

/// Length of the longest common subsequence, by the table.
std::size_t common(const Lines& a, const Lines& b) {
    std::vector<std::vector<std::size_t>> length(a.size() + 1,
                                                 std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 1; i <= a.size(); ++i) {
        for (std::size_t j = 1; j <= b.size(); ++j) {
            length[i][j] = a[i - 1] == b[j - 1] ? length[i - 1][j - 1] + 1
                                                : std::max(length[i - 1][j], length[i][j - 1]);
        }
    }
    return length[a.size()][b.size()];
}

std::string numbered(int from, int to) {
    std::string text;
    for (int i = from; i <= to; ++i) {
        text += std::to_string(i) + "\n";
    }
    return text;
}

} // namespace

TEST_CASE("random texts: the steps lead to the new text and are the fewest") {
    std::mt19937 random(7);
    for (int round = 0; round < 2000; ++round) {
        const auto text = [&] {
            Lines lines(random() % 14);
            for (std::string& line : lines) {
                line = std::string(1, static_cast<char>('a' + random() % 4));
            }
            return lines;
        };
        const Lines before = text();
        const Lines after = text();
        const std::vector<DiffStep> steps = diff_lines(before, after);
        CHECK(applied(before, after, steps) == after);
        const auto same = std::count_if(steps.begin(), steps.end(), [](const DiffStep& step) {
            return step.kind == DiffStep::Kind::same;
        });
        CHECK(static_cast<std::size_t>(same) == common(before, after));
    }
}

TEST_CASE("texts that share nothing are replaced, however long") {
    const Lines before(5000, "a");
    const Lines after(4000, "b");
    const std::vector<DiffStep> steps = diff_lines(before, after);
    CHECK(steps.size() == 9000);
    CHECK(applied(before, after, steps) == after);
}

TEST_CASE("the same text has no diff") {
    CHECK(diff("", "").empty());
    CHECK(diff("a\nb\n", "a\nb\n").empty());
}

TEST_CASE("a changed line stands with three lines round it") {
    std::string after = numbered(1, 20);
    after.replace(after.find("10\n"), 3, "ten\nand more\n");
    CHECK(diff(numbered(1, 20), after) == "--- old\n+++ new\n@@ -7,7 +7,8 @@\n"
                                          " 7\n 8\n 9\n-10\n+ten\n+and more\n 11\n 12\n 13\n");
}

TEST_CASE("changes that are near share a hunk, those far apart do not") {
    std::string near = numbered(1, 30);
    near.replace(near.find("10\n"), 3, "x\n");
    near.replace(near.find("17\n"), 3, "y\n");
    CHECK(diff(numbered(1, 30), near) ==
          "--- old\n+++ new\n@@ -7,14 +7,14 @@\n 7\n 8\n 9\n-10\n+x\n 11\n 12\n 13\n 14\n 15\n 16\n"
          "-17\n+y\n 18\n 19\n 20\n");
    std::string far = numbered(1, 30);
    far.replace(far.find("10\n"), 3, "x\n");
    far.replace(far.find("18\n"), 3, "y\n");
    const std::string text = diff(numbered(1, 30), far);
    CHECK_THAT(text, ContainsSubstring("@@ -7,7 +7,7 @@\n"));
    CHECK_THAT(text, ContainsSubstring("@@ -15,7 +15,7 @@\n"));
}

TEST_CASE("changes at both ends, and from and to nothing") {
    CHECK(diff("b\n", "a\nb\n") == "--- old\n+++ new\n@@ -1 +1,2 @@\n+a\n b\n");
    CHECK(diff("a\nb\n", "a\n") == "--- old\n+++ new\n@@ -1,2 +1 @@\n a\n-b\n");
    CHECK(diff("", "a\n") == "--- old\n+++ new\n@@ -0,0 +1 @@\n+a\n");
    CHECK(diff("a\n", "") == "--- old\n+++ new\n@@ -1 +0,0 @@\n-a\n");
}

TEST_CASE("colours on a terminal, and no control character from the texts") {
    CHECK_THAT(unified_diff("a\n", "old", "b\n", "new", {.colour = true, .width = 80}),
               ContainsSubstring("\x1b[32m+b\x1b[0m"));
    CHECK(diff("a\n", "\x1b[2J\n").find('\x1b') == std::string::npos);
}
