// Makes sources of other encodings into UTF-8, which compilers, pages and JSON take.
#pragma once

#include <string>

namespace kit {

struct SourceText {
    std::string text;
    std::string converted_from; ///< "UTF-16", "Latin-1"; empty if the bytes stayed as they were
};

/// UTF-16 by its byte order mark, or because every other byte of its beginning is zero; Latin-1 (Windows-1252)
/// where the text is no UTF-8 and has no zero byte. Anything else stays as it is.
[[nodiscard]] SourceText as_utf8(std::string bytes);

} // namespace kit
