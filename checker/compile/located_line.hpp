// The form in which compilers print what they say of a line.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kit {

struct LocatedLine {
    std::string file;
    int line = 0;
    int column = 0;   ///< 0: none is given
    std::string kind; ///< "error", "fatal error", "catastrophic error", "warning", "note", "remark"
    std::string text; ///< without `option`
    std::string option; ///< "-Wparentheses": what clang names at the end; empty without one
};

/// Reads `file:line:column: kind: text [option]`, as clang++ prints it, or `file(line): kind: text`, as nvcc's front
/// end does; nothing where a line has another form.
[[nodiscard]] std::optional<LocatedLine> located_line(std::string_view printed);

} // namespace kit
