// The exceptions of the kit: the user asked for something impossible, or the kit cannot go on.
#pragma once

#include <stdexcept>

namespace kit {

/// Wrong usage: an unknown lab, a missing file, a bad option. The message says what is wrong, where,
/// and what to do. Exit code 2. Caught only in main.
struct UsageError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The kit or the machine failed: no compiler, an unreadable lab.toml, a full disk. The message has
/// the same form. Exit code 3. Caught only in main.
struct KitError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A size, a shape or a choice that makes no sense. what() is one or two sentences for the person who
/// typed it: what is wrong, and what is allowed.
struct BadInput : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// An exact result would need more than 64 bits. Never a wrapped number.
struct Overflow : BadInput {
    using BadInput::BadInput;
};

} // namespace kit
