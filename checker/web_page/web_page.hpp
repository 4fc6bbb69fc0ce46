// One HTML file with its style, scripts and data inside, which can be opened anywhere, mailed and printed.
//
// The file loads nothing, and its Content-Security-Policy forbids it to: the policy names scripts and style
// by their hashes.
#pragma once

#include <string>
#include <string_view>

namespace kit {

/// What is the same in every page of a kind, and kept in the program: page_source.cpp.in makes it of a folder's files.
struct PageParts {
    std::string_view
        frame; ///< HTML with {{title}}, {{policy}}, {{style}}, {{scripts}} and {{data}}
    std::string_view style;
    std::string script;
};

/// The whole file. `title` is shown, whatever it holds; `data` must be script_json()'s. Throws std::logic_error if the
/// frame asks for something else.
[[nodiscard]] std::string filled_page(const PageParts& parts, std::string_view title,
                                      std::string_view data);

/// The JSON text with "<", ">" and "&" as escapes, so that it may be inside a script element. They must be in its
/// strings only, as in any JSON.
[[nodiscard]] std::string script_json(std::string_view json);

/// "sha256-..." in base64, as a Content-Security-Policy names a script or style.
[[nodiscard]] std::string policy_hash(std::string_view source);

} // namespace kit
