#include "checker/reference/coefficients.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace kit {

namespace {

/// Reads a sequence from its start.
class Draws {
public:
    explicit Draws(const RandomBits& bits) : bits_(bits) {}

    /// In [0, 1), 53 bits.
    double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

    /// In [0, limit), for limits so small that the remainder's bias is nothing.
    std::size_t below(std::size_t limit) { return static_cast<std::size_t>(next() % limit); }

    bool coin() { return next() >> 63 != 0; }

private:
    std::uint64_t next() { return bits_.at(position_++); }

    RandomBits bits_;
    std::uint64_t position_ = 0;
};

double rounded_to(Element element, double value) {
    switch (element) {
    case Element::int32: return std::nearbyint(value);
    case Element::float32: return static_cast<float>(value);
    case Element::float64: return value;
    }
    return value;
}

/// Ascending, each at least `gap` above the one before.
std::vector<double> real_magnitudes(std::size_t count, Draws& draws) {
    constexpr double least = 0.25;
    constexpr double room = 0.75;
    // A little more than 0.05, because rounding to float takes some of it.
    const double gap = count < 2 ? 0 : std::min(0.051, 0.65 / static_cast<double>(count - 1));
    const double slack = count < 2 ? room : room - gap * static_cast<double>(count - 1);
    std::vector<double> magnitudes(count);
    for (double& magnitude : magnitudes) {
        magnitude = least + slack * draws.unit();
    }
    std::sort(magnitudes.begin(), magnitudes.end());
    for (std::size_t i = 0; i < count; ++i) {
        magnitudes[i] += gap * static_cast<double>(i);
    }
    return magnitudes;
}

/// The least ones that no fixed coefficient has.
std::vector<double> whole_magnitudes(std::size_t count, const Lab& lab) {
    std::vector<double> magnitudes;
    for (double candidate = 1; magnitudes.size() < count; ++candidate) {
        const bool taken = std::any_of(
            lab.stencil.begin(), lab.stencil.end(), [candidate](const StencilPoint& point) {
                return point.coefficient && std::abs(*point.coefficient) == candidate;
            });
        if (!taken) {
            magnitudes.push_back(candidate);
        }
    }
    return magnitudes;
}

} // namespace

std::vector<double> draw_coefficients(const Lab& lab, const RandomBits& bits) {
    const std::size_t sets = static_cast<std::size_t>(coefficient_sets(lab));
    const std::size_t open =
        sets * static_cast<std::size_t>(
                   std::count_if(lab.stencil.begin(), lab.stencil.end(),
                                 [](const StencilPoint& point) { return !point.coefficient; }));
    Draws draws(bits);
    // Two whole numbers more than needed, so that the set differs from case to case.
    std::vector<double> drawn = lab.element == Element::int32 ? whole_magnitudes(open + 2, lab)
                                                              : real_magnitudes(open, draws);
    for (std::size_t left = drawn.size(); left > 1; --left) {
        std::swap(drawn[left - 1], drawn[draws.below(left)]);
    }
    for (double& value : drawn) {
        value = draws.coin() ? -value : value;
    }
    std::vector<double> coefficients;
    coefficients.reserve(coefficient_count(lab));
    auto next = drawn.begin();
    for (std::size_t set = 0; set < sets; ++set) {
        for (const StencilPoint& point : lab.stencil) {
            const double value = point.coefficient ? *point.coefficient : *next++;
            coefficients.push_back(rounded_to(lab.element, value));
        }
    }
    return coefficients;
}

} // namespace kit
