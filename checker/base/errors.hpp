// The exceptions of the kit: the user asked for something impossible, or the kit cannot go on.
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace kit {

/// what() is a sentence, as it is or made by fmt::format() of words and values.
struct SentenceError : std::runtime_error {
    using std::runtime_error::runtime_error;

    template <class First, class... More>
    explicit SentenceError(fmt::format_string<First, More...> words, First&& first, More&&... more)
        : std::runtime_error(
              fmt::format(words, std::forward<First>(first), std::forward<More>(more)...)) {}
};

/// Wrong usage: an unknown lab, a missing file, a bad option. The message says what is wrong, where,
/// and what to do. Exit code 2. Caught only in main.
struct UsageError : SentenceError {
    using SentenceError::SentenceError;
};

/// The kit or the machine failed: no compiler, an unreadable lab.toml, a full disk. The message has
/// the same form. Exit code 3. Caught only in main.
struct KitError : SentenceError {
    using SentenceError::SentenceError;
};

/// A size, a shape or a choice that makes no sense. what() is one or two sentences for the person who
/// typed it: what is wrong, and what is allowed.
struct BadInput : SentenceError {
    using SentenceError::SentenceError;
};

/// An exact result would need more than 64 bits. Never a wrapped number.
struct Overflow : BadInput {
    using BadInput::BadInput;
};

} // namespace kit
