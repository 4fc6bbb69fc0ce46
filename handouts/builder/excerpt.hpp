// Code that a page shows, taken from the tree.
//
//     labs/05-shared-memory-tiling/kernel.cu part 2
//     labs/05-shared-memory-tiling/kernel.cu from "__shared__" to "threadIdx.x"
//     labs/05-shared-memory-tiling/kernel.cu part 2 to "const bool"
//
// A part is what stands between "// >>> your part 2" and "// <<< your part 2". `from` begins with
// the first line that holds the text (the region's first without it), `to` ends with the next that
// holds its own (the region's last without it). Lines "// TODO" are left out: they speak to
// somebody with the file open. The code is moved to the left margin.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace handouts {

/// The code, each line ended. Throws Unanswerable on a file or region that is not there, and on
/// lines of a solution's parts: a page gives no solution away.
[[nodiscard]] std::string excerpt(const std::filesystem::path& root, std::string_view request);

/// The word after ``` for a file of this name: "cuda", "toml", or empty.
[[nodiscard]] std::string_view fence_language(std::string_view file);

} // namespace handouts
