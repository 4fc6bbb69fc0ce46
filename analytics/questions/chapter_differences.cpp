// Chapter questions about finite differences: spacing, coefficients and the order of their error.
#include "analytics/questions/chapter.hpp"
#include "checker/base/numbers.hpp"

#include <fmt/format.h>

#include <numeric>

namespace kit {

namespace {

/// The weights of f at the positions 0 to 2R, in units of 1/h, for the first derivative at `at`: the
/// derivative of the polynomial through all of them.
std::vector<Rational> first_derivative(int order, int at) {
    std::vector<Rational> weights;
    for (int j = 0; j <= 2 * order; ++j) {
        Rational weight = j == at ? 0 : 1;
        for (int k = 0; k <= 2 * order; ++k) {
            if (j == at && k != at) {
                weight = weight + Rational(1, at - k);
            } else if (j != at && k != j) {
                weight = weight * (k == at ? Rational(1, j - k) : Rational(at - k, j - k));
            }
        }
        weights.push_back(weight);
    }
    return weights;
}

/// The same for the second derivative in the middle, in units of 1/h².
std::vector<Rational> second_derivative(int order) {
    std::vector<Rational> weights = first_derivative(order, order);
    Rational others;
    for (int j = 0; j <= 2 * order; ++j) {
        if (j != order) {
            weights[j] = weights[j] * Rational(2, j - order);
            others = others + weights[j];
        }
    }
    weights[order] = Rational(0) - others;
    return weights;
}

std::string with_minus(std::int64_t value) {
    return value < 0 ? "−" + thousands(-value) : thousands(value);
}

/// The weights over their common denominator, added up: "(1 − 8 + 0 + 8 − 1)/12".
std::string sum_text(const std::vector<Rational>& weights) {
    std::int64_t common = 1;
    for (const Rational& weight : weights) {
        common = std::lcm(common, weight.denominator());
    }
    std::string text;
    for (const Rational& weight : weights) {
        const std::int64_t value = (weight * Rational(common)).numerator();
        text += text.empty() ? with_minus(value)
                             : (value < 0 ? " − " : " + ") + thousands(value < 0 ? -value : value);
    }
    return common == 1 ? text : fmt::format("({})/{}", text, thousands(common));
}

std::vector<int> orders_of(const ChapterSizes& sizes) {
    return sizes.order ? std::vector<int>{*sizes.order} : std::vector<int>{1, 2};
}

constexpr const char* setting =
    "Derivatives from values of f at points with the spacing h, R of them "
    "to either side of the middle.";

Question spacing(const ChapterSizes& sizes) {
    if (sizes.points < 2) {
        throw BadInput("--points takes 2 or more: one point has no spacing.");
    }
    Question question{.setting = setting};
    question.text = fmt::format("What is the spacing h of {} points from 0 to 1, both included?",
                                thousands(sizes.points));
    const StatedFormula spaces =
        question.step("spaces", StatedFormula(sizes.points) - 1, "one fewer than points");
    const StatedFormula h = StatedFormula(1) / spaces;
    constexpr int digits = 6;
    question.step("h", h, "all of them are equal and make up 1", {.digits = digits});
    question.answer(h.text(), h, "", digits);
    return question;
}

Question coefficients(const ChapterSizes& sizes) {
    Question question{.setting = setting};
    question.text = "Which coefficients, divided by h or h², do the cells have, and how many do "
                    "all sets of a first derivative hold?";
    for (const int order : orders_of(sizes)) {
        const auto add = [&](const char* name, const std::vector<Rational>& weights,
                             const char* reason) {
            Rational sum;
            for (const Rational& weight : weights) {
                sum = sum + weight;
            }
            question.steps.push_back({fmt::format("R = {}, {}", order, name), sum_text(weights),
                                      sum.fraction(), reason});
        };
        const std::int64_t cells = 2 * std::int64_t{order} + 1;
        add("first, middle", first_derivative(order, order),
            "over h: they add up to 0, as a constant has no slope");
        add("first, left end", first_derivative(order, 0),
            "over h: there are no cells to the left, so more from the right");
        add("second, middle", second_derivative(order),
            "over h²: the same on both sides, as neither is preferred");
        question.steps.push_back({fmt::format("R = {}, all sets", order),
                                  fmt::format("{0}·{0}", cells), thousands(cells * cells),
                                  "a set for each position in a window of 2R + 1 cells"});
        question.answers.push_back(
            {fmt::format("R = {}", order), cells * cells, 0, "coefficients"});
    }
    return question;
}

/// (1 + offset·h) to this power.
Rational power(int offset, const Rational& h, int exponent) {
    const Rational base = Rational(1) + Rational(offset) * h;
    Rational value = 1;
    for (int i = 0; i < exponent; ++i) {
        value = value * base;
    }
    return value;
}

/// A fraction of tenths in full, else rounded.
std::string full_decimal(const Rational& value) {
    constexpr int most = 12;
    return value.decimal(value.exact_digits(most).value_or(most));
}

/// Steps and answer of one difference of f(x) = x to `exponent`, at 1, with h halved twice.
void add_errors(Question& question, const std::string& name, const std::vector<Rational>& weights,
                int first, int exponent) {
    std::vector<Rational> errors;
    for (const std::int64_t parts : {10, 20, 40}) {
        const Rational h(1, parts);
        Rational slope;
        for (std::size_t j = 0; j < weights.size(); ++j) {
            slope = slope + weights[j] * power(first + static_cast<int>(j), h, exponent) / h;
        }
        const bool is_below = slope < Rational(exponent);
        const Rational error = is_below ? Rational(exponent) - slope : slope - Rational(exponent);
        const std::string found = full_decimal(slope);
        question.steps.push_back(
            {fmt::format("{}, h = 1/{}", name, parts),
             is_below ? fmt::format("{} − {}", exponent, found)
                      : fmt::format("{} − {}", found, exponent),
             full_decimal(error),
             parts == 10
                 ? fmt::format("f is x to the power of {0}, and its slope at 1 is {0}", exponent)
                 : ""});
        errors.push_back(error);
    }
    const Rational ratio = errors[1] / errors[2];
    question.steps.push_back(
        {name + ", ratio", fmt::format("{} / {}", full_decimal(errors[1]), full_decimal(errors[2])),
         ratio.is_integer() ? ratio.fraction() : decimal_text(ratio, 2), "h is half as large"});
    question.answers.push_back(
        {name, ratio, ratio.is_integer() ? 0 : 2, "times smaller for half the h"});
}

Question error_order(const ChapterSizes& sizes) {
    Question question{.setting = setting};
    question.text = "By how much does the error of a first derivative fall when h is halved?";
    if (!sizes.order) {
        add_errors(question, "forward", {Rational(-1), Rational(1)}, 0, 3);
    }
    for (const int order : orders_of(sizes)) {
        add_errors(question, fmt::format("central, R = {}", order), first_derivative(order, order),
                   -order, 2 * order + 1);
    }
    question.notes = {"An error that halves with h is O(h), one that falls to a quarter O(h²). A "
                      "central difference with R cells to either side has an error of h to the "
                      "power of 2R: its even powers alone are left."};
    return question;
}

} // namespace

std::vector<ChapterTopic> difference_topics() {
    return {{"differences",
             "Finite differences (PMPP 8.1 and the Numba course, chapter 5)",
             {{"points", spacing}, {"order", coefficients}, {"order", error_order}}}};
}

} // namespace kit
