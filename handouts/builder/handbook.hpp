// ./lab handouts checks all pages and figures against their sources, and updates them.
#pragma once

#include "handouts/builder/page_review.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace kit {

struct HandbookReview {
    std::vector<Problem> problems;    ///< those that remain
    std::vector<std::string> written; ///< changed files, relative to the root
    std::size_t pages = 0;
    std::size_t figures = 0;
};

/// Finds what review_page() finds, and dead links, figures that are stale, missing or unused, and
/// pages that the index does not link. With `update` it fixes what can be computed and writes the
/// files; the remaining problems are the author's to fix. Throws KitError.
[[nodiscard]] HandbookReview review_handbook(const std::filesystem::path& root, bool update);

} // namespace kit
