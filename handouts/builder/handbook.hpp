// All pages and their figures held against their sources, and brought up to date.
#pragma once

#include "handouts/builder/problem.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace handouts {

struct HandbookReview {
    std::vector<Problem> problems;    ///< those that are left
    std::vector<std::string> written; ///< files that were changed, relative to the root
    std::size_t pages = 0;
    std::size_t figures = 0;
};

/// Besides what review_page() finds: links to files that there are not, figures that are stale,
/// missing or of no page, pages that the index does not link. With `update`, what can be mended is:
/// files are written, and the problems that are left are those of the author. Throws kit::KitError.
[[nodiscard]] HandbookReview review_handbook(const std::filesystem::path& root, bool update);

} // namespace handouts
