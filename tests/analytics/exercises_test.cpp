// The exercises' answers as literals, and derivations that follow the sizes.
#include "analytics/questions/exercises.hpp"
#include "analytics/questions/questions_report.hpp"
#include "checker/base/json_text.hpp"
#include "checker/base/layout.hpp"
#include "checker/base/utf8.hpp"
#include "tests/catch.hpp"

using namespace kit;

namespace {

std::vector<std::string> answers(const std::string& id, const ExerciseSizes& sizes = {}) {
    std::vector<std::string> texts;
    for (const Answer& answer : exercise(id, sizes).answers) {
        texts.push_back(text(answer));
    }
    return texts;
}

/// The derivation's lines as "formula = result".
std::vector<std::string> steps(const std::string& id, const ExerciseSizes& sizes = {}) {
    std::vector<std::string> lines;
    for (const Step& step : exercise(id, sizes).steps) {
        lines.push_back(step.formula + " = " + step.result);
    }
    return lines;
}

using Texts = std::vector<std::string>;

} // namespace

TEST_CASE("every answer of exercises 1 and 2") {
    CHECK(answers("1a") == Texts{"1,643,032"});
    CHECK(answers("1b") == Texts{"3,375", "3,375"});
    CHECK(answers("1c") == Texts{"8,000", "8,000"});
    CHECK(answers("1d") == Texts{"64", "64"});
    CHECK(answers("2a") == Texts{"18,432"});
    CHECK(answers("2b") == Texts{"14,400"});
    CHECK(answers("2c") == Texts{"2.539", "1.425", "2.734", "1.535"});
    CHECK(answers("2d") == Texts{"12,288"});
    CHECK(answers("2e") == Texts{"4,096"});
    CHECK(exercises({}).size() == 9);
}

TEST_CASE("every derivation has its numbers filled in") {
    CHECK(steps("1a") == Texts{"120 − 2·1 = 118", "118³ = 1,643,032"});
    CHECK(steps("1b") == Texts{"⌈120/8⌉ = 15", "15³ = 3,375", "⌈(120 − 1)/8⌉ = 15", "15³ = 3,375"});
    CHECK(steps("1c") == Texts{"8 − 2·1 = 6", "⌈(120 − 2·1)/6⌉ = 20", "20³ = 8,000",
                               "⌈(120 − 1)/6⌉ = 20", "20³ = 8,000"});
    CHECK(steps("1d") == Texts{"32 − 2·1 = 30", "planes per block = 30", "⌈(120 − 2·1)/30⌉ = 4",
                               "4³ = 64", "⌈(120 − 1)/30⌉ = 4", "4³ = 64"});
    CHECK(steps("2a") == Texts{"16 + 2·1 = 18", "32·32·18 = 18,432"});
    CHECK(steps("2b") == Texts{"32 − 2·1 = 30", "planes per block = 16", "30·30·16 = 14,400"});
    CHECK(steps("2c") == Texts{"4·18,432 = 73,728", "4·(18,432 + 14,400) = 131,328",
                               "2·3·1 + 1 = 7", "2·7 − 1 = 13", "13·14,400 = 187,200",
                               "187,200 / 73,728 = 2.539", "187,200 / 131,328 = 1.425", "2·7 = 14",
                               "14·14,400 = 201,600", "201,600 / 73,728 = 2.734",
                               "201,600 / 131,328 = 1.535"});
    CHECK(steps("2d") == Texts{"2·1 + 1 = 3", "3·32·32·4 = 12,288"});
    CHECK(steps("2e") == Texts{"32·32·4 = 4,096"});
}

TEST_CASE("both block counts stand where they differ, with the reason") {
    ExerciseSizes sizes;
    sizes.grid = {122, 122, 122};
    const Question tiled = exercise("1c", sizes);
    CHECK(answers("1c", sizes) == Texts{"8,000", "9,261"});
    CHECK(tiled.answers[0].label == "textbook's count: too few");
    REQUIRE(tiled.notes.size() == 1);
    CHECK_THAT(tiled.notes[0], ContainsSubstring("Along x, y, z the textbook's 20 tiles of 6"));
    CHECK_THAT(tiled.notes[0], ContainsSubstring("leave index 120 uncomputed: 21 are needed"));

    sizes.grid = {121, 120, 122};
    CHECK(answers("1b", sizes) == Texts{"3,840", "3,600"});
    CHECK(exercise("1b", sizes).notes.size() == 1);
    CHECK(answers("1c", sizes) == Texts{"8,000", "8,400"});
    CHECK_THAT(exercise("1c", sizes).notes[0], ContainsSubstring("Along z "));
    CHECK(exercise("1c", {}).notes.empty());
}

