// Links of a page to other files: found, so that dead ones are told and those between pages can be
// led to what the pages become.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace handouts {

struct Link {
    std::string text;   ///< between [ and ]
    std::string target; ///< file, without what follows #; empty: a place in the same page
    std::string anchor; ///< what follows #, with it; may be empty
    bool image = false;
};

/// The page with every inline link replaced by what `replacement` makes of it, told with its line.
/// Links with a scheme, such as https:, are left alone, as is all between ``` and in `code`.
[[nodiscard]] std::string
with_links(const std::string& text,
           const std::function<std::string(const Link& link, int line)>& replacement);

/// As it stands in a page.
[[nodiscard]] std::string markdown(const Link& link);

} // namespace handouts
