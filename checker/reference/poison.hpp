// What the output holds before the launch, so that a cell that no thread wrote is known for
// certain.
#pragma once

#include "checker/model/lab.hpp"

#include <bit>
#include <cstdint>
#include <type_traits>

namespace kit {

/// The unsigned integer with as many bits as T.
template <class T>
using BitsOf = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;

/// float, double: a signalling NaN with a payload of our own. Arithmetic gives quiet NaNs only, so
/// no kernel computes these bits. int: a number that the drawn inputs keep every result away from
/// (see greatest_int_sum).
template <class T>
inline constexpr BitsOf<T> poison_bits{};
template <>
inline constexpr std::uint32_t poison_bits<float> = 0x7FA5'7A1Eu;
template <>
inline constexpr std::uint64_t poison_bits<double> = 0x7FF4'57A1'E0DD'BA11u;
template <>
inline constexpr std::uint32_t poison_bits<std::int32_t> = 0x8BAD'57A1u;

/// Drawn inputs and coefficients of an int lab keep every partial sum within ± this.
inline constexpr std::int64_t greatest_int_sum = std::int64_t{1} << 30;

/// Where the sum is squared: its square is at most greatest_int_sum.
inline constexpr std::int64_t greatest_squared_int_sum = std::int64_t{1} << 15;

template <class T>
[[nodiscard]] bool is_poison(const T& value) {
    return std::bit_cast<BitsOf<T>>(value) == poison_bits<T>;
}

/// The poison of an element, its bits widened with zeros.
[[nodiscard]] constexpr std::uint64_t poison_of(Element element) {
    switch (element) {
    case Element::int32: return poison_bits<std::int32_t>;
    case Element::float64: return poison_bits<double>;
    case Element::float32: break;
    }
    return poison_bits<float>;
}

} // namespace kit
