// Arrays travel as bytes, because a lab's element type is data: here they get their type back, and an
// output gets the bits that tell which cells no thread wrote.
#pragma once

#include "checker/base/errors.hpp"
#include "checker/base/extents.hpp"
#include "checker/model/lab.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>

namespace kit {

/// The bytes as elements of T. They must be the beginning of an allocation, which is aligned for every
/// element type.
template <class T>
const T* elements(std::span<const std::byte> bytes) {
    return reinterpret_cast<const T*>(bytes.data());
}

template <class T>
T* elements(std::span<std::byte> bytes) {
    return reinterpret_cast<T*>(bytes.data());
}

/// Throws KitError unless the array `what` holds exactly one element for each cell, or as many as there
/// are arrays in it.
inline void require_size(const char* what, std::span<const std::byte> bytes, const Lab& lab,
                         const Extents& extents, int arrays = 1) {
    const std::size_t expected =
        static_cast<std::size_t>(extents.cells() * arrays) * bytes_of(lab.element);
    if (bytes.size() != expected) {
        throw KitError(
            "The " + std::string(what) + " array of case " + describe(extents, lab) + " has " +
            std::to_string(bytes.size()) + " bytes where " + std::to_string(expected) +
            " were expected: the program that ran the case is wrong, not the submission.");
    }
}

/// The unsigned integer with as many bits as T.
template <class T>
using BitsOf = std::conditional_t<sizeof(T) == 8, std::uint64_t,
                                  std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint16_t>>;

/// What the output holds before the launch. half, float, double: a signalling NaN with a payload that only
/// the kit uses. Arithmetic gives quiet NaNs only, so no kernel computes these bits. short, int: a number
/// that no result can reach (see greatest_sum).
template <class T>
inline constexpr BitsOf<T> poison_bits{};
template <>
inline constexpr std::uint32_t poison_bits<float> = 0x7FA5'7A1Eu;
template <>
inline constexpr std::uint64_t poison_bits<double> = 0x7FF4'57A1'E0DD'BA11u;
template <>
inline constexpr std::uint32_t poison_bits<std::int32_t> = 0x8BAD'57A1u;

template <>
inline constexpr std::uint16_t poison_bits<Half> = 0x7D5Au;
template <>
inline constexpr std::uint16_t poison_bits<std::int16_t> = 0x8BADu;

/// Where the sum is squared: its square is at most greatest_sum.
[[nodiscard]] constexpr std::int64_t greatest_squared_sum(Element element) {
    return std::int64_t{1} << (element == Element::int16 ? 7 : 15);
}

template <class T>
[[nodiscard]] bool is_poison(const T& value) {
    return std::bit_cast<BitsOf<T>>(value) == poison_bits<T>;
}

/// The poison of an element, its bits widened with zeros.
[[nodiscard]] constexpr std::uint64_t poison_of(Element element) {
    return with_element_type(element, []<class T>(std::type_identity<T>) {
        return static_cast<std::uint64_t>(poison_bits<T>);
    });
}

} // namespace kit
