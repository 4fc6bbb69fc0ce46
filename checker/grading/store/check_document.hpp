// What a check's JSON result says, as a value: the way back from json_report().
#pragma once

#include "checker/grading/model/checked_submission.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace kit {

/// Reads a result of this version's json_report(). `file` is what findings' lines name, in place of
/// the path that the check was given. Throws KitError where the document is no such result.
[[nodiscard]] CheckedSubmission checked_submission_from(const nlohmann::ordered_json& document,
                                                        const std::string& file);

} // namespace kit
