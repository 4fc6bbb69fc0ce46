// The student's file: read once, with everything wrong about it said before a compiler sees it.
#pragma once

#include "checker/model/finding.hpp"
#include "checker/model/lab.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace kit {

struct SubmissionFile {
    std::string shown_path; ///< as the user named it; findings speak of it so
    std::string text;
    bool from_kit = false; ///< one of the kit's own, which may hold PTX for a GPU

    /// Line `number` (from 1) without its end; empty past the last.
    [[nodiscard]] std::string line(int number) const;
};

/// Reads the file. Throws UsageError when it is missing, a directory or unreadable.
SubmissionFile read_submission(const std::filesystem::path& path);

/// The same kernel for another element: the word `float` becomes the element's name, wherever it
/// stands; a text with LAB_ELEMENT in it stays as it is. For the kit's own solutions, whose texts allow it.
SubmissionFile for_element(SubmissionFile submission, Element element);

/// What makes the text no kernel.cu at all: nothing in it, binary data, too much of it.
std::optional<Finding> refuse_text(const SubmissionFile& submission);

/// A build error at this line of kernel.cu; 0: no line is known.
Finding refusal_finding(const SubmissionFile& submission, int line, std::string message,
                        std::string hint);

/// Assembly of any kind, as an unsupported feature.
Finding assembly_refusal(const SubmissionFile& submission, int line);

} // namespace kit
