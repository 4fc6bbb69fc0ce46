// Makes sources of other encodings into UTF-8, which compilers, pages and JSON take.
#pragma once

#include <string>
#include <string_view>

namespace kit {

struct SourceText {
    std::string text;
    std::string converted_from; ///< "UTF-16", "Latin-1"; empty if the bytes stayed as they were
};

/// UTF-16 by its byte order mark, or because every other byte of its beginning is zero; Latin-1 (Windows-1252)
/// where the text is no UTF-8 and has no zero byte. Anything else stays as it is.
[[nodiscard]] SourceText as_utf8(std::string bytes);

/// Why a file's text cannot be what somebody wrote as a source: "it is empty", "it is a web page, as a browser saves a
/// login". Empty where it may be.
[[nodiscard]] std::string why_no_source(std::string_view text);

/// The byte order mark of UTF-16 that the bytes begin with; empty: they begin with none.
[[nodiscard]] std::string utf16_mark(std::string_view bytes);

/// UTF-8 as UTF-16 in the order of this mark, which comes first.
[[nodiscard]] std::string as_utf16(std::string_view text, const std::string& mark);

} // namespace kit
