// The words behind a number: what it counts, in the spellings that people use.
#pragma once

#include "checker/base/exact.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace kit {

/// What a number counts. `other` is what no question asks for: warps, seconds, FLOP.
enum class Unit { points, cells, blocks, threads, bytes, operations_per_byte, other };

/// "points", "OP/B"; "something else" for other.
[[nodiscard]] std::string_view unit_name(Unit unit);

struct WrittenUnit {
    std::optional<Unit> unit;         ///< absent where only a scale or nothing was written
    std::string unit_words;           ///< of an `other` unit, as typed: "warps"
    std::optional<int> element_bytes; ///< 4 in "3072 floats"; the unit is then cells
};

struct UnitPhrase : WrittenUnit {
    Rational factor = 1; ///< of the number: 1,000 in "8k", 1/8 in "98304 bits"
    std::optional<Rational>
        factor_too;           ///< the scale's other reading: 1,000 besides 1,024 in "12 kB"
    std::string threads_each; ///< "512" of "blocks of 512 threads", an expression
};

/// Absent where the words are not known. "per block" and the like change nothing, as every question is
/// about one block or one launch; "per thread" makes another unit. Precondition: as from plain_signs().
[[nodiscard]] std::optional<UnitPhrase> unit_phrase(std::string_view words);

/// Whether these words say nothing about the number: "the answer is", "in total".
[[nodiscard]] bool is_filler(std::string_view words);

} // namespace kit
