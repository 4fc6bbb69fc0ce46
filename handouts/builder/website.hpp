// The handouts become HTML, and one PDF, by pandoc and WeasyPrint.
#pragma once

#include <filesystem>

namespace kit {

/// Writes an HTML file for each page, one for each of their traces, the style sheet and the figures to
/// `output`, which is created; returns the index page's path. Formulas are MathML, and nothing is fetched from a
/// network. Throws KitError, also if pandoc is missing.
[[nodiscard]] std::filesystem::path build_website(const std::filesystem::path& root,
                                                  const std::filesystem::path& output);

/// Writes all pages to `output`/handouts.pdf and returns its path. Throws KitError, also if pandoc
/// or WeasyPrint is missing.
[[nodiscard]] std::filesystem::path build_pdf(const std::filesystem::path& root,
                                              const std::filesystem::path& output);

} // namespace kit
