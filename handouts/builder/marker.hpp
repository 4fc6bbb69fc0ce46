// Markers are what a page's author writes between <!-- and -->: their words, and the error for one
// that makes no sense. Value markers hold expressions: numbers by name, and arithmetic on them.
//
//     loads(tiled)                                 a number by name
//     loads(basic) / loads(tiled) to 1             a ratio, to one digit after the point
//     13 * 510^3 / 10^9 to 2                       arithmetic, as in analytics/count/calculator.hpp
//     lab(5 title)                                 a text; no arithmetic
//
// A call is a name and its words: plain ones in order, others as key=value; "two words" in quotes
// are one. Variables were rejected: a marker should be readable where it is.
#pragma once

#include "analytics/count/calculator.hpp"
#include "checker/base/errors.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace kit {

/// A marker that cannot be understood or answered. what() is a sentence for the page's author; it
/// is caught where the marker's line is known.
struct MarkerError : SentenceError {
    using SentenceError::SentenceError;
};

/// Words between spaces. "Double quotes" keep spaces together, also after a =. Throws MarkerError
/// if a quote does not end.
[[nodiscard]] std::vector<std::string> split_words(std::string_view text);

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

/// Its digits are those that its source writes; without them, after a division or the like, the author
/// has to say how many.
using MarkerNumber = NamedNumber;

using MarkerValue = std::variant<MarkerNumber, std::string>;

struct MarkerCall {
    std::string name;
    std::vector<std::string> words;
};

/// Answers a call. Throws MarkerError or BadInput.
using MarkerLookup = std::function<MarkerValue(const MarkerCall&)>;

/// The expression's value as the page should show it: "1,643,032", "−0.05". "to N" rounds, halves
/// away from zero. Without it, whole numbers are written as they are, and a named number with its
/// source's digits. Throws MarkerError on a syntax error and where the number of digits would be
/// arbitrary, and whatever `lookup` and exact arithmetic throw.
[[nodiscard]] std::string evaluate(std::string_view expression, const MarkerLookup& lookup);

/// Reads "12", "644.080", ".5"; absent if the text is not such a number or has too many digits.
[[nodiscard]] std::optional<MarkerNumber> read_number(std::string_view text);

} // namespace kit
