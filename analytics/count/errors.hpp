// The exceptions by which analytics refuses a question that has no answer.
#pragma once

#include <stdexcept>

namespace kit {

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
