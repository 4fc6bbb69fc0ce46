// A trace in a page: one block of a lab's reference solution on a small grid, recorded in the emulator. A drawing is
// made of it, numbers for the text around it, and in HTML a page in which a reader steps through the block.
//
//     <!-- trace 5 thread=3,3,3 -->
//     ![...](figures/trace-05-thread-3-3-3.svg)
//     It loads <!-- =trace(5 thread=3,3,3 thread-loads) -->1<!-- / --> cell.
//
// After the lab come the grid (9), the block (0,0,0) and the thread, which the page's text names, as ./lab trace takes
// them, and for a template the order of the stencil (radius=2). The recording shows what threads read and write, never
// the kernel's text, which is for the reader to write.
#pragma once

#include "checker/trace/recorded_launch.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

namespace kit {

struct TraceRequest {
    std::string lab;        ///< its number or name
    std::string grid = "9"; ///< as parse_grid() reads it
    std::array<std::uint32_t, 3> block{};
    std::array<std::uint32_t, 3> thread{};
    int radius = 0; ///< of the first variant with it; 0: the lab's first variant
};

/// Throws MarkerError on an unknown word, and without a thread.
[[nodiscard]] TraceRequest trace_request(std::string_view text);

/// "trace-05-thread-3-3-3": only what is not as usual is in the name.
[[nodiscard]] std::string file_stem(const TraceRequest& request);

struct PageTrace {
    PageTrace(Lab of, SubmissionFile kernel, RecordedLaunch&& made)
        : lab(std::move(of)), submission(std::move(kernel)), launch{lab,
                                                                    submission,
                                                                    made.extents,
                                                                    made.traced,
                                                                    std::move(made.findings),
                                                                    std::move(made.observation)} {}

    PageTrace(const PageTrace&) = delete;
    PageTrace& operator=(const PageTrace&) = delete;

    Lab lab;
    SubmissionFile submission;
    RecordedLaunch launch; ///< refers to the two above
    std::uint64_t block = 0;
    std::uint32_t thread = 0; ///< numbers in the grid and in the block
};

/// The recording, with the labs of the tree at `root`. Made once in the life of the program, which builds pages and
/// ends. Throws MarkerError where there is no such lab, grid, block or thread, and KitError, also if the solution
/// cannot be built.
[[nodiscard]] const PageTrace& recorded_trace(const std::filesystem::path& root,
                                              const TraceRequest& request);

/// The page in which a reader steps through the block, without the kernel's text.
[[nodiscard]] std::string stepping_page(const PageTrace& trace);

} // namespace kit
