// The pages of handouts/ in reading order, and the links between them.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace kit {

struct Page {
    std::string name;  ///< "05-shared-memory-tiling": the file's name without .md
    std::string title; ///< the first heading
    std::string text;
};

/// The index page.
inline constexpr const char* index_name = "README";

/// The index, then the labs' pages by number, then the others by name. Throws KitError if the
/// folder does not exist or a page does not begin with a heading.
[[nodiscard]] std::vector<Page> read_pages(const std::filesystem::path& root);

struct Link {
    std::string text;   ///< between [ and ]
    std::string target; ///< the file, without the #anchor; empty: a place in the same page
    std::string anchor; ///< from the # on; may be empty
    bool image = false;
};

/// The page with every inline link replaced by `replacement`, which also gets the link's line.
/// Links with a scheme, such as https:, stay as they are, and so does everything in code.
[[nodiscard]] std::string
with_links(const std::string& text,
           const std::function<std::string(const Link& link, int line)>& replacement);

/// The link as a page writes it.
[[nodiscard]] std::string markdown(const Link& link);

} // namespace kit
