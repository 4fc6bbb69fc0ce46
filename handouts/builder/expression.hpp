// The small language of value markers: figures by name, and what is calculated from them.
//
//     loads(tiled)                                 a figure
//     loads(basic) / loads(tiled) to 1             a ratio, to one digit after the point
//     13 * 510^3 / 10^9 to 2                       numbers, + - * / ^ and parentheses
//     lab(5 title)                                 a text stands alone
//
// A call is a name and its words: plain ones by their order, named ones as key=value; "two words"
// in quotes are one. Rejected: names of their own for figures and a page's variables, as then a
// marker could not be read where it stands.
#pragma once

#include "handouts/builder/value.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace handouts {

struct Call {
    std::string name;
    std::vector<std::string> words;
};

/// Answers a call; throws Unanswerable, or analytics::BadInput.
using Lookup = std::function<Value(const Call&)>;

/// The expression's value as it is to stand in the page. "to N" rounds, halves away from zero;
/// without it a whole number is written as such and a figure with its source's digits. Throws
/// Unanswerable on what is no expression and where digits would be arbitrary, and what `lookup` and
/// exact arithmetic throw.
[[nodiscard]] std::string evaluate(std::string_view expression, const Lookup& lookup);

} // namespace handouts
