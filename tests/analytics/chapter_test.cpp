// The chapters' other numbers as literals, and questions that follow the sizes.
#include "analytics/questions/chapter.hpp"
#include "analytics/questions/errata.hpp"
#include "checker/base/errors.hpp"
#include "tests/catch.hpp"

using namespace kit;

namespace {

using Texts = std::vector<std::string>;

Texts chapter_answers(const std::string& id, const ChapterSizes& sizes = {}) {
    Texts texts;
    for (const Answer& answer : chapter_question(id, sizes).answers) {
        texts.push_back(text(answer));
    }
    return texts;
}

/// The derivation's lines as "formula = result".
Texts chapter_steps(const std::string& id, const ChapterSizes& sizes = {}) {
    Texts lines;
    for (const Step& step : chapter_question(id, sizes).steps) {
        lines.push_back(step.formula + " = " + step.result);
    }
    return lines;
}

} // namespace

TEST_CASE("every number of the chapters") {
    CHECK(chapter_answers("intensity.a") == Texts{"0.46", "0.41", "0.50", "0.44"});
    CHECK(chapter_answers("intensity.b") == Texts{"1.37", "0.96", "1.48", "1.04"});
    CHECK(chapter_answers("intensity.c") == Texts{"3.250", "1.625", "3.500", "1.750"});
    CHECK(chapter_answers("halo.a") == Texts{"57.8"});
    CHECK(chapter_answers("halo.b") == Texts{"80"});
    CHECK(chapter_answers("bounds.a") == Texts{"2.5", "4.5", "6.5", "4.5", "12.5", "24.5"});
    CHECK(chapter_answers("bounds.b") == Texts{"3.5", "6.5", "9.5", "13.5", "62.5", "171.5"});
    CHECK(chapter_answers("loads.a") == Texts{"11,501,224"});
    CHECK(chapter_answers("loads.b") == Texts{"4,096,000", "3,944,312"});
    CHECK(chapter_answers("loads.c") == Texts{"2,097,152", "2,000,376"});
    CHECK(chapter_answers("line.a") == Texts{"130", "132"});
    CHECK(chapter_answers("line.b") == Texts{"6,144", "12,288"});
    CHECK(chapter_answers("line.c") == Texts{"3", "27", "7", "5", "125", "13"});
    CHECK(chapter_answers("faces.a") == Texts{"4,000"});
    CHECK(chapter_answers("faces.b") == Texts{"896", "3,584", "75.0"});
    CHECK(chapter_answers("image.a") == Texts{"96", "3"});
    CHECK(chapter_answers("image.b") == Texts{"3,240"});
    CHECK(chapter_answers("image.c") == Texts{"5", "7"});
    CHECK(chapter_answers("limit.a") == Texts{"10", "1,000"});
    CHECK(chapter_answers("limit.b") == Texts{"1.664", "1.10", "1.792", "1.19"});
    CHECK(chapter_answers("threads.a") == Texts{"216", "512", "42.2"});
    CHECK(chapter_answers("threads.b") == Texts{"900", "1,024", "87.9"});
    CHECK(chapter_answers("warps.a") == Texts{"4", "1"});
    CHECK(chapter_answers("warps.b") == Texts{"4", "8", "4", "5"});
    CHECK(chapter_answers("coarsening.a") == Texts{"216", "64", "36"});
    CHECK(chapter_answers("coarsening.b") == Texts{"2.68", "1.47", "2.88", "1.58"});
    CHECK(chapter_answers("registers.a") == Texts{"12,288", "4,096", "3.0"});
    CHECK(chapter_answers("registers.b") == Texts{"3", "3,072", "255", "64"});
    CHECK(chapter_answers("differences.a") == Texts{"0.007874"});
    CHECK(chapter_answers("differences.b") == Texts{"9", "25"});
    CHECK(chapter_answers("differences.c") == Texts{"2.02", "4", "16"});
    CHECK(chapter_ids().size() == 31);
}

TEST_CASE("the derivations have their numbers filled in") {
    CHECK(chapter_steps("intensity.a")[5] == "13 / 28 = 0.46");
    CHECK(chapter_steps("intensity.a")[6] == "13 / 32 = 0.41");
    CHECK(chapter_steps("halo.a")[2] == "1 − 216/512 = 57.8 %");
    CHECK(chapter_steps("halo.b")[2] == "512 − (216 + 216) = 80");
    CHECK(chapter_steps("loads.b") == Texts{"20³ = 8,000", "8³ = 512", "8,000·512 = 4,096,000",
                                            "20·8 − 2 = 158", "158³ = 3,944,312"});
    CHECK(chapter_steps("loads.c").back() == "126³ = 2,000,376");
    CHECK(chapter_steps("faces.b")[2] == "512 + 384 = 896");
    CHECK(chapter_steps("image.a")[1] == "⌈96/32⌉ = 3");
}

