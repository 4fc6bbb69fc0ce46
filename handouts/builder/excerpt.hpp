// A page shows code from the tree: a file's excerpt, named by part or by text.
//
//     labs/05-shared-memory-tiling/kernel.cu part 2
//     labs/05-shared-memory-tiling/kernel.cu from "__shared__" to "threadIdx.x"
//     labs/05-shared-memory-tiling/kernel.cu part 2 to "const bool"
//
// Part 2 lies between "// >>> your part 2" and "// <<< your part 2". `from` starts at the first
// line that contains the text, `to` ends at the next line that contains its text. Without them the
// excerpt is the whole part or file. "// TODO" lines are left out: they are for a reader who has
// the file open. The code is moved to the left margin.
//
// A lab's kernel.cu is read as it is handed out: a student's work never changes a page.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace kit {

/// The code, each line with its line end. Throws MarkerError if the file or the lines do not exist,
/// and on lines that give a solution away.
[[nodiscard]] std::string excerpt(const std::filesystem::path& root, std::string_view request);

/// The word after ``` for a file of this name: "cuda", "toml", or empty.
[[nodiscard]] std::string_view fence_language(std::string_view file);

} // namespace kit
