#include "checker/check/hints/case_hints.hpp"

#include "checker/base/numbers.hpp"
#include "checker/base/tokens.hpp"
#include "checker/diagnosis/wording.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace kit {

namespace {

/// Along the axis; along x where the launch counts its threads from row to row.
bool has_several_blocks(const CaseResult& one, std::int64_t Extents::*axis) {
    const std::size_t along = axis == &Extents::x ? 0 : axis == &Extents::y ? 1 : 2;
    return one.launch && one.launch->grid[is_linear(*one.launch) ? 0 : along] > 1;
}

/// The points of a window, where only grids of fewer show an access outside an array; 0 otherwise. Another mistake may
/// spoil the longer ones.
int window_of_all(const Lab& lab, const Finding& access, const std::vector<CaseResult>& cases) {
    int window = 0;
    for (const CaseResult& one : cases) {
        const std::string grid = describe_grid(one.extents, lab);
        if (is_one_of(access.cases,
                      one.variant.empty() ? grid : fmt::format("{} ({})", grid, one.variant))) {
            const std::size_t order = one.variant.find("R = ");
            const int radius =
                order == one.variant.npos ? reach(lab) : std::atoi(one.variant.c_str() + order + 4);
            if (one.extents.x >= 2 * radius + 1) {
                return 0;
            }
            window = std::max(window, 2 * radius + 1);
        }
    }
    return access.kind == FindingKind::out_of_bounds_global &&
                   lab.boundary == BoundaryRule::one_sided
               ? window
               : 0;
}

} // namespace

std::string fails_unless_equal(const Lab& lab, const std::vector<CaseResult>& cases) {
    constexpr const char* rows = "a row has width cells, and a column height.";
    constexpr const char* other = "is one of them where the other belongs?";
    std::string sentence;
    std::ptrdiff_t least = std::ssize(cases); // grids that pass although the two differ
    for (const auto& [a, b, names, advice] :
         {std::tuple{&Extents::x, &Extents::y, "width and height", rows},
          {&Extents::y, &Extents::z, "height and depth", other},
          {&Extents::x, &Extents::z, "width and depth", other}}) {
        const auto count = [&, first = a, second = b](bool equal, bool passed) {
            return std::ranges::count_if(cases, [&](const CaseResult& one) {
                return (one.extents.*first == one.extents.*second) == equal &&
                       (one.outcome == Outcome::passed) == passed && one.extents.*first > 1;
            });
        };
        const bool tells = std::ranges::any_of(cases, [&, a = a, b = b](auto& right) {
            return right.outcome == Outcome::passed && right.extents.*a == right.extents.*b &&
                   has_several_blocks(right, a) && has_several_blocks(right, b) &&
                   std::ranges::any_of(cases, [&](const CaseResult& wrong) {
                       return wrong.outcome != Outcome::passed && wrong.variant == right.variant &&
                              wrong.last_block == LastBlock::any;
                   });
        });
        if (tells && count(true, false) == 0 && count(false, true) < least) {
            least = count(false, true);
            sentence = fmt::format("Only grids fail whose {} differ: {}", names, advice);
        }
    }
    return lab.axes == 1 || lab.cube ? "" : sentence;
}

std::string shorter_than_window(const Lab& lab, const Finding& finding,
                                const std::vector<CaseResult>& cases) {
    if (const int window = window_of_all(lab, finding, cases); window > 0) {
        return fmt::format("Only grids of fewer than {} points show it, which is fewer than a "
                           "window has: there the lab asks for 0.",
                           window);
    }
    std::set<std::int64_t> right;
    std::set<std::int64_t> wrong;
    bool are_one_window = true;
    for (const CaseResult& one : cases) {
        (one.outcome == Outcome::passed ? right : wrong).insert(one.extents.x);
        are_one_window = are_one_window &&
                         (one.outcome == Outcome::passed ||
                          one.variant.ends_with(fmt::format("R = {}", (one.extents.x - 1) / 2)));
    }
    constexpr std::int64_t least_window = 3;
    if (lab.boundary == BoundaryRule::one_sided && wrong.size() == 1 && are_one_window &&
        *wrong.begin() % 2 == 1 && !right.empty() && *right.rbegin() > *wrong.begin()) {
        return fmt::format(
            "Only grids of exactly {} points show it, on which one window fits: which "
            "of your conditions still takes them for too short?",
            *wrong.begin());
    }
    const std::int64_t longest_wrong = wrong.empty() ? 0 : *wrong.rbegin();
    const std::int64_t shortest_right =
        right.empty() ? std::numeric_limits<std::int64_t>::max() : *right.begin();
    return lab.boundary == BoundaryRule::one_sided && longest_wrong + 1 == shortest_right &&
                   shortest_right >= least_window
               ? fmt::format(
                     "Only grids of fewer than {} points show it, which is fewer than a window "
                     "has: there the lab asks for 0.",
                     shortest_right)
               : "";
}

