// Students who solved lab 05 or 07 by themselves, as far as one can be made: each writes every part of the
// skeleton in one of the ways that students write it, chosen without looking at the others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace kit {

/// `count` kernels on this skeleton of lab 05. The usual way of a part is chosen more often than the
/// others, as in a class. Any two differ in `least_different` of the places where a kernel's
/// structure is decided; with 0, some students happen to decide alike.
[[nodiscard]] std::vector<std::string> independent_class(const std::string& skeleton,
                                                         std::size_t count, std::uint64_t seed,
                                                         std::size_t least_different = 0);

/// The same for lab 07.
[[nodiscard]] std::vector<std::string> independent_class_07(const std::string& skeleton,
                                                            std::size_t count, std::uint64_t seed,
                                                            std::size_t least_different = 0);

/// The same kernel with every name of the student's changed, other formatting and comments, and
/// declarations in another order.
[[nodiscard]] std::string disguised(const std::string& kernel);

} // namespace kit
