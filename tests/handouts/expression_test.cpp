// The language of value markers: arithmetic, calls, digits and errors.
#include "checker/base/places.hpp"
#include "handouts/builder/marker.hpp"
#include "handouts/builder/sources/sources.hpp"
#include "tests/catch.hpp"

using kit::evaluate;
using kit::MarkerError;

namespace {

kit::MarkerValue known(const kit::MarkerCall& call) {
    if (call.name == "seven") {
        return kit::MarkerNumber{7, 0};
    }
    if (call.name == "time") {
        return *kit::read_number("644.080");
    }
    if (call.name == "words") {
        std::string all;
        for (const std::string& word : call.words) {
            all += "[" + word + "]";
        }
        return all;
    }
    throw MarkerError("There is nothing called '" + call.name + "'.");
}

std::string value(const std::string& expression) {
    return evaluate(expression, known);
}

std::string refusal(const std::string& expression) {
    try {
        return "no refusal: " + value(expression);
    } catch (const MarkerError& error) {
        return error.what();
    }
}

std::string of_the_kit(const std::string& expression) {
    return evaluate(expression, kit::marker_sources(kit::source_root()));
}

} // namespace

TEST_CASE("a named number has its source's digits, a whole number has commas") {
    CHECK(value("seven()") == "7");
    CHECK(value("time()") == "644.080");
    CHECK(value("13 * 510^3") == "1,724,463,000");
    CHECK(value("time() + seven()") == "651");
    CHECK(value("0 - 1234567") == "−1,234,567");
}

TEST_CASE("to N rounds, halves away from zero") {
    CHECK(value("time() to 0") == "644");
    CHECK(value("1 / 8 to 2") == "0.13");
    CHECK(value("2 / 3 to 3") == "0.667");
    CHECK(value("(1 + 2) * 3 - 4 / 2") == "7");
}

TEST_CASE("a call passes on its words") {
    CHECK(value("words(a b=2 \"two words\")") == "[a][b=2][two words]");
    CHECK(value("words()").empty());
}

TEST_CASE("syntax errors are reported") {
    CHECK_THAT(refusal("2 / 3"), ContainsSubstring("say how many digits"));
    CHECK_THAT(refusal("2 +"), ContainsSubstring("it ends too early"));
    CHECK_THAT(refusal("seven"), ContainsSubstring("name(...)"));
    CHECK_THAT(refusal("seven() seven()"), ContainsSubstring("'seven()' is left over"));
    CHECK_THAT(refusal("words(a"), ContainsSubstring("does not close"));
    CHECK_THAT(refusal("words(\"a)"), ContainsSubstring("quote"));
    CHECK_THAT(refusal("eight()"), ContainsSubstring("nothing called 'eight'"));
    CHECK_THAT(refusal("words(a) + 1"), ContainsSubstring("cannot be calculated with"));
    CHECK_THAT(refusal("words(a) to 1"), ContainsSubstring("is text"));
}

TEST_CASE("the kit's numbers have their names") {
    CHECK(of_the_kit("blocks(tiled)") == "8,000");
    CHECK(of_the_kit("loads(tiled grid=120 block=8)") == "3,944,312");
    CHECK(of_the_kit("loads(basic) / loads(tiled) to 1") == "2.9");
    CHECK(of_the_kit("halo-share(tiled)") == "57.8");
    CHECK(of_the_kit("shared-bytes(coarsened)") == "12,288");
    CHECK(of_the_kit("op-per-byte-with-stores(basic) to 2") == "0.41");
    CHECK(of_the_kit("tile-cells(shared-1d)") == "130");
    CHECK(of_the_kit("answer(1a)") == "1,643,032");
    CHECK(of_the_kit("answer(2c)") == "2.539");
    CHECK(of_the_kit("answer(1c 1 grid=122)") == "8,000");
    CHECK(of_the_kit("answer(1c 2 grid=122)") == "9,261");
    CHECK(of_the_kit("chapter(halo.b)") == "80");
    CHECK(of_the_kit("lab(5 points)") == "15");
    CHECK(of_the_kit("lab(05-shared-memory-tiling title)") == "Shared-memory tiling");
    CHECK(of_the_kit("lab(4 cases)") == "3³, 5³, 33³, 61³, 62³ and 120³");
    CHECK(of_the_kit("gpu(H200 sms)") == "132");
    CHECK(of_the_kit("record(h200 solutions/04-basic-sweep/kernel.cu float 120 "
                     "sm__sass_data_bytes_mem_global_op_ld.sum)") == "46,004,896");
}

TEST_CASE("an unknown name is reported with the known ones") {
    const auto refused = [](const std::string& expression) -> std::string {
        try {
            return of_the_kit(expression);
        } catch (const std::exception& error) {
            return error.what();
        }
    };
    CHECK_THAT(refused("blocs(tiled)"), ContainsSubstring("blocks"));
    CHECK_THAT(refused("blocks(tilde)"), ContainsSubstring("the kernels are basic, tiled"));
    CHECK_THAT(refused("blocks(tiled tile=8)"), ContainsSubstring("no 'tile='"));
    CHECK_THAT(refused("lab(5 colour)"), ContainsSubstring("not a fact of a lab"));
    CHECK_THAT(refused("lab(99 points)"), ContainsSubstring("99"));
    CHECK_THAT(refused("record(h200-times 04-basic-sweep float 512 cold)"),
               ContainsSubstring("no column 'cold'; there are lab, element"));
    CHECK_THAT(refused("record(h200-times 04-basic-sweep float 513 cold_us)"),
               ContainsSubstring("No row"));
    CHECK_THAT(refused("record(h200-times 04-basic-sweep float cold_us)"),
               ContainsSubstring("More than one row"));
    CHECK_THAT(refused("record(h201 a b)"), ContainsSubstring("no record tests/records/h201.csv"));
    CHECK_THAT(refused("answer(1c 3)"), ContainsSubstring("asks for number 3"));
}
