// Reads the tables of lab.toml that say what a cell of the output must hold: the stencil, the boundary, the result.
#pragma once

#include "checker/base/toml_reader.hpp"
#include "checker/model/lab.hpp"

#include <filesystem>

namespace kit {

/// The largest of a shape or a variant.
inline constexpr int max_radius = 8;

/// [stencil], after the kernel and the variants. `axes` 0: the file does not say how many the grid has. The table is
/// not finished: read_reference() and check_steps() follow.
void read_stencil(TomlTable& stencil, Lab& lab, int axes);

/// After the points: the file in the lab's folder whose function makes a cell of them.
void read_reference(TomlTable& stencil, const std::filesystem::path& folder, Lab& lab);

/// After all tables here: the reference computes several sweeps only for some labs.
void check_steps(TomlTable& stencil, const Lab& lab);

/// [boundary], after the points.
void read_boundary(TomlTable boundary, Lab& lab);

/// [result], which may be absent.
void read_result(TomlTable result, Lab& lab);

} // namespace kit
