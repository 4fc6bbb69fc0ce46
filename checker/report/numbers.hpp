// Numbers as the reports write them.
#pragma once

#include <cstdint>
#include <string>

namespace kit {

/// "1,643,032".
[[nodiscard]] std::string thousands(std::uint64_t value);

/// An error or a bound, two significant digits: "0", "3.8e-07", "0.12", "nan", "inf".
[[nodiscard]] std::string magnitude(double value);

/// "4 ms", "0.31 s", "12.4 s", "3 min 5 s"; below half a millisecond "<1 ms".
[[nodiscard]] std::string duration(double seconds);

/// "12.34 µs", "1,234 µs": four digits.
[[nodiscard]] std::string microseconds(double seconds);

/// How far `measured` is from `expected`: "equal", "+12.5 %", "−0.0030 %"; "more than none" where
/// zero was expected.
[[nodiscard]] std::string difference(double measured, double expected);

} // namespace kit
