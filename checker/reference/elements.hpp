// Arrays travel as bytes, because a lab's element type is data: here they get their type back.
#pragma once

#include "checker/model/errors.hpp"
#include "checker/model/extents.hpp"
#include "checker/model/lab.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>

namespace kit {

/// Calls `work(std::type_identity<T>{})` with the C++ type of the element.
template <class Work>
decltype(auto) with_element_type(Element element, Work&& work) {
    switch (element) {
    case Element::int32: return work(std::type_identity<std::int32_t>{});
    case Element::float64: return work(std::type_identity<double>{});
    case Element::float32: break;
    }
    return work(std::type_identity<float>{});
}

/// The bytes as elements of T. They must come from an allocation of their own: its alignment serves
/// every element type.
template <class T>
const T* elements(std::span<const std::byte> bytes) {
    return reinterpret_cast<const T*>(bytes.data());
}

template <class T>
T* elements(std::span<std::byte> bytes) {
    return reinterpret_cast<T*>(bytes.data());
}

/// Throws KitError unless the array `what` holds exactly one element for each cell.
inline void require_size(const char* what, std::span<const std::byte> bytes, const Lab& lab,
                         const Extents& extents) {
    const std::size_t expected = static_cast<std::size_t>(extents.cells()) * bytes_of(lab.element);
    if (bytes.size() != expected) {
        throw KitError("The " + std::string(what) + " array of case " + describe(extents, lab) +
                       " has " + std::to_string(bytes.size()) + " bytes where " +
                       std::to_string(expected) +
                       " belong: the program that ran the case is at fault, not the submission.");
    }
}

} // namespace kit
