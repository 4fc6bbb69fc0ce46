// The parts of a text report; each is whole lines, and empty where there is nothing to say.
#pragma once

#include "checker/model/finding.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/verdict.hpp"
#include "checker/report/style.hpp"

#include <string>
#include <vector>

namespace kit {

/// A line for each case: grid, error beside its bound, time, and what is wrong.
[[nodiscard]] std::string case_lines(const Lab& lab, const std::vector<CaseResult>& cases,
                                     const TextStyle& style);

/// One finding: its message, the source with a caret, threads, detail, hint.
[[nodiscard]] std::string finding_block(const Finding& finding, const TextStyle& style);

/// A finding that may go away with the one above it: its place and message, no more.
[[nodiscard]] std::string consequence_lines(const Finding& finding, const TextStyle& style);

/// Counters measured beside predicted.
[[nodiscard]] std::string traffic_table(const Lab& lab, const TrafficResult& traffic,
                                        const TextStyle& style);

/// What the hardware counted, beside the emulator's figures and the predicted ones.
[[nodiscard]] std::string hardware_lines(const CheckResult& result, const TextStyle& style);

/// Times on a GPU beside a copy's and the basic kernel's, and how they were taken.
[[nodiscard]] std::string timing_lines(const Lab& lab, const Timing& timing,
                                       const TextStyle& style);

/// Why there are no times, and the roofline's bound where one was asked for.
[[nodiscard]] std::string no_timing_lines(const CheckResult& result, const TextStyle& style);

} // namespace kit
