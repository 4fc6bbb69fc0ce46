// The lines of a submitted file that the class page shows: of a short file all, of a long one a part.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// Hostile files are large and their lines long; kernels are neither.
struct ExcerptBounds {
    std::size_t bytes = 40'000;
    std::size_t lines = 1'000;
    std::size_t line_bytes = 400; ///< a longer line is cut, and says so
    int around = 12;              ///< lines shown before and after a finding's
};

struct ExcerptLine {
    int number = 0; ///< in the file, from 1
    std::string text;
};

struct SourceExcerpt {
    int lines = 0;                  ///< of the whole file
    std::vector<ExcerptLine> shown; ///< ascending
};

/// The whole file if the bounds allow it, else what is around `marked` lines, and then the file's beginning as far
/// as that goes. Bytes stay as they are. Lines end as they do for the compiler: "\n", "\r\n" or "\r".
[[nodiscard]] SourceExcerpt source_excerpt(std::string_view text, const std::vector<int>& marked,
                                           const ExcerptBounds& bounds = {});

/// By GradedItem::check_key: files with the same text have the same findings.
using ShownSources = std::map<std::string, SourceExcerpt>;

} // namespace kit
