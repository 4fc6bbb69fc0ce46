// Reads an expression of a kernel to what it computes, with the names replaced by what they stand for.
#pragma once

#include "checker/grading/similarity/expressions.hpp"
#include "checker/grading/similarity/tokens.hpp"

#include <map>
#include <span>
#include <string_view>
#include <vector>

namespace kit {

using Words = std::span<const KernelToken>;

/// A function or macro that is nothing but an expression.
struct ShortFunction {
    std::vector<std::string_view> parameters;
    Words result;
};

/// What names stand for. A name without an entry stands for itself.
struct Meanings {
    std::map<std::string_view, Value> values;
    std::map<std::string_view, ShortFunction> functions;
    /// If not null: a condition that a function tests becomes one test, as if it had a name, and is added here.
    std::vector<Value>* called = nullptr;
    /// What holds where this says nothing; not owned.
    const Meanings* outer = nullptr;

    /// Null if the name stands for itself.
    [[nodiscard]] const Value* value(std::string_view name) const;
    [[nodiscard]] const ShortFunction* function(std::string_view name) const;
};

/// Any words have a value, also those that are no expression; nesting is followed to a bound.
[[nodiscard]] Value value_of(Words words, const Meanings& meanings);

/// Where each group ends that begins at a word: after its closing bracket, or at the end. In one pass; 0 for words
/// that begin none.
[[nodiscard]] std::vector<std::size_t> group_ends(Words words);

/// Where the group that begins here ends: after its closing bracket, or at the end.
[[nodiscard]] std::size_t after_group(Words words, std::size_t open);

/// At the commas, or another mark, outside of brackets.
[[nodiscard]] std::vector<Words> split_at(Words words, std::string_view mark);

} // namespace kit
