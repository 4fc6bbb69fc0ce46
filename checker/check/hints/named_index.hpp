// The index of an access to a grid, by the names that it is made of.
#pragma once

#include "checker/base/extents.hpp"
#include "checker/check/hints/kernel_in_text.hpp"
#include "checker/check/hints/thread_walk.hpp"
#include "checker/model/lab.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// A name in an index that counts cells along an axis.
struct Coordinate {
    std::string_view name;
    std::int64_t value = 0;
    std::size_t axis = 0;
    std::int64_t offset = 0;  ///< cells from there to the accessed one, along the axis
    bool counts_rows = false; ///< goes on from each row to the next, through all cells

    [[nodiscard]] std::int64_t accessed() const { return value + offset; }
};

/// From one cell to the next along x, y and z, in memory.
[[nodiscard]] std::array<std::int64_t, 3> steps_of(const Extents& extents);

class NamedIndex {
public:
    /// All of them must outlive it.
    NamedIndex(const KernelText& text, const StoreOfThread& access, const Lab& lab,
               const Extents& extents)
        : text_(text), access_(access), lab_(lab), extents_(extents) {}

    /// Those in the index; of a name that is an index itself, those that it is made of.
    [[nodiscard]] std::vector<Coordinate> coordinates() const;

    /// Where the index grows by a wrong number with each step of a name: by two other extents than those of a plane, or
    /// by another one than that of a row. As a sentence; empty where none does.
    [[nodiscard]] std::string wrong_step() const;

    /// The last of these conditions on a copy of this name, or on what it is worked out from: another name, or both
    /// blockIdx and threadIdx along one axis. As "in line 8 't <= n * n' is true"; empty if there is none.
    [[nodiscard]] std::string condition_behind(std::string_view name,
                                               const std::vector<MetCondition>& passed) const;

private:
    struct Range {
        TokenAt begin;
        TokenAt end;
    };

    /// What the name was last given before the access; empty once too many were looked for.
    [[nodiscard]] Range definition(std::string_view name) const;

    /// Whether the kernel gives it values, which differ among threads. Not a member, as the x of threadIdx.x.
    [[nodiscard]] bool is_variable(const Token& name) const;

    /// Whether it is the same for all threads.
    [[nodiscard]] bool is_constant(std::string_view name, int depth = 0) const;

    /// The index if this name had a value by so much greater.
    [[nodiscard]] std::optional<std::int64_t> index(std::string_view changed,
                                                    std::int64_t by) const;

    /// By how much the index grows with one more of this name; 0 where that is not known.
    [[nodiscard]] std::int64_t step_along(std::string_view name) const;

    [[nodiscard]] std::optional<Coordinate> coordinate(std::string_view name) const;

    [[nodiscard]] std::vector<Coordinate> coordinates_in(const Range& value) const;

    const KernelText& text_;
    const StoreOfThread& access_;
    const Lab& lab_;
    const Extents& extents_;
    mutable int steps_left_ = 2'000; ///< names whose values may be looked for
};

} // namespace kit
