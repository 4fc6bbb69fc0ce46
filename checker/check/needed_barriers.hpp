// Barriers that a right kernel does not need.
#pragma once

#include "checker/check/chosen_cases.hpp"
#include "checker/compile/submission_file.hpp"
#include "checker/emulator/host/run.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/verdict.hpp"

#include <cstdint>
#include <optional>
#include <span>

namespace kit {

/// A note on the first of these lines whose barrier no grid needs: each of them ran again, and looking for races as
/// if the line had no barrier found none. A barrier that is needed mostly shows on the first grid that is tried.
/// `workers`: OS threads to run blocks on; 0: one a core. Throws as run_case() does.
[[nodiscard]] std::optional<Note> unneeded_barrier(std::span<const Case> grids,
                                                   std::span<const int> lines,
                                                   const EmulatedProgram& program,
                                                   const SubmissionFile& submission,
                                                   std::uint64_t seed, unsigned workers);

} // namespace kit
