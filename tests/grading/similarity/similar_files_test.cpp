// Tests of checker/grading/similarity: runs of words, and which files of a class are nearly the same.
#include "checker/grading/similarity/similar_files.hpp"
#include "tests/catch.hpp"

#include <string>

using namespace kit;

namespace {

std::vector<PlainToken> numbered(const std::vector<std::uint64_t>& symbols) {
    std::vector<PlainToken> tokens;
    for (const std::uint64_t symbol : symbols) {
        tokens.push_back({symbol, static_cast<int>(tokens.size()) + 1});
    }
    return tokens;
}

/// A kernel of `lines` statements that differ in their numbers, by `first`.
std::string kernel(int first, int lines = 60) {
    std::string text = "__global__ void stencil(const float* in, float* out, int n) {\n";
    for (int i = 0; i < lines; ++i) {
        text += "    out[" + std::to_string(first + i * 7) + "] = in[n + " +
                std::to_string(first + i) + "];\n";
    }
    return text + "}\n";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
        text.replace(at, from.size(), to);
    }
    return text;
}

} // namespace

TEST_CASE("a common stretch of run + window - 1 words is never missed", "[similarity]") {
    constexpr std::size_t run = 5;
    constexpr std::size_t window = 4;
    for (std::uint64_t seed = 1; seed < 40; ++seed) {
        std::vector<std::uint64_t> common;
        for (std::uint64_t i = 0; i < run + window - 1; ++i) {
            common.push_back(seed * 1000 + i * i);
        }
        std::vector<std::uint64_t> one{1, 2, 3, 4, 5, 6};
        std::vector<std::uint64_t> other{9, 8, 7, 6, 5, 4, 3, 2, 1, 11};
        one.insert(one.begin() + 3, common.begin(), common.end());
        other.insert(other.begin() + 7, common.begin(), common.end());
        const auto first = winnowed(runs_of(numbered(one), run), window);
        const auto second = winnowed(runs_of(numbered(other), run), window);
        CHECK_FALSE(shared_lines(first, second).empty());
    }
}

TEST_CASE("few words have few runs", "[similarity]") {
    CHECK(runs_of(numbered({1, 2}), 3).empty());
    CHECK(winnowed({}, 4).empty());
    CHECK(winnowed(runs_of(numbered({1, 2, 3}), 3), 4).size() == 1);
    CHECK(winnowed(runs_of(numbered({1, 2, 3, 4, 5}), 2), 1).size() == 4);
}

TEST_CASE("a copy is found under other names, comments and formatting", "[similarity]") {
    const std::string original = kernel(1000);
    std::string copy = "// by me\n" + replaced(original, "out", "result");
    copy = replaced(replaced(copy, ";\n", "; /* so */ "), "    ", "\t");
    const Similarities found = similar_files("", {kernel(5), original, kernel(30000), copy});
    REQUIRE(found.found.size() == 1);
    CHECK(found.found[0].files == std::vector<std::size_t>{1, 3});
    CHECK(found.found[0].similarity == 1);
    CHECK(found.found[0].first_lines == std::vector<LineRange>{{1, 61}});
    CHECK(found.too_small == 0);
}

TEST_CASE("same names are reported beside the similarity", "[similarity]") {
    const std::string original = kernel(1000);
    CHECK(similar_files("", {original, original}).found.at(0).same_names == 1);
    const auto renamed = similar_files("", {original, replaced(original, "out", "result")});
    CHECK(renamed.found.at(0).same_names == Approx(3.0 / 5)); // stencil, in, n of five
    CHECK(shared_names("a b c", "a d", "a") == 0);
    CHECK(shared_names("int", "float", "") == 0);
}

TEST_CASE("one changed statement and exchanged ones leave a pair similar", "[similarity]") {
    const std::string original = kernel(1000);
    std::string changed = replaced(original, "in[n + 1030]", "in[n - 7]");
    const std::string first = "    out[1000] = in[n + 1000];\n";
    const std::string second = "    out[1007] = in[n + 1001];\n";
    changed = replaced(changed, first + second, second + first);
    const Similarities found = similar_files("", {original, changed});
    REQUIRE(found.found.size() == 1);
    CHECK(found.found[0].similarity < 1);
}

TEST_CASE("what the skeleton gives is no sign", "[similarity]") {
    const std::string skeleton = kernel(1000);
    const Similarities untouched = similar_files(skeleton, {skeleton, skeleton, skeleton});
    CHECK(untouched.found.empty());
    CHECK(untouched.too_small == 3);
    const Similarities filled =
        similar_files(skeleton, {skeleton + kernel(5000), skeleton + kernel(9000)});
    CHECK(filled.found.empty());
    CHECK(filled.too_small == 0);
}

TEST_CASE("what much of a class writes is no sign, its copies are", "[similarity]") {
    std::vector<std::string> texts;
    for (int i = 0; i < 40; ++i) {
        texts.push_back(kernel(100) + kernel(100000 + i * 1000, 30));
    }
    CHECK(similar_files("", texts).found.empty());
    // Fifteen with the same words are reported as one group: copying makes nothing common.
    for (int i = 1; i < 15; ++i) {
        texts[i] = texts[0];
    }
    const Similarities found = similar_files("", texts);
    REQUIRE(found.found.size() == 1);
    CHECK(found.found[0].files.size() == 15);
    CHECK_FALSE(found.found[0].first_lines.empty());
}

TEST_CASE("files with too little own code are not compared", "[similarity]") {
    const std::string small = "__global__ void k(float* x) { x[threadIdx.x] = 1; }";
    const Similarities found = similar_files("", {small, small, "", "\xff"});
    CHECK(found.found.empty());
    CHECK(found.too_small == 4);
    CHECK(similar_files("", {}).found.empty());
}

TEST_CASE("no more pairs than asked for, the best", "[similarity]") {
    std::vector<std::string> texts;
    for (int i = 0; i < 6; ++i) {
        texts.push_back(kernel(1000, 60 + i));
    }
    SimilarityOptions options;
    options.most_pairs = 4;
    const Similarities found = similar_files("", texts, options);
    CHECK(found.found.size() == 4);
    CHECK(found.left_out == 11);
    CHECK(found.found[0].similarity >= found.found[3].similarity);
}
