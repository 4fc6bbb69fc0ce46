// The names that a submission may use of what a compiler offers beyond C++: see language_rules.hpp.
#pragma once

#include <algorithm>
#include <string_view>

namespace kit {

/// Whether the list has this word.
template <class List>
[[nodiscard]] bool is_one_of(const List& list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

/// An attribute, in either notation, without its namespace and outer underscores.
bool is_allowed_attribute(std::string_view name);

/// The text after `#pragma`.
bool is_allowed_pragma(std::string_view text);

/// A name that begins with `__builtin_`.
bool is_allowed_builtin(std::string_view name);

} // namespace kit
