// No right kernel is failed: sums in any order, with and without fused multiply-add, cancelling
// too.
#include "checker/reference/comparison.hpp"
#include "tests/catch.hpp"
#include "tests/reference/labs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

using namespace kit;
using namespace kit::tests;

namespace {

enum class Order { forward, reverse, pairwise, shuffled, fused_forward, fused_reverse };

template <class T>
T pairwise_sum(const T* terms, std::size_t count) {
    return count == 1 ? terms[0]
                      : pairwise_sum(terms, count / 2) +
                            pairwise_sum(terms + count / 2, count - count / 2);
}

/// Σ c·x in T, as a kernel might arrange it.
template <class T>
T dot(std::vector<T> c, std::vector<T> x, Order order, std::mt19937& random) {
    if (order == Order::reverse || order == Order::fused_reverse) {
        std::ranges::reverse(c);
        std::ranges::reverse(x);
    }
    if (order == Order::fused_forward || order == Order::fused_reverse) {
        T sum = c[0] * x[0];
        for (std::size_t i = 1; i < c.size(); ++i) {
            sum = std::fma(c[i], x[i], sum);
        }
        return sum;
    }
    std::vector<T> terms(c.size());
    std::ranges::transform(c, x, terms.begin(), std::multiplies<T>());
    if (order == Order::pairwise) {
        return pairwise_sum(terms.data(), terms.size());
    }
    if (order == Order::shuffled) {
        std::ranges::shuffle(terms, random);
    }
    return std::accumulate(terms.begin() + 1, terms.end(), terms[0]);
}

/// A 1D ring on which every cell is a sum of `terms` terms.
Lab ring(std::size_t terms, Element element) {
    Lab lab;
    lab.element = element;
    lab.axes = 1;
    lab.boundary = BoundaryRule::periodic;
    for (std::size_t term = 0; term < terms; ++term) {
        lab.stencil.push_back({{static_cast<int>(term), 0, 0}, {}});
    }
    return lab;
}

enum class Input { uniform, nearly_constant, wide, alternating };

/// Inputs whose sums lose digits: neighbours that cancel, magnitudes that differ.
template <class T>
void replace_input(CaseData& data, Input sort, std::mt19937& random) {
    auto input = values<T>(data.input);
    for (std::size_t i = 0; i < input.size(); ++i) {
        const T drawn = input[i];
        switch (sort) {
        case Input::uniform: break;
        case Input::nearly_constant: input[i] = 1 + drawn * T(0x1p-18); break;
        case Input::wide: input[i] = std::ldexp(drawn, static_cast<int>(random() % 40) - 20); break;
        case Input::alternating: input[i] = (i % 2 ? -1 : 1) * (1 + drawn * T(0x1p-20)); break;
        }
    }
    data.input = bytes(input);
}

/// Coefficients that sum to nearly nothing, as those of a derivative do.
void make_cancelling(CaseData& data, Element element) {
    double sum = 0;
    for (std::size_t i = 1; i < data.coefficients.size(); ++i) {
        sum += data.coefficients[i];
    }
    data.coefficients[0] = element == Element::float32 ? static_cast<float>(-sum) : -sum;
}

template <class T>
double greatest_share_of_bound(Element element) {
    std::mt19937 random(99);
    double greatest = 0;
    for (const std::size_t terms : {1, 2, 3, 5, 7, 13, 25}) {
        for (const Input sort :
             {Input::uniform, Input::nearly_constant, Input::wide, Input::alternating}) {
            for (const bool cancelling : {false, true}) {
                const Lab lab = ring(terms, element);
                CaseData data = draw_case(lab, {1500, 1, 1}, random());
                replace_input<T>(data, sort, random);
                if (cancelling && terms > 1) {
                    make_cancelling(data, element);
                }
                const auto in = values<T>(data.input);
                const std::vector<T> c(data.coefficients.begin(), data.coefficients.end());
                for (const Order order :
                     {Order::forward, Order::reverse, Order::pairwise, Order::shuffled,
                      Order::fused_forward, Order::fused_reverse}) {
                    std::vector<T> out(in.size());
                    for (std::size_t cell = 0; cell < in.size(); ++cell) {
                        std::vector<T> x(terms);
                        for (std::size_t term = 0; term < terms; ++term) {
                            x[term] = in[(cell + term) % in.size()];
                        }
                        out[cell] = dot<T>(c, x, order, random);
                    }
                    const Comparison comparison = compare(lab, data, bytes(out));
                    CAPTURE(terms, static_cast<int>(sort), cancelling, static_cast<int>(order));
                    REQUIRE(comparison.mismatches == 0);
                    greatest = std::max(greatest, comparison.max_error / comparison.allowed_error);
                }
            }
        }
    }
    return greatest;
}

} // namespace

