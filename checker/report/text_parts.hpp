// The parts of a text report. Each is whole lines, or empty.
#pragma once

#include "checker/model/finding.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/verdict.hpp"
#include "checker/report/style.hpp"

#include <string>
#include <vector>

namespace kit {

/// A line for each case: grid, error, its bound, time, and what is wrong.
[[nodiscard]] std::string case_lines(const Lab& lab, const std::vector<CaseResult>& cases,
                                     const TextStyle& style);

/// One finding: its message, the source with a caret, threads, detail, hint.
[[nodiscard]] std::string finding_block(const Finding& finding, const TextStyle& style);

/// A finding that may go away with the one above it: only its place and message.
[[nodiscard]] std::string consequence_lines(const Finding& finding, const TextStyle& style);

/// Counters measured beside predicted.
[[nodiscard]] std::string traffic_table(const Lab& lab, const TrafficResult& traffic,
                                        const TextStyle& style);

/// What the accesses of each line cost; empty if that was not counted.
[[nodiscard]] std::string line_table(const Lab& lab, const TrafficResult& traffic,
                                     const TextStyle& style);

/// What was not done, and the hardware's counters beside the emulator's and the predicted ones.
[[nodiscard]] std::string hardware_lines(const CheckResult& result, const TextStyle& style);

/// Times on a GPU beside those of a copy and of the basic kernel, and how they were measured.
[[nodiscard]] std::string timing_lines(const Lab& lab, const Timing& timing,
                                       const TextStyle& style);

/// Times of a sweep on one GPU and on several.
[[nodiscard]] std::string scaling_lines(const Lab& lab, const Scaling& scaling,
                                        const TextStyle& style);

/// Why there are no times, and the roofline's bound if --gpu asked for it.
[[nodiscard]] std::string no_timing_lines(const CheckResult& result, const TextStyle& style);

/// "1 ✓  2 ✗  3 not yet"; empty if no part was tried.
[[nodiscard]] std::string parts_row(const TriedParts& tried);

/// What to begin with: "Look at part 2, the load (line 44) first: with right parts around it, it ...".
[[nodiscard]] std::string parts_sentence(const TriedParts& tried);

/// Both, as lines of a report; empty if no part was tried.
[[nodiscard]] std::string part_lines(const TriedParts& tried, const TextStyle& style);

/// "Tried on 6 grids: with another name than 'n' in line 12, and nothing else changed, the kernel is right."
[[nodiscard]] std::string change_sentence(const RightChange& change);

} // namespace kit
