// The archives in a class's folder, and those in them.
#pragma once

#include "checker/grading/class_folder/class_tree.hpp"
#include "checker/grading/model/graded_class.hpp"

#include <filesystem>
#include <vector>

namespace kit {

/// Unpacks the archives in the class's folder, and those in them down to four, into UNPACKED, and adds what is in them
/// to the tree. An archive shares its limits with those in it. `folder` and UNPACKED may be the same. Returns what was
/// left out, with paths in the class's folder.
[[nodiscard]] std::vector<NotRecognized> unpack_archives(const std::filesystem::path& folder,
                                                         const std::filesystem::path& unpacked,
                                                         TreeNode& tree);

} // namespace kit