TEST_CASE("a right sum of floats passes in any order") {
    // Above a tenth: the bound is no blank cheque either.
    CHECK(greatest_share_of_bound<float>(Element::float32) > 0.1);
}

TEST_CASE("a right sum of doubles passes in any order") {
    CHECK(greatest_share_of_bound<double>(Element::float64) > 0.1);
}

TEMPLATE_TEST_CASE("a right square passes, of a sum in any order and multiplied out", "", float,
                   double) {
    const Element element = sizeof(TestType) == 4 ? Element::float32 : Element::float64;
    std::mt19937 random(4);
    double greatest = 0;
    for (const std::size_t terms : {1, 2, 5, 13}) {
        for (const Input sort :
             {Input::uniform, Input::nearly_constant, Input::wide, Input::alternating}) {
            Lab lab = ring(terms, element);
            lab.result_operation = ResultOperation::square;
            CaseData data = draw_case(lab, {3000, 1, 1}, random());
            replace_input<TestType>(data, sort, random);
            const auto in = values<TestType>(data.input);
            const std::vector<TestType> c(data.coefficients.begin(), data.coefficients.end());
            std::vector<TestType> squares(in.size());
            std::vector<TestType> multiplied_out(in.size());
            for (std::size_t cell = 0; cell < in.size(); ++cell) {
                std::vector<TestType> x(terms);
                for (std::size_t term = 0; term < terms; ++term) {
                    x[term] = in[(cell + term) % in.size()];
                }
                const auto order = static_cast<Order>(random() % 6);
                const TestType sum = dot<TestType>(c, x, order, random);
                squares[cell] = sum * sum;
                for (std::size_t a = 0; a < terms; ++a) {
                    for (std::size_t b = 0; b < terms; ++b) {
                        multiplied_out[cell] += (c[a] * x[a]) * (c[b] * x[b]);
                    }
                }
            }
            CAPTURE(terms, static_cast<int>(sort));
            const Comparison comparison = compare(lab, data, bytes(squares));
            REQUIRE(comparison.mismatches == 0);
            greatest = std::max(greatest, comparison.max_error / comparison.allowed_error);
            if (terms <= 2) {
                REQUIRE(compare(lab, data, bytes(multiplied_out)).mismatches == 0);
            }
            // Six units of the last place off is no rounding of a single product.
            for (TestType& square : squares) {
                square *= 1 + 6 * std::numeric_limits<TestType>::epsilon();
            }
            REQUIRE((terms > 1 || compare(lab, data, bytes(squares)).mismatches == in.size()));
        }
    }
    CHECK(greatest > 0.1);
}

TEMPLATE_TEST_CASE("the Laplacian passes as a sum of differences and with repeated subtraction", "",
                   float, double) {
    const Element element = sizeof(TestType) == 4 ? Element::float32 : Element::float64;
    Lab lab = laplacian_lab(element);
    lab.result_range.reset();
    lab.boundary = BoundaryRule::zero;
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        const CaseData data = draw_case(lab, {3, 3, 3}, seed);
        const auto in = values<TestType>(data.input);
        const std::array<std::size_t, 6> around{12, 14, 10, 16, 4, 22};
        TestType differences = 0;
        TestType sum = 0;
        TestType repeated = 0;
        for (const std::size_t neighbour : around) {
            differences += in[neighbour] - in[13];
            sum += in[neighbour];
            repeated += in[neighbour];
        }
        for (int time = 0; time < 6; ++time) {
            repeated -= in[13];
        }
        for (const TestType centre : {differences, sum - 6 * in[13], repeated}) {
            std::vector<TestType> out(27);
            out[13] = centre;
            // The other 26 cells were left 0, which is another matter.
            const Comparison comparison = compare(lab, data, bytes(out));
            REQUIRE(std::ranges::none_of(comparison.first_wrong, [](const WrongCell& cell) {
                return cell.cell == std::array<std::int64_t, 3>{1, 1, 1};
            }));
            REQUIRE(comparison.mismatches == 26);
        }
    }
}
