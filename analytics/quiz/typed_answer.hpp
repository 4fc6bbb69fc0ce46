// An answer as a student writes it - "8,000", "20^3 blocks", "187200/73728", "12 KB", "dim3(15,15,15)"
// - read as an exact number.
#pragma once

#include "analytics/count/numeral.hpp"
#include "analytics/quiz/unit_phrase.hpp"
#include "checker/base/exact.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// One reading of an answer.
struct TypedAnswer : WrittenUnit {
    Rational value; ///< without its unit; of "12 KB" 12,288, as the chapter's KB are 1,024 bytes

    /// How exact it was meant to be.
    enum class Precision {
        exact,   ///< whole numbers, fractions and what is computed from them
        rounded, ///< one decimal, like 2.54: every number that rounds to it or begins with it
        computed ///< an expression with decimals in it, like 13·0.195
    };
    Precision precision = Precision::exact;
    int digits = 0;        ///< of a rounded one: after the point
    int significant = 0;   ///< of a rounded one: digits from the first that is not 0
    bool is_single = true; ///< one number, nothing computed
    bool is_approximate =
        false; ///< ≈, a power of ten or a scale like k: it may stand for more digits

    std::optional<Rational> threads_each; ///< 512 in "3375 blocks of 512 threads"

    Notation notation = Notation::point;
    bool has_doubtful_comma = false; ///< as in Calculation
    bool has_doubtful_point = false;
    bool has_scale = false;           ///< a k, a power of ten, kB
    bool is_other_scale = false;      ///< the scale's second reading: 1,024 for k, 1,000 for kB
    std::optional<Extents> axes;      ///< of "dim3(15,15,15)"; the value is their product
    std::optional<std::string> label; ///< "1c" of "1c: 8000", "c" of "c) 8000"
};

/// Everything that the text can mean, the reading that the kit itself would mean first; never empty.
/// An equation counts by its last side, which the others must agree with. Throws BadInput, with
/// the place, on anything else and on a result that does not fit in 64 bits.
[[nodiscard]] std::vector<TypedAnswer> readings(std::string_view text);

/// The first of readings(). Throws as that does.
[[nodiscard]] TypedAnswer typed_answer(std::string_view text);

/// Whether what was typed is this value: a whole number exactly, a fraction by the decimals that
/// were written, rounded or cut off, or, computed with decimals, within half a percent.
[[nodiscard]] bool agrees(const TypedAnswer& typed, const Rational& value);

/// Whether too few digits were typed to judge: "3" or "2." for 2.539, "1.6e6" for 1,643,032.
[[nodiscard]] bool too_coarse(const TypedAnswer& typed, const Rational& value);

} // namespace kit
