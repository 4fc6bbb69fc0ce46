// Why a cell was never written: which thread has it, and what keeps that thread from its store.
#pragma once

#include "checker/check/hints/thread_walk.hpp"
#include "checker/compile/submission_file.hpp"
#include "checker/model/finding.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/observation.hpp"
#include "checker/trace/recorded_launch.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// A sentence of the thread whose index in a store to the output is `element`, and of the condition that keeps it from
/// that store, with the numbers in it. Threads are followed through the kernel's whole numbers, conditions and loops as
/// the text has them. Empty where no thread has that index, where one reaches the store, where the text does not tell
/// (the store is in another function, or depends on what is loaded), and for launches of too many threads.
[[nodiscard]] std::string why_never_written(const Lab& lab, const SubmissionFile& submission,
                                            const Extents& extents, const LaunchShape& launch,
                                            std::int64_t element);

/// The same of the element of shared memory that the finding's thread reads, and that no thread of its block stores to.
/// Empty also where the array is stored to by another name than its own. `recorded`: of the thread's block.
[[nodiscard]] std::string why_never_stored(const Finding& finding, const RecordedLaunch& recorded);

/// Of the conditions that a thread passed, the last comparison that asks for the end in this direction of a coordinate
/// with this value, under this name or, where none is given, under any: "in line 8 'y < n' is true, with y = 34 and
/// n = 35". Empty: none does.
[[nodiscard]] std::string comparison_at(const KernelText& text,
                                        const std::vector<MetCondition>& passed, std::int64_t at,
                                        std::int64_t beyond, std::string_view name = {});

/// What lets a thread through to a store that it must not make.
struct WayToStore {
    std::string sentence;          ///< empty where the text does not tell
    bool names_comparison = false; ///< or says that one is missing; else it has a line alone
};

/// For a store to a boundary cell: of the comparisons that the thread passes the last one that asks for the coordinate
/// in question at the end in question; or that none asks for its lower end, unless other cells were never written: then
/// the kernel begins elsewhere.
[[nodiscard]] WayToStore what_lets_through(const Lab& lab, const SubmissionFile& submission,
                                           const Extents& extents, const LaunchShape& launch,
                                           const std::array<std::uint32_t, 3>& block,
                                           const std::array<std::uint32_t, 3>& thread,
                                           bool lacks_others);

} // namespace kit
