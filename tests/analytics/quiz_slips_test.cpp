// What the quiz says about wrong answers, shown by evaluation: the arithmetic that a sentence states
// gives the number that it explains.
#include "analytics/count/calculator.hpp"
#include "analytics/quiz/question.hpp"
#include "tests/catch.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <vector>

using namespace kit;

namespace {

Rational evaluated(const std::string& formula) {
    const Calculation done = calculate(formula);
    CHECK(done.rest.empty());
    return done.value;
}

/// The numbers in a text, without signs between their groups.
std::vector<std::string> numbers_in(const std::string& text) {
    std::vector<std::string> found;
    bool inside = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool digit = std::isdigit(static_cast<unsigned char>(text[i])) != 0;
        if (digit && !inside) {
            found.emplace_back();
        }
        if (digit) {
            found.back() += text[i];
        }
        inside = digit || (inside && text[i] == ',');
    }
    return found;
}

/// What a clause may name: the question's own numbers, and those of conventions and of CUDA.
std::set<std::string> given_numbers(const ExerciseSizes& sizes) {
    std::set<std::string> given{"0", "1", "2", "4", "8"};
    const auto add = [&](std::int64_t number) { given.insert(std::to_string(number)); };
    for (int axis = 0; axis < 3; ++axis) {
        add(sizes.grid[axis]);
        add(sizes.block[axis]);
        add(sizes.plane_block[axis]);
    }
    add(sizes.stencil.order);
    add(sizes.tile_planes);
    add(sizes.element_bytes);
    add(total(sizes.block));
    add(total(sizes.plane_block));
    Stencil stencil = sizes.stencil;
    add(points(stencil));
    stencil.order = 1;
    add(points(stencil));
    return given;
}

std::vector<ExerciseSizes> course_and_fresh(std::uint64_t seeds) {
    std::vector<ExerciseSizes> all{ExerciseSizes{}};
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        all.push_back(fresh_sizes(seed));
    }
    return all;
}

/// Every formula that a sentence states, each up to its "=".
std::vector<std::string> stated_formulas(const std::string& sentence) {
    std::vector<std::string> formulas;
    for (std::size_t end = sentence.find(" = "); end != std::string::npos;
         end = sentence.find(" = ", end + 1)) {
        const std::size_t colon = sentence.rfind(": ", end);
        formulas.push_back(sentence.substr(colon + 2, end - colon - 2));
    }
    return formulas;
}

} // namespace

TEST_CASE("every explanation's formula gives its number, and its words no other number", "[long]") {
    std::size_t pairs = 0;
    for (const ExerciseSizes& sizes : course_and_fresh(40)) {
        const std::set<std::string> given = given_numbers(sizes);
        for (const std::string& id : exercise_ids()) {
            const QuizQuestion asked = quiz_question(id, sizes);
            std::set<std::string> alone;
            for (const WrongWorking& each : asked.known) {
                CAPTURE(id, each.formula.spelled_out());
                CHECK(evaluated(each.formula.spelled_out()) == each.formula.value());
                if (each.slips.size() == 1) {
                    alone.insert(each.formula.spelled_out());
                } else {
                    // Both slips show: neither hides the other.
                    ++pairs;
                    REQUIRE(each.slips.size() == 2);
                }
                for (const Slip& slip : each.slips) {
                    CAPTURE(slip.clause);
                    for (const std::string& number : numbers_in(slip.clause)) {
                        CAPTURE(number);
                        CHECK(given.contains(number));
                    }
                    // The clause is that of the working with all of these slips.
                    std::set<std::string> taken;
                    for (const Slip& one : each.slips) {
                        taken.insert(one.name);
                    }
                    Slips again(taken);
                    CHECK(exercise(id, sizes, again).asked.spelled_out() ==
                          each.formula.spelled_out());
                }
            }
            CHECK(alone.size() >= 5);
        }
    }
    CHECK(pairs > 10000);
}

TEST_CASE("each integer that is explained comes out of what is stated", "[long]") {
    for (const std::string& id : exercise_ids()) {
        const QuizQuestion asked = quiz_question(id, {});
        std::size_t explained = 0;
        const auto check = [&](std::int64_t number) {
            const Judgement judgement = judge(asked, std::to_string(number));
            for (const WrongWorking& each : judgement.workings) {
                CAPTURE(id, number, each.formula.spelled_out());
                CHECK(evaluated(each.formula.spelled_out()) == Rational(number));
            }
            const std::vector<std::string> stated = stated_formulas(judgement.sentence);
            // All that lead to the number are named, or none is.
            CHECK(stated.size() == judgement.workings.size());
            for (const std::string& formula : stated) {
                CAPTURE(judgement.sentence);
                CHECK(evaluated(formula) == Rational(number));
            }
            explained += stated.empty() ? 0 : 1;
        };
        for (std::int64_t number = 1; number <= 5'000; ++number) {
            check(number);
        }
        for (const WrongWorking& each : asked.known) {
            if (each.formula.value().is_integer()) {
                check(each.formula.value().numerator());
            }
        }
        CAPTURE(id);
        CHECK((id == "2c" || explained > 5));
    }
}

TEST_CASE("fresh sizes: what is stated gives the number that was typed", "[long]") {
    for (const ExerciseSizes& sizes : course_and_fresh(12)) {
        for (const std::string& id : exercise_ids()) {
            const QuizQuestion asked = quiz_question(id, sizes);
            for (const WrongWorking& each : asked.known) {
                const Rational& value = each.formula.value();
                const std::string typed = value.is_integer() ? value.fraction() : value.decimal(4);
                const Judgement judgement = judge(asked, typed);
                CAPTURE(id, typed, judgement.sentence);
                CHECK(stated_formulas(judgement.sentence).size() == judgement.workings.size());
                for (const std::string& formula : stated_formulas(judgement.sentence)) {
                    CHECK(agrees(typed_answer(typed), evaluated(formula)));
                }
            }
        }
    }
}

TEST_CASE("two slips together are told with their own numbers") {
    const auto sentence = [](const std::string& id, const std::string& typed) {
        return judge(quiz_question(id, {}), typed).sentence;
    };
    CHECK(sentence("1b", "3210") ==
          "Wrong: 3210 comes out when only the outputs are divided, as if thread 0 had the first "
          "of them and all cells are divided at once, not each axis by itself: "
          "⌈(120 − 2·1)³/8³⌉ = 3,210.");
    CHECK(sentence("1c", "7607") ==
          "Wrong: 7607 comes out when both ends of an axis are taken off, 2·1 as in the textbook "
          "and not 1, although the first tile begins on a boundary cell and all cells are divided "
          "at once, not each axis by itself: ⌈(120 − 2·1)³/(8 − 2·1)³⌉ = 7,607.");
    for (const char* number : {"52", "57", "59", "61", "313"}) {
        CAPTURE(number);
        const std::vector<std::string> stated = stated_formulas(sentence("1d", number));
        REQUIRE(stated.size() == 1);
        CHECK(evaluated(stated.front()).decimal(0) == number);
    }
}