TEST_CASE("finite differences have the texts' coefficients and their errors' order") {
    const Texts sets = chapter_steps("differences.b");
    CHECK(sets[0] == "(−1 + 0 + 1)/2 = 0");
    CHECK(sets[1] == "(−3 + 4 − 1)/2 = 0");
    CHECK(sets[2] == "1 − 2 + 1 = 0");
    CHECK(sets[4] == "(1 − 8 + 0 + 8 − 1)/12 = 0");
    CHECK(sets[6] == "(−1 + 16 − 30 + 16 − 1)/12 = 0");
    const Texts errors = chapter_steps("differences.c");
    CHECK(errors[0] == "3.31 − 3 = 0.31");
    CHECK(errors[4] == "3.01 − 3 = 0.01");
    CHECK(errors[6] == "3.000625 − 3 = 0.000625");
    CHECK(errors[8] == "5 − 4.9996 = 0.0004");
}

TEST_CASE("a convention can be chosen") {
    ChapterSizes sizes;
    sizes.operations = CountedOperations::separate;
    CHECK(chapter_answers("limit.b", sizes) == Texts{"1.664", "1.10"});
    CHECK(chapter_answers("bounds.b", sizes)[0] == "3.25");
    sizes.bytes = CountedBytes::loads_and_stores;
    CHECK(chapter_answers("coarsening.b", sizes) == Texts{"1.47"});
}

TEST_CASE("every step of a derivation that changes a number's meaning has its reason") {
    for (const std::string& id : chapter_ids()) {
        CAPTURE(id);
        CHECK(!chapter_question(id, {}).steps.front().reason.empty() ==
              (id.rfind("bounds", 0) != 0));
    }
}

TEST_CASE("other sizes are derived the same way") {
    ChapterSizes sizes;
    sizes.order = 2;
    sizes.element_bytes = 8;
    sizes.block = {10, 10, 10};
    CHECK(chapter_answers("halo.a", sizes) == Texts{"78.4"}); // 1 − 6³/10³
    CHECK(chapter_answers("halo.b", sizes) == Texts{"352"});  // 1,000 − (216 + 4·108)
    CHECK(chapter_answers("intensity.c", sizes)[0] == "3.125");
    CHECK(chapter_answers("line.a", sizes) == Texts{"132"});
    CHECK(chapter_answers("faces.a", sizes) == Texts{"21,952"}); // 14³·8
    CHECK(chapter_answers("bounds.a", sizes) == Texts{"2.25", "6.25"});
    sizes.image = {1, 1, 1};
    sizes.image_block = {5, 5, 1};
    CHECK(chapter_answers("image.b", sizes) == Texts{"1"});
    CHECK(chapter_question("image.a", sizes).notes[0] ==
          "The last warp has 7 lanes without a thread.");
}

TEST_CASE("sizes that make no kernel are refused") {
    ChapterSizes sizes;
    sizes.block = {2, 8, 8};
    CHECK_THROWS_WITH(chapter_question("halo.a", sizes), ContainsSubstring("all halo"));
    sizes.block = {11, 11, 11};
    CHECK_THROWS_WITH(chapter_question("faces.a", sizes), ContainsSubstring("1,024"));
    sizes.line_threads = 1025;
    CHECK_THROWS_WITH(chapter_question("line.a", sizes), ContainsSubstring("CUDA allows 1,024"));
    sizes.image_block = {64, 64, 1};
    CHECK_THROWS_AS(chapter_question("image.a", sizes), BadInput);
    sizes.block = {8, 8, 8};
    sizes.grid = {4000000000, 4000000000, 4000000000};
    CHECK_THROWS_AS(chapter_question("loads.a", sizes), Overflow);
    CHECK_THROWS_AS(chapter_ids("nothing"), BadInput);
    CHECK_THROWS_AS(chapter_question("halo", {}), BadInput);
}

TEST_CASE("errata say what is wrong, what is right, and why") {
    CHECK(errata().size() == 38);
    for (const Erratum& each : errata()) {
        CAPTURE(each.claim);
        CHECK(!each.source.empty());
        CHECK(each.claim != each.right);
        CHECK(each.why.back() == '.');
        CHECK(!each.command.empty());
        CHECK(!each.prints.empty());
        CHECK(each.changes.empty() == each.file.empty());
        CHECK(each.changes.empty() == (each.command.find("COPY.cu") == std::string::npos));
    }
}
