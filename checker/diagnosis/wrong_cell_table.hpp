// Wrong cells as aligned lines of text: the cell, what it holds, what it must hold.
#pragma once

#include "checker/model/lab.hpp"
#include "checker/model/verdict.hpp"

#include <string>
#include <vector>

namespace kit {

/// A heading and a line for each cell, columns aligned, no line end after the last; empty for no
/// cells. Numbers have as few digits as show got and expected apart in every line.
///
///     cell                 got   expected  allowed error
///     out[1][1][1]    0.253125   -0.91406        1.4e-06
///     out[1][1][2]  never written 0.40625        1.1e-06
[[nodiscard]] std::string wrong_cell_table(const Lab& lab, const std::string& array,
                                           const std::vector<WrongCell>& cells);

} // namespace kit
