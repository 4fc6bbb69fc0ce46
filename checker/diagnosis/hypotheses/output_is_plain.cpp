#include "checker/diagnosis/hypotheses/kinds.hpp"

#include "checker/diagnosis/wording.hpp"

#include <fmt/format.h>

namespace kit {

std::vector<Hypothesis> output_is_plain(const Run& run) {
    const std::string in = argument_name(run.lab, Argument::Role::input);
    return {
        {"output-equals-input", "", fmt::format("holds what {} holds in the same place", in),
         fmt::format("The kernel copies {} there: is the sum computed, and is it what is stored?",
                     in),
         [&run](const Cell& cell) {
             return Prediction{run.input[run.index(cell)], 0};
         }},
        {"output-zero", "", "holds 0",
         "Follow one thread to its store: what it stores was never added to, or was multiplied by "
         "0.",
         [&run](const Cell& cell) {
             const std::int64_t index = run.index(cell);
             const bool is_kept = !run.computes(cell) && run.output[index] != 0;
             return Prediction{is_kept ? run.input[index] : 0, 0};
         }},
    };
}

} // namespace kit
