// Answers as students of many countries type them, with the verdict that each must get.
#pragma once

#include <span>
#include <string_view>

/// One typed answer to an exercise of the course's sizes.
struct TypedForm {
    std::string_view exercise; ///< "1c"
    std::string_view typed;
    /// What it is understood as: value and unit. Empty where it cannot be read; where it is asked back,
    /// the first reading.
    std::string_view reading;
    std::string_view verdict; ///< "right", "wrong", "unreadable"
};

/// Written before the reader read any of them.
[[nodiscard]] std::span<const TypedForm> typed_forms();
