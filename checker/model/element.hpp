// The types that a lab's arrays may have.
#pragma once

#include "checker/model/half.hpp"

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace kit {

enum class Element { int32, float32, float64, int16, float16 };

/// Calls `work(std::type_identity<T>{})` with the C++ type of the element.
template <class Work>
constexpr decltype(auto) with_element_type(Element element, Work&& work) {
    switch (element) {
    case Element::int16: return work(std::type_identity<std::int16_t>{});
    case Element::int32: return work(std::type_identity<std::int32_t>{});
    case Element::float16: return work(std::type_identity<Half>{});
    case Element::float64: return work(std::type_identity<double>{});
    case Element::float32: break;
    }
    return work(std::type_identity<float>{});
}

/// Bytes of one element: 2, 4 or 8.
[[nodiscard]] constexpr std::size_t bytes_of(Element element) {
    return with_element_type(element, []<class T>(std::type_identity<T>) { return sizeof(T); });
}

/// Results of whole numbers are exact.
[[nodiscard]] constexpr bool is_whole(Element element) {
    return element == Element::int16 || element == Element::int32;
}

/// Drawn inputs and coefficients of a lab of short or int elements keep every partial sum within ± this.
[[nodiscard]] constexpr std::int64_t greatest_sum(Element element) {
    return std::int64_t{1} << (element == Element::int16 ? 14 : 30);
}

/// The element's type as C++ and CUDA write it.
[[nodiscard]] constexpr const char* cpp_name(Element element) {
    switch (element) {
    case Element::int16: return "short";
    case Element::int32: return "int";
    case Element::float16: return "half";
    case Element::float32: return "float";
    case Element::float64: return "double";
    }
    return "";
}

} // namespace kit
