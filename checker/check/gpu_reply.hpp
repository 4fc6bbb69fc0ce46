// What the GPU runner's reply says of a kernel.
#pragma once

#include "checker/diagnosis/judge.hpp"
#include "checker/gpu/protocol.hpp"
#include "checker/model/finding.hpp"
#include "checker/model/lab.hpp"

#include <optional>
#include <string>

namespace kit {

[[nodiscard]] Finding gpu_finding(FindingKind kind, const std::string& message, std::string hint);

/// The finding that a job's end shows; nothing if it ended as it should. Throws KitError if the kit
/// or the machine failed.
[[nodiscard]] std::optional<Finding> finding_of_end(const JobReply& reply);

/// A case too large for the host, by the GPU's own comparison.
[[nodiscard]] JudgedCase judge_by_gpu(const Lab& lab, const Extents& extents,
                                      const LaunchCheck& check);

} // namespace kit
