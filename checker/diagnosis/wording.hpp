// How the diagnoses name cells, arrays and numbers.
#pragma once

#include "checker/model/lab.hpp"

#include <array>
#include <cstdint>
#include <string>

namespace kit {

/// The name of the lab's first argument with this role, as the source has it; empty if there is none.
[[nodiscard]] std::string argument_name(const Lab& lab, KernelArgument::Role role);

/// An array element as the course writes it, slowest axis first: "out[i][j][k]" with i = z in 3D,
/// "out[row][column]" in 2D, "out[i]" in 1D.
[[nodiscard]] std::string element_name(const std::string& array,
                                       const std::array<std::int64_t, 3>& cell, const Lab& lab);

/// What the course calls the coordinate along axis 0 (x), 1 or 2: "k", "j", "i" in 3D, "column" and
/// "row" in 2D, "i" in 1D.
[[nodiscard]] std::string axis_name(const Lab& lab, std::size_t axis);

/// The name of the argument that is the input of this number.
[[nodiscard]] std::string input_name(const Lab& lab, int number);

/// That input's element at this offset (x, y, z) from the output cell: "in[i][j][k-1]".
[[nodiscard]] std::string neighbour_name(const Lab& lab, const std::array<int, 3>& offset,
                                         int input = 0);

/// The coefficient of this term as the source has it: "c[3]"; if the lab fixes it or has a set of
/// coefficients for each place, "the coefficient of in[i][j][k-1]".
[[nodiscard]] std::string coefficient_name(const Lab& lab, std::size_t term);

/// "the 120³ grid", "the 1,000 points (float, R = 2)".
[[nodiscard]] std::string grid_name(const Extents& extents, const Lab& lab);

/// "1 cell", "1,643,032 cells".
[[nodiscard]] std::string counted(std::uint64_t number, const std::string& noun);

} // namespace kit
