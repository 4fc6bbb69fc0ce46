// The page's parts that are the same for every class: page/, as files in the tree, kept in the program.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace kit {

/// A script or style as it stands between its tags.
struct PageSource {
    std::string_view text;
    std::string_view sha256; ///< of `text`, 64 hexadecimal digits
};

/// page/page.html: {{title}}, {{policy}}, {{style}}, {{scripts}} and {{data}} are to be filled.
[[nodiscard]] std::string_view page_frame();

[[nodiscard]] const PageSource& page_style();

/// In the order in which they have to run.
[[nodiscard]] std::span<const PageSource> page_scripts();

/// "sha256-..." in base 64, as a Content-Security-Policy names a source. Throws std::invalid_argument
/// on what is no hexadecimal hash.
[[nodiscard]] std::string policy_hash(std::string_view hexadecimal);

} // namespace kit
