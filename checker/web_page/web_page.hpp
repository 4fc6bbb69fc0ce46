// One HTML file with its style, scripts and data inside, which can be opened anywhere, mailed and printed.
//
// The file loads nothing, and its Content-Security-Policy forbids it to: the policy names scripts and style
// by their hashes.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace kit {

/// A script or style as it is between its tags.
struct PageSource {
    std::string_view text;
    std::string_view sha256; ///< of `text`, 64 hexadecimal digits
};

/// What is the same in every page of a kind, and kept in the program.
struct PageParts {
    std::string_view
        frame; ///< HTML with {{title}}, {{policy}}, {{style}}, {{scripts}} and {{data}}
    PageSource style;
    std::span<const PageSource> scripts; ///< in the order in which they have to run
};

/// The whole file. `title` is shown, whatever it holds; `data` must be script_json()'s. Throws std::logic_error if the
/// frame asks for something else.
[[nodiscard]] std::string filled_page(const PageParts& parts, std::string_view title,
                                      std::string_view data);

/// The JSON text with "<", ">" and "&" as escapes, so that it may be inside a script element. They must be in its
/// strings only, as in any JSON.
[[nodiscard]] std::string script_json(std::string_view json);

/// "sha256-..." in base64, as a Content-Security-Policy names a source. Throws std::invalid_argument if the
/// text is not a hexadecimal hash.
[[nodiscard]] std::string policy_hash(std::string_view hexadecimal);

} // namespace kit