std::string fixed_extent(const Lab& lab, const SubmissionFile& submission,
                         const std::vector<CaseResult>& cases) {
    constexpr std::int64_t small = 8; // right by chance
    const Tokens tokens = tokens_of(submission.text);
    for (const auto& [extent, name] :
         {std::pair{&Extents::x, "width"}, {&Extents::y, "height"}, {&Extents::z, "depth"}}) {
        std::set<std::int64_t> right;
        std::set<std::int64_t> wrong;
        for (const CaseResult& one : cases) {
            if (one.extents.*extent > small) {
                (one.outcome == Outcome::passed ? right : wrong).insert(one.extents.*extent);
            }
        }
        if (lab.axes == 1 || right.size() != 1 || wrong.size() < 2 ||
            wrong.contains(*right.begin())) {
            continue;
        }
        const std::string number = std::to_string(*right.begin());
        const auto found = std::ranges::find(tokens, number, &Token::text);
        if (found != tokens.end()) {
            return fmt::format("Only grids of {0} {1} are right, and line {2} has the number {1}: "
                               "the grid's size is a parameter of the kernel.",
                               lab.cube ? "side" : name, number, found->line);
        }
    }
    return "";
}

std::string exchanged_launch(const Lab& lab, const std::vector<CaseResult>& cases) {
    std::set<std::array<std::uint32_t, 3>> grids;
    std::map<std::string, std::set<std::array<std::uint32_t, 3>>> blocks; // of each variant
    for (const CaseResult& one : cases) {
        if (!one.launch) {
            continue;
        }
        const std::array<std::int64_t, 3> extents{one.extents.x, one.extents.y, one.extents.z};
        for (std::size_t axis = 0; axis < lab.axes; ++axis) {
            const std::int64_t grid = one.launch->grid[axis];
            const std::int64_t threads = grid * one.launch->block[axis];
            if (2 * threads < extents[axis] || threads > 2 * (extents[axis] + grid)) {
                return ""; // the block does not grow as the grid does
            }
        }
        grids.insert(one.launch->grid);
        blocks[one.variant].insert(one.launch->block);
    }
    const bool grows =
        std::ranges::any_of(blocks, [](const auto& of_one) { return of_one.second.size() > 1; });
    return grids.size() == 1 && grows && *grids.begin() != std::array<std::uint32_t, 3>{1, 1, 1}
               ? fmt::format("Every launch has {} blocks, and a block has more threads on a larger "
                             "grid. launch_config() returns the grid first, then the block: are "
                             "the two exchanged?",
                             fmt::join(*grids.begin(), "×"))
               : "";
}

std::string many_threads(const Lab& lab, const Finding& late,
                         const std::vector<CaseResult>& cases) {
    constexpr std::uint64_t most_for_a_cell = 8;
    for (const CaseResult& one : cases) {
        if (late.kind != FindingKind::timeout || !one.launch ||
            !is_one_of(late.cases, describe(one.extents, lab))) {
            continue;
        }
        std::uint64_t blocks = 1;
        std::uint64_t threads = 1; // of a block
        for (std::size_t axis = 0; axis < one.launch->grid.size(); ++axis) {
            blocks *= one.launch->grid[axis];
            threads *= one.launch->block[axis];
        }
        const auto cells = static_cast<std::uint64_t>(one.extents.cells());
        const bool is_rounded_up = cells < threads;
        if (blocks > 1 && !is_rounded_up && blocks * threads / most_for_a_cell > cells) {
            return fmt::format("The launch has {} for {}: in launch_config(), divide the cells "
                               "along each axis by those of a block.",
                               counted(blocks * threads, "thread"), counted(cells, "cell"));
        }
    }
    return "";
}

std::string only_some_last_block(const std::vector<CaseResult>& cases) {
    const CaseResult* wrong = nullptr;
    for (const CaseResult& one : cases) {
        if (one.outcome != Outcome::passed) {
            if (one.last_block == LastBlock::any) {
                return "";
            }
            wrong = wrong == nullptr ? &one : wrong;
        }
    }
    if (wrong == nullptr) {
        return "";
    }
    return wrong->last_block == LastBlock::full
               ? "It is wrong only where the launch's blocks are just full: with one cell more, "
                 "launch_config() asks for another block."
               : "It is wrong only where the launch's last block has one cell: the rest of its "
                 "window lies before it, farther than R cells.";
}

} // namespace kit
