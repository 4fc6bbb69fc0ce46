// The words of a marker: what a page's author writes between <!-- and -->.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace handouts {

/// Words between spaces; "double quotes" keep spaces together, also behind a =. Throws Unanswerable
/// on a quote that does not end.
[[nodiscard]] std::vector<std::string> split_words(std::string_view text);

/// The text without spaces at its ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);

/// Words that name something (key=value) apart from those that stand for themselves.
struct Arguments {
    std::vector<std::string> plain;
    std::map<std::string, std::string, std::less<>> named;

    /// Takes the value out; `otherwise` where it is not there.
    std::string take(std::string_view name, std::string_view otherwise = "");
    /// Throws Unanswerable that names a key nobody took, with the keys in `allowed`.
    void finish(std::string_view allowed) const;
};

/// Throws Unanswerable on a key that comes twice.
[[nodiscard]] Arguments arguments_of(const std::vector<std::string>& words);

} // namespace handouts
