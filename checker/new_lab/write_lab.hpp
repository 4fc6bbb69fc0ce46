// Writes a new lab's folders and page.
#pragma once

#include "checker/new_lab/plan.hpp"

#include <filesystem>
#include <vector>

namespace kit {

/// The plan of a lab that is called "wave-equation" or "17-wave-equation": with that number, or else the next one that
/// `labs` leave free. Throws UsageError for a name that no folder of a lab can have, or that is taken.
[[nodiscard]] LabPlan named_plan(const std::string& name, const std::vector<Lab>& labs);

/// Writes labs/NN-topic, solutions/NN-topic and handouts/NN-topic.md below `root`; nothing that is there is
/// overwritten. Returns the files. Throws UsageError as require_possible() does, and KitError.
std::vector<std::filesystem::path> write_lab(const LabPlan& plan,
                                             const std::filesystem::path& root);

} // namespace kit
