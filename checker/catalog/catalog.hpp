// Finds the labs: reads the folders under labs/ and solutions/ into Lab values.
#pragma once

#include "checker/model/lab.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// All labs under `root`, which contains labs/ and solutions/, sorted by number. Each folder of labs/
/// except labs/include is a lab named NN-topic. Throws KitError that lists every mistake in them, one
/// per line, with file, line, key and what is allowed; for lab.toml see lab_file.hpp.
[[nodiscard]] std::vector<Lab> read_catalog(const std::filesystem::path& root);

/// The kernel.cu that students begin with: the solution with each part as todo.txt beside it has it, or
/// else skeleton.cu of that folder, as in a bundle for students. Empty if there is neither.
[[nodiscard]] std::string skeleton_text(const Lab& lab);
[[nodiscard]] std::string skeleton_in(const std::filesystem::path& solution_folder);

/// The file of the lab's solution. Throws UsageError where the kit has none, as in a bundle for students.
[[nodiscard]] const std::filesystem::path& solution_of(const Lab& lab);

/// The lab that a user names: "5", "05" or "05-shared-memory-tiling". Throws UsageError that lists the
/// labs and suggests one. The reference is into `labs`.
[[nodiscard]] const Lab& find_lab(const std::vector<Lab>& labs, std::string_view name);

/// The labs that a user lists: "5", "4-7", "05-shared-memory-tiling", "4-7,12"; sorted by number, each
/// once. All labs for an empty list. Throws UsageError as find_lab() does, and for an empty range.
[[nodiscard]] std::vector<Lab> labs_named(const std::vector<Lab>& labs,
                                          const std::vector<std::string>& names);

} // namespace kit
