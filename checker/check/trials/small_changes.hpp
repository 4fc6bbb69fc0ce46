// The small changes that a kernel.cu is tried with: another name, number, axis or sign, a comparison one off, a
// condition or a statement left out. All of them stand in one text, which is compiled once: a number says which is on.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// `length` bytes from `at` on become `text`.
struct TextEdit {
    std::size_t at = 0;
    std::size_t length = 0;
    std::string text;
};

/// The text after these edits, of which no two overlap.
[[nodiscard]] std::string edited(std::string_view text, std::vector<TextEdit> edits);

struct SmallChange {
    int line = 0;
    std::string with; ///< what is changed, but not into what: "another name than 'n'"
    std::vector<TextEdit> edits;
};

struct ChangeableText {
    /// As the submission's, line by line, with the functions of kit/small_changes.h: change i is on where kit_change()
    /// is i + 1.
    std::string text;
    std::vector<SmallChange> changes;
};

/// The most likely mistakes first. Nothing in lines that `fixed` has, nor where C++ wants a constant; nothing of a text
/// that is too long.
[[nodiscard]] ChangeableText with_small_changes(const std::string& text,
                                                const std::set<int>& fixed = {});

} // namespace kit
