// Builds and runs a text that the kit made of a submission. Nothing is kept but what it shows.
#pragma once

#include "checker/check/chosen_cases.hpp"
#include "checker/compile/emulator_build.hpp"
#include "checker/emulator/host/run.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// What a submission and the texts made of it are tried on, in the emulator.
struct TrialGrids {
    const Lab& lab;
    const KitFiles& files;
    std::vector<Case> grids; ///< those that tell most, small ones first; never empty
    std::uint64_t seed = 0;  ///< of the inputs; the same one gives the same answer at once
};

inline constexpr std::string_view trial_passed = "passed";
inline constexpr std::string_view trial_not_built = "not built";

/// What the text shows: one of the above, or the kind of the first error. Throws KitError.
[[nodiscard]] std::string answer_to(const TrialGrids& on, const SubmissionFile& text);

/// The answer that `make` gives, or gave to this text before. `purpose`: one word, and the version of `make`.
[[nodiscard]] std::string remembered_answer(std::string_view purpose, const TrialGrids& on,
                                            const SubmissionFile& text,
                                            const std::function<std::string()>& make);

/// Calls `use` with the text's build, which is gone afterwards.
void with_scratch_build(const TrialGrids& on, const SubmissionFile& text,
                        const std::function<void(const BuildOutcome&)>& use);

} // namespace kit
