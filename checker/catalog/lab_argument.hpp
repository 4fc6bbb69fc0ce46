// What a user types where a command expects a lab: its number, its name, or a path in its folder.
#pragma once

#include "checker/model/lab.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace kit {

struct LabArgument {
    const Lab* lab = nullptr;   ///< one of the labs given; never null
    std::filesystem::path file; ///< the file that was named; empty for a number, a name or a folder
};

/// The lab of "5", "05", "05-shared-memory-tiling", or of a path, relative to the current folder or
/// absolute, in a folder with a lab's name: labs/05-shared-memory-tiling/kernel.cu. The folder may be in
/// another tree, and the file need not exist. A folder of another tree stands for its kernel.cu. Throws
/// UsageError if there is no such lab, or the path belongs to none.
[[nodiscard]] LabArgument lab_or_file(const std::vector<Lab>& labs, const std::string& text);

/// The same for commands that work on the lab's own kernel.cu: throws UsageError also for a path that is
/// not in that lab's folder of this kit.
[[nodiscard]] const Lab& own_lab(const std::vector<Lab>& labs, const std::string& text);

/// The lab as it is, or with its grids cut among as many GPUs as --gpus says. Throws UsageError if its kernel runs on
/// one only.
[[nodiscard]] Lab with_gpus(const Lab& lab, const std::optional<int>& gpus);

/// Whether the path leads to the lab's own kernel.cu.
[[nodiscard]] bool is_own_file(const Lab& lab, const std::filesystem::path& file);

} // namespace kit
