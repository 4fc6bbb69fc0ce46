// Markers are what a page's author writes between <!-- and -->: their words, and the error for one
// that makes no sense.
#pragma once

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// A marker that cannot be understood or answered. what() is a sentence for the page's author; it
/// is caught where the marker's line is known.
struct MarkerError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Words between spaces. "Double quotes" keep spaces together, also after a =. Throws MarkerError
/// if a quote does not end.
[[nodiscard]] std::vector<std::string> split_words(std::string_view text);

/// The text without spaces at its ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);

/// Named words (key=value), and the plain ones in their order.
struct MarkerArguments {
    std::vector<std::string> plain;
    std::map<std::string, std::string, std::less<>> named;

    /// Throws MarkerError if a key comes twice.
    explicit MarkerArguments(const std::vector<std::string>& words);

    /// Removes the key and returns its value; absent if the key is missing or its value is empty.
    std::optional<std::string> take(std::string_view key);
    /// Throws MarkerError if a key was never taken. `allowed` lists the keys for the message.
    void finish(std::string_view allowed) const;
};

} // namespace kit
