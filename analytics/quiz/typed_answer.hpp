// An answer as a student writes it - "8,000", "20^3 blocks", "187200/73728", "12 KB" - read as an
// exact number.
#pragma once

#include "analytics/count/exact.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace kit {

/// What the number counts.
enum class Unit { points, cells, blocks, threads, bytes, operations_per_byte };

/// "points", "OP/B".
[[nodiscard]] std::string_view unit_name(Unit unit);

struct TypedAnswer {
    Rational value; ///< without its unit; of "12 KB" 12,288, as the chapter's KB are 1,024 bytes

    /// How exact it was meant to be.
    enum class Precision {
        exact,   ///< whole numbers, fractions and what is computed from them
        rounded, ///< one decimal, like 2.54: every number that rounds to it or begins with it
        computed ///< an expression with decimals in it, like 13·0.195
    };
    Precision precision = Precision::exact;
    int digits = 0;      ///< of a rounded one: after the point
    int significant = 0; ///< of a rounded one: digits from the first that is not 0

    std::optional<Unit> unit;
    /// Bytes of an element where the unit names its type: 4 in "3072 floats"; the unit is then cells.
    std::optional<int> element_bytes;
};

/// Reads one answer: arithmetic as in calculator.hpp, and a unit behind it. Throws BadInput, with the
/// place, on anything else and on a result that does not fit in 64 bits.
[[nodiscard]] TypedAnswer typed_answer(std::string_view text);

/// Whether what was typed is this value: a whole number exactly, a fraction by the decimals that
/// were written, rounded or cut off, or, computed with decimals, within half a percent.
[[nodiscard]] bool agrees(const TypedAnswer& typed, const Rational& value);

/// Whether too few digits of a decimal were typed to judge it: "3" or "2." for 2.539.
[[nodiscard]] bool too_coarse(const TypedAnswer& typed, const Rational& value);

} // namespace kit
