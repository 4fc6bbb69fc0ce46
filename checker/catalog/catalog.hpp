// The labs that there are: folders under labs/ and solutions/ read into Lab values.
#pragma once

#include "checker/model/lab.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// Every lab under `root`, which holds labs/ and solutions/, sorted by number. Each folder of labs/
/// is a lab named NN-topic, labs/include aside. Throws KitError that lists all that is wrong in all
/// of them, one problem a line, with file, line, key and what is allowed.
[[nodiscard]] std::vector<Lab> read_catalog(const std::filesystem::path& root);

/// One lab: `lab_folder` (named NN-topic) holds lab.toml and the skeleton kernel.cu,
/// `solution_folder` the solved kernel.cu and, optional, skeleton.cu, a copy of the skeleton that
/// students do not edit. Throws KitError as read_catalog does. The format of
/// lab.toml: lab_file.hpp.
[[nodiscard]] Lab read_lab(const std::filesystem::path& lab_folder,
                           const std::filesystem::path& solution_folder);

/// The lab that a user names: "5", "05" or "05-shared-memory-tiling". Throws UsageError that lists
/// the labs and says which one was probably meant. The reference is into `labs`.
[[nodiscard]] const Lab& find_lab(const std::vector<Lab>& labs, std::string_view name);

/// The labs that a user lists: "5", "4-7", "05-shared-memory-tiling", "4-7,12"; by number, each
/// once. All for an empty list. Throws UsageError as find_lab() does, and for a range of none.
[[nodiscard]] std::vector<Lab> labs_named(const std::vector<Lab>& labs,
                                          const std::vector<std::string>& names);

/// A grid that a user asks for: "120" (the same extent along every axis) or "120x64x33", x first.
/// Throws UsageError that says what the lab allows.
[[nodiscard]] Extents parse_grid(std::string_view text, const Lab& lab);

} // namespace kit
