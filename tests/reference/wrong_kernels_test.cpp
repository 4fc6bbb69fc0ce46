// No wrong kernel passes: the sweep's classic mistakes, each on every grid of the course.
#include "checker/reference/comparison.hpp"
#include "tests/catch.hpp"
#include "tests/reference/labs.hpp"

#include <numeric>
#include <utility>

using namespace kit;
using namespace kit::tests;

namespace {

const Extents course_grids[] = {
    {3, 3, 3},    {5, 5, 5},       {33, 33, 33},  {61, 61, 61},
    {62, 62, 62}, {120, 120, 120}, {120, 64, 33}, {7, 200, 3},
};

/// Calls work(index) for every inner cell.
template <class Work>
void for_inner_cells(const Extents& n, Work&& work) {
    for (std::int64_t z = 1; z < n.z - 1; ++z) {
        for (std::int64_t y = 1; y < n.y - 1; ++y) {
            for (std::int64_t x = 1; x < n.x - 1; ++x) {
                work(n.index(x, y, z));
            }
        }
    }
}

/// The course's sweep in T, as its basic kernel writes it.
template <class T>
std::vector<T> swept(const CaseData& data, const std::vector<double>& coefficients) {
    const T* in = elements<T>(std::span(data.input));
    std::vector<T> out = values<T>(data.output);
    const std::vector<T> c(coefficients.begin(), coefficients.end());
    const std::int64_t row = data.extents.x;
    const std::int64_t plane = row * data.extents.y;
    for_inner_cells(data.extents, [&](std::int64_t i) {
        out[i] = c[0] * in[i] + c[1] * in[i - 1] + c[2] * in[i + 1] + c[3] * in[i - row] +
                 c[4] * in[i + row] + c[5] * in[i - plane] + c[6] * in[i + plane];
    });
    return out;
}

/// Every inner cell holds what belongs `distance` cells before it.
template <class T>
std::vector<T> shifted(const CaseData& data, const std::vector<T>& right, std::int64_t distance) {
    std::vector<T> out = right;
    for_inner_cells(data.extents, [&](std::int64_t i) { out[i] = right[i - distance]; });
    return out;
}

template <class T>
void check_mistakes(const Extents& extents) {
    const Lab lab = sweep_lab(sizeof(T) == 4 ? Element::float32 : Element::float64);
    const CaseData data = draw_case(lab, extents, 2024);
    CAPTURE(extents.x, extents.y, extents.z);
    const auto mismatches = [&](const std::vector<T>& output) {
        return compare(lab, data, std::as_bytes(std::span(output))).mismatches;
    };
    const std::vector<T> right = swept<T>(data, data.coefficients);
    CHECK(mismatches(right) == 0);
    CHECK(compare(lab, data, data.output).mismatches > 0);
    CHECK(compare(lab, data, data.input).mismatches > 0);
    CHECK(mismatches(std::vector<T>(right.size(), T(0))) > 0);
    for (const std::int64_t distance : {std::int64_t{1}, extents.x, extents.x * extents.y}) {
        CHECK(mismatches(shifted(data, right, distance)) > 0);
        CHECK(mismatches(shifted(data, right, -distance)) > 0);
    }
    for (std::size_t a = 0; a < 7; ++a) {
        std::vector<double> changed = data.coefficients;
        changed[a] = 0;
        CHECK(mismatches(swept<T>(data, changed)) > 0);
        changed[a] = -data.coefficients[a];
        CHECK(mismatches(swept<T>(data, changed)) > 0);
        for (std::size_t b = 0; b < a; ++b) {
            changed = data.coefficients;
            std::swap(changed[a], changed[b]);
            CHECK(mismatches(swept<T>(data, changed)) > 0);
        }
    }
}

} // namespace

TEST_CASE("every classic mistake of a float sweep shows on every grid of the course", "[long]") {
    for (const Extents& extents : course_grids) {
        check_mistakes<float>(extents);
    }
}

TEST_CASE("and those of a double sweep on the small ones") {
    for (const Extents& extents : course_grids) {
        if (extents.cells() < 50'000) {
            check_mistakes<double>(extents);
        }
    }
}

TEST_CASE("the single inner point of a 3³ grid shows mistakes with any seed") {
    const Lab lab = sweep_lab();
    int seen = 0;
    constexpr int seeds = 300;
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        const CaseData data = draw_case(lab, {3, 3, 3}, seed);
        for (std::size_t a = 0; a < 7; ++a) {
            for (std::size_t b = 0; b < a; ++b) {
                std::vector<double> changed = data.coefficients;
                std::swap(changed[a], changed[b]);
                seen += compare(lab, data, bytes(swept<float>(data, changed))).mismatches == 1;
            }
        }
    }
    // Two inputs may be equal to the last digits by chance; 21 pairs of coefficients each.
    CHECK(seen >= seeds * 21 - 2);
}
