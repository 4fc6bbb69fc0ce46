// Restores a lab's skeleton and keeps a copy of the student's file.
#pragma once

#include "checker/model/lab.hpp"

#include <filesystem>
#include <string>

namespace kit {

struct ResetResult {
    bool was_skeleton = false;  ///< the file had no changes, and was left alone
    bool was_missing = false;   ///< there was no file
    std::filesystem::path copy; ///< of the student's file: kernel.cu.kept, kernel.cu.kept.2, ...
};

/// Whether the lab's kernel.cu is the skeleton, without any change. `skeleton`: the text of the copy.
[[nodiscard]] bool is_skeleton(const Lab& lab, const std::string& skeleton);

/// The lab's skeleton_text(). Throws UsageError if it is empty.
[[nodiscard]] std::string handed_out_text(const Lab& lab);

/// Throws UsageError as handed_out_text() does, and KitError if a file cannot be written; the student's
/// file is then as it was.
ResetResult reset_lab(const Lab& lab);

/// What was done, in a sentence: "labs/04-…/kernel.cu is the skeleton again; your version is in …"
[[nodiscard]] std::string sentence_of(const ResetResult& result, const Lab& lab);

} // namespace kit
