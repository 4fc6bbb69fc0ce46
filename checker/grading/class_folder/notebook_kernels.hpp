// Kernels in a notebook that a student hands in: its cells are taken as an archive's files are.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace kit {

/// By the path that the kernel is handed in under: "lab05/kernel.cu" of a cell that begins with "%%lab 5", the file's
/// name of "%%writefile tiled.cu", "kernel.cu" of "%%cu". Of several cells for one path the last counts. Throws
/// KitError if the text is no notebook.
[[nodiscard]] std::map<std::string, std::string> notebook_kernels(std::string_view text);

} // namespace kit
