// Conditions on a thread's number that no thread of a block fulfils.
#pragma once

#include "checker/compile/submission_file.hpp"

#include <array>
#include <cstdint>
#include <string>

namespace kit {

/// Where an if asks for a threadIdx that no thread has in blocks of these extents: "if (threadIdx.y == 8)", also by the
/// name of a variable or constant. As a sentence; empty if there is none.
[[nodiscard]] std::string condition_of_no_thread(const SubmissionFile& submission,
                                                 const std::array<std::uint32_t, 3>& block);

} // namespace kit
