// The table of typed forms, against the quiz.
#include "analytics/quiz/question.hpp"
#include "tests/analytics/typed_forms.hpp"
#include "tests/catch.hpp"

#include <array>
#include <map>
#include <random>
#include <string>
#include <string_view>

using namespace kit;

TEST_CASE("every typed form is read and judged as the table says") {
    std::map<std::string, QuizQuestion> asked;
    for (const std::string& id : exercise_ids()) {
        asked.emplace(id, quiz_question(id, {}));
    }
    std::map<std::string_view, int> verdicts;
    for (const TypedForm& form : typed_forms()) {
        const Judgement judgement = judge(asked.at(std::string(form.exercise)), form.typed);
        CAPTURE(form.exercise, form.typed, judgement.sentence);
        CHECK(mark_name(judgement.mark) == form.verdict);
        CHECK(judgement.reading == form.reading);
        ++verdicts[form.verdict];
    }
    CHECK(typed_forms().size() >= 400);
    CHECK(verdicts["right"] >= 150);
    CHECK(verdicts["wrong"] >= 80);
    CHECK(verdicts["unreadable"] >= 80);
}

TEST_CASE("a right form with one digit changed is right only if its number is still the answer") {
    std::map<std::string, QuizQuestion> asked;
    for (const std::string& id : exercise_ids()) {
        asked.emplace(id, quiz_question(id, {}));
    }
    int changed = 0;
    for (const TypedForm& form : typed_forms()) {
        // An approximation may be off by a little, and its other side is right.
        if (form.verdict != "right" || form.typed.find("≈") != std::string_view::npos) {
            continue;
        }
        const QuizQuestion& question = asked.at(std::string(form.exercise));
        for (std::size_t i = 0; i < form.typed.size(); ++i) {
            if (form.typed[i] < '0' || form.typed[i] > '9') {
                continue;
            }
            std::string other(form.typed);
            other[i] = other[i] == '9' ? '0' : static_cast<char>(other[i] + 1);
            const Judgement judgement = judge(question, other);
            if (judgement.mark == Mark::right &&
                typed_answer(other).precision != TypedAnswer::Precision::computed) {
                CAPTURE(form.exercise, form.typed, other, judgement.reading);
                CHECK(agrees(typed_answer(judgement.reading), question.accepted.front().value));
            }
            ++changed;
        }
    }
    CHECK(changed > 1500);
}

TEST_CASE("pieces of answers in any order are judged, and nothing is thrown") {
    constexpr auto pieces =
        std::to_array<std::string_view>({"1",         "20",      "8000",
                                         "1,643,032", ".",       ",",
                                         "'",         " ",       "^",
                                         "*",         "x",       "0x",
                                         "/",         "(",       ")",
                                         "=",         "≈",       "k",
                                         "Ki",        "kB",      "e",
                                         "e9",        "e-99",    "dim3(",
                                         ",",         "⌈",       "⌉",
                                         "²",         "{",       "}",
                                         "\\",        "\\frac",  "pow(",
                                         "sizeof(",   "float)",  " per ",
                                         " of 512",   "blocks",  "bits",
                                         "/s",        ":",       "1c",
                                         "+",         "-",       "−",
                                         "%",         "\xff",    "\xe2",
                                         "𝟙",         ";",       "999999999999999999",
                                         "0b",        "million", "[",
                                         "]",         "n",       "about ",
                                         "\x1b",      "\n",      "½"});
    std::mt19937 draw(7);
    const QuizQuestion asked = quiz_question("1c", {});
    const QuizQuestion ratio = quiz_question("2c", {});
    int read = 0;
    for (int i = 0; i < 3'000; ++i) {
        std::string text;
        for (auto count = draw() % 9 + 1; count > 0; --count) {
            text += pieces.at(draw() % pieces.size());
        }
        CAPTURE(text);
        read += judge(asked, text).reading.empty() ? 0 : 1;
        read += judge(ratio, text).reading.empty() ? 0 : 1;
    }
    CHECK(read > 90);
}

TEST_CASE("a very long answer is refused, and only its beginning is kept") {
    for (const std::string& text :
         {std::string(1 << 20, '('), std::string(1 << 20, '1'), std::string(1 << 20, '\xff')}) {
        const Judgement judgement = judge(quiz_question("1a", {}), text);
        CHECK(judgement.mark == Mark::unreadable);
        CHECK(judgement.given.size() < 2000);
        CHECK(judgement.sentence == "An answer has at most 200 characters.");
    }
}
