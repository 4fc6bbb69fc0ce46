// What the scripts of the platforms that run containers have in common.
#pragma once

#include "checker/grading/writers/autograders.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kit {

/// "5,6".
[[nodiscard]] std::string lab_numbers(const std::vector<Lab>& labs);

/// " --trust-submissions", or nothing.
[[nodiscard]] std::string_view trust_option(const AutograderRequest& request);

struct GradingScript {
    std::string purpose;   ///< the comment at its beginning, one line
    std::string format;    ///< of graded_in_form()
    std::string labs;      ///< for --labs; a word of the shell
    std::string kit;       ///< folder of the kit
    std::string submitted; ///< folder of the student's files
    std::string results;   ///< folder where the platform looks for results.json
    /// Shell that prints the result if the kit has none. $what: one sentence; $said: the end of what the kit
    /// said. Both are the inside of a JSON string.
    std::string failure;
    int seconds =
        540; ///< then the script gives up, before the platform does, which would give a zero
};

/// The bash script.
[[nodiscard]] std::string grading_script(const GradingScript& script,
                                         const AutograderRequest& request);

/// The text with each "@NAME@" replaced.
[[nodiscard]] std::string
with_places(std::string_view text,
            const std::vector<std::pair<std::string_view, std::string>>& places);

} // namespace kit
