// One case of a submission in the emulator: drawn, run and judged.
#pragma once

#include "checker/base/extents.hpp"
#include "checker/compile/submission_file.hpp"
#include "checker/diagnosis/judge.hpp"
#include "checker/emulator/host/run.hpp"
#include "checker/emulator/run_mode.hpp"
#include "checker/model/artifact.hpp"
#include "checker/model/finding.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/observation.hpp"
#include "checker/model/verdict.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace kit {

/// A case as it ran in the emulator, and the judgement.
struct EmulatedCase {
    Observation observation;
    JudgedCase judged;
};

struct EmulatedRun {
    std::uint64_t seed;   ///< of the inputs
    unsigned workers = 0; ///< OS threads to run blocks on; 0: one per core
    runtime::Watching watching = runtime::watch_all;
    bool compare_writes = true; ///< as in RunInput
    bool by_line = false;       ///< likewise
    /// Findings of the cases before: where one of them shows that a read of unwritten memory does harm, other reads are
    /// judged as there, and tried no more.
    std::vector<Finding> known = {};
};

/// Runs one case on inputs drawn from the seed.
[[nodiscard]] EmulatedCase run_and_judge(const Lab& lab, const Extents& extents,
                                         const EmulatedProgram& program,
                                         const SubmissionFile& submission, const EmulatedRun& run);

/// The finding if the file has more variables than the emulator follows.
[[nodiscard]] std::optional<Finding> too_many_variables(const Artifact& artifact,
                                                        const SubmissionFile& submission);

/// For a right output. Throws KitError if the emulator counted fewer bytes than any kernel needs for it: it has
/// then missed accesses, nothing else that it says of the kernel can be relied on, and somebody must look.
void demand_whole_counts(const Lab& lab, const Observation& observation);

/// Whether one of them is a timeout, a crash or a barrier that some threads miss: a further case would mostly fail
/// again, and take the same time. Only a timeout if every case counts.
[[nodiscard]] bool ends_the_check(const std::vector<Finding>& findings, bool every_case = false);

/// The traffic of a completed run beside its prediction.
[[nodiscard]] TrafficResult traffic_of(const Lab& lab, const Observation& observation);

} // namespace kit
