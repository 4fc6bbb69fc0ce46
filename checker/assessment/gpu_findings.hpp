// What the GPU runner's replies say of a submission, in findings.
#pragma once

#include "checker/diagnosis/judge.hpp"
#include "checker/gpu/protocol.hpp"
#include "checker/model/finding.hpp"
#include "checker/model/lab.hpp"

#include <optional>
#include <vector>

namespace kit {

/// What a job says of the submission; nothing where it ended as it should. Throws KitError where it
/// says something of the kit or the machine.
[[nodiscard]] std::optional<Finding> finding_from(const gpu::JobReply& reply);

/// Findings of what only the GPU's guards see.
[[nodiscard]] std::vector<Finding> guard_findings(const gpu::LaunchCheck& check);

/// A case too large for the host, by the GPU's own judgement.
[[nodiscard]] JudgedCase judged_there(const Lab& lab, const Extents& extents,
                                      const gpu::LaunchCheck& check);

} // namespace kit
