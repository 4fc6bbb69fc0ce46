// Check results made by hand: what a report must be able to show.
#pragma once

#include "checker/model/lab.hpp"
#include "checker/model/verdict.hpp"

#include <string>
#include <vector>

namespace kit::fixtures {

/// Lab 05, with seven cases.
[[nodiscard]] Lab tiling_lab();

/// Lab 10: a rectangle of int, no traffic model.
[[nodiscard]] Lab image_lab();

[[nodiscard]] CheckResult passed();
[[nodiscard]] CheckResult wrong_output();
[[nodiscard]] CheckResult build_error();
[[nodiscard]] CheckResult timeout();
/// A crash; what the kernel printed holds an escape sequence and bytes that are not UTF-8.
[[nodiscard]] CheckResult crash_with_output();
/// A race, an early exit and a missing technique, with lines, threads and a wide detail.
[[nodiscard]] CheckResult several_findings();
/// passed() on a GPU: timed beside a copy and the basic kernel, in a series, with the hardware's
/// counters, and a tool that did not run.
[[nodiscard]] CheckResult timed();
/// passed() without a GPU, with the bound of one.
[[nodiscard]] CheckResult bounded();
/// The image lab, not judged: nothing is predicted, and a NaN bound stands in a case.
[[nodiscard]] CheckResult unpredicted();

struct Named {
    std::string name; ///< of the golden files
    Lab lab;
    CheckResult result;
};

/// All of the above.
[[nodiscard]] std::vector<Named> all();

} // namespace kit::fixtures
