// Reads the tables of lab.toml that name things in kernel.cu: the kernel, its arguments, the block's constant.
#pragma once

#include "checker/base/toml_reader.hpp"
#include "checker/model/lab.hpp"

namespace kit {

/// [kernel]: the name and the arguments. Uses the lab's `cube`. `axes` 0: the file does not say how many axes
/// the grid has, so the extents among the arguments are not checked.
void read_kernel(TomlTable kernel, Lab& lab, int axes);

/// [exploration], which may be absent: the constant that sets a block's threads.
void read_exploration(TomlTable exploration, Lab& lab);

} // namespace kit
