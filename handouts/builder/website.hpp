// The pages as HTML, and as one PDF, by pandoc and WeasyPrint.
#pragma once

#include <filesystem>

namespace handouts {

/// Writes a page of HTML for each page, index.html first, with the style sheet and the figures, into
/// `output`, which is made. Formulas are MathML; nothing is fetched from a network when the pages are
/// read. The file to open. Throws kit::KitError, also where pandoc is missing.
[[nodiscard]] std::filesystem::path build_website(const std::filesystem::path& root,
                                                  const std::filesystem::path& output);

/// Writes `output`/handouts.pdf, all pages in one; its path. Throws kit::KitError, also where pandoc
/// or WeasyPrint is missing.
[[nodiscard]] std::filesystem::path build_pdf(const std::filesystem::path& root,
                                              const std::filesystem::path& output);

} // namespace handouts
