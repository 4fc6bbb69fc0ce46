// The one way analytics refuses: it was asked about something that does not exist or cannot be
// counted.
#pragma once

#include <stdexcept>

namespace analytics {

/// A size, a shape or a choice that makes no sense. what() is one or two whole sentences for the
/// person who typed it: what is wrong, and what would be right.
struct BadInput : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// An exact result would need more than 64 bits. Never a wrapped number.
struct Overflow : BadInput {
    using BadInput::BadInput;
};

} // namespace analytics