TEST_CASE("higher orders and other tiles are derived the same way") {
    ExerciseSizes sizes;
    sizes.stencil.order = 2;
    sizes.sweep_planes = 16;
    sizes.element_bytes = 8;
    CHECK(answers("1a", sizes) == Texts{"1,560,896"});
    CHECK(steps("1c", sizes)[1] == "⌈(120 − 2·2)/4⌉ = 29");
    CHECK(answers("1c", sizes) == Texts{"24,389", "27,000"});
    CHECK_THAT(exercise("1c", sizes).notes[0], ContainsSubstring("leave indices 116 to 117"));
    CHECK(answers("1d", sizes) == Texts{"200", "200"});
    CHECK(answers("2a", sizes) == Texts{"20,480"});
    CHECK(answers("2d", sizes) == Texts{"40,960"});
    CHECK(answers("2e", sizes) == Texts{"8,192"});
    CHECK(steps("2c", sizes)[3] == "2·13 − 1 = 25");
}

TEST_CASE("sizes that make no exercise are refused") {
    ExerciseSizes sizes;
    sizes.grid = {120, 2, 120};
    CHECK_THROWS_WITH(exercises(sizes), ContainsSubstring("2 cells along y has no output point"));
    sizes = {};
    sizes.stencil.axes = 2;
    CHECK_THROWS_AS(exercises(sizes), BadInput);
    sizes = {};
    sizes.plane_block = {2, 32, 1};
    CHECK_THROWS_AS(exercise("2a", sizes), BadInput);
    CHECK_THROWS_AS(exercise("1e", {}), BadInput);
    CHECK_THROWS_AS(exercise("1", {}), BadInput);
    CHECK(exercise_ids("1") == Texts{"1a", "1b", "1c", "1d"});
    CHECK_THROWS_AS(exercise_ids("a"), BadInput);
    sizes = {};
    sizes.tile_planes = std::int64_t{1} << 62;
    CHECK_THROWS_AS(exercise("2a", sizes), Overflow);
}

TEST_CASE("sizes without a part in an exercise do not stand in its way") {
    ExerciseSizes sizes;
    sizes.block = {32, 4, 2};
    CHECK(answers("1b", sizes)[0] == "7,200");
    CHECK_THROWS_WITH(exercise("1c", sizes), ContainsSubstring("all halo"));
    sizes.block = {0, 0, 0};
    CHECK(answers("1a", sizes) == Texts{"1,643,032"});
    sizes.grid = {0, 0, 0};
    CHECK(answers("2b", sizes) == Texts{"14,400"});
}

TEST_CASE("the text fits a terminal and its columns line up") {
    const std::string text = questions_text(exercises({}));
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t end = text.find('\n', begin);
        const std::string line = text.substr(begin, end - begin);
        CAPTURE(line);
        CHECK(width_of(line) <= 80);
        CHECK((line.empty() || line.back() != ' '));
        begin = end + 1;
    }
    CHECK_THAT(text, ContainsSubstring("    points, each axis   120 − 2·1  =        118\n"
                                       "      an output reads 1 cell to either side, so 1 cell at "
                                       "each end has none\n"
                                       "    points              118³       =  1,643,032\n"
                                       "      every index of x with every one of y and of z\n\n"
                                       "    Answer  1,643,032 points\n"));
}

TEST_CASE("the JSON holds numbers beside their text") {
    const auto json = json_from(questions_json(exercises({})));
    REQUIRE(json["exercises"].size() == 9);
    CHECK(json["exercises"][0]["answers"][0]["value"] == 1643032);
    const auto& ratio = json["exercises"][6]["answers"][0];
    CHECK(ratio["value"] == 2.5390625);
    CHECK(ratio["text"] == "2.539");
    CHECK(ratio["fraction"] == "325/128");
    CHECK(ratio["unit"] == "OP/B");
}

TEST_CASE("lines are broken between words and counted in characters") {
    CHECK(width_of("118³ ⌈x⌉") == 8);
    CHECK(pad_right("³", 3) == "³  ");
    CHECK(pad_left("⌈⌉", 3) == " ⌈⌉");
    CHECK(pad_left("long", 2) == "long");
    CHECK(wrapped("one two three", 7) == "one two\nthree");
    CHECK(wrapped("one two three", 9, "  ") == "one two\n  three");
    CHECK(wrapped("unbreakable", 3) == "unbreakable");
    CHECK(wrapped("", 3).empty());
}
