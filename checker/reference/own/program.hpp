// The program that computes a lab's own reference: what its function says of each cell. The file that includes this
// has the lab's reference.hpp before it and, in namespace kit_lab, the element's type, the boundary rule's number, the
// stencil's reach along each axis (0 where a boundary cell keeps nothing) and its points: x, y, z and the input.
#include "checker/reference/cell.hpp"
#include "checker/reference/own/rounded.hpp"

#include <cstdio>
#include <cstdlib>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace kit_lab {

using kit::CellStep;
using kit::StencilAxis;

using Number = std::conditional_t<std::is_integral_v<Element>, std::int64_t, kit::Rounded<Element>>;

[[noreturn]] void fail(const char* what) {
    std::fputs(what, stderr);
    std::exit(1);
}

/// One input, seen from the cell that is computed.
class Cells {
public:
    Cells(int input, const Element* cells, const StencilAxis* axes)
        : input_(input), cells_(cells), axes_(axes) {}

    void move_to(const std::int64_t* at) { at_ = at; }

    /// The cell so many steps away along x, y and z; 0 where the boundary rule has none.
    Number operator()(int x = 0, int y = 0, int z = 0) const {
        const int offset[]{x, y, z};
        need_point(offset);
        std::int64_t from[3];
        for (int axis = 0; axis < 3; ++axis) {
            from[axis] = kit::source(rule, axes_[axis], at_[axis], offset[axis]);
            if (from[axis] < 0) {
                return 0;
            }
        }
        // Half becomes a number only where it is asked.
        using Value = std::conditional_t<std::is_integral_v<Element>, std::int64_t, double>;
        return static_cast<Value>(
            cells_[(from[2] * axes_[1].extent + from[1]) * axes_[0].extent + from[0]]);
    }

private:
    void need_point(const int* offset) const {
        for (const auto& point : points) {
            if (point[0] == offset[0] && point[1] == offset[1] && point[2] == offset[2] &&
                point[3] == input_) {
                return;
            }
        }
        std::fprintf(
            stderr,
            "it reads the cell at offset %d, %d, %d of input %d, which is no point of the stencil",
            offset[0], offset[1], offset[2], input_ + 1);
        std::exit(1);
    }

    int input_;
    const Element* cells_;
    const StencilAxis* axes_;
    const std::int64_t* at_ = nullptr;
};

inline CellStep step_of(const std::int64_t number) {
    return {static_cast<double>(number), 0};
}

/// A bound that another order of operations keeps, too; in double the reference itself rounds as well.
template <class T>
CellStep step_of(const kit::Rounded<T>& number) {
    constexpr double room = sizeof(T) == sizeof(double) ? 4 : 2;
    const bool is_doubtful = std::exchange(kit::Rounded<T>::is_doubtful, false);
    return {number.value, is_doubtful ? std::numeric_limits<double>::infinity()
                                      : room * number.error + std::numeric_limits<T>::min()};
}

/// Rows [first, last) of the grid.
template <std::size_t... input>
void compute(const std::vector<Element>& inputs, const StencilAxis* axes, std::int64_t first,
             std::int64_t last, std::vector<CellStep>& result,
             std::index_sequence<input...> /*inputs*/) {
    const std::int64_t cells = axes[0].extent * axes[1].extent * axes[2].extent;
    Cells all[]{Cells(static_cast<int>(input),
                      inputs.data() + static_cast<std::int64_t>(input) * cells, axes)...};
    for (std::int64_t row = first; row < last; ++row) {
        std::int64_t at[]{0, row % axes[1].extent, row / axes[1].extent};
        for (; at[0] < axes[0].extent; ++at[0]) {
            bool is_computed = true;
            for (int axis = 0; axis < 3; ++axis) {
                is_computed = is_computed && at[axis] >= margin[axis] &&
                              at[axis] < axes[axis].extent - margin[axis];
            }
            if (is_computed) {
                (all[input].move_to(at), ...);
                result[row * axes[0].extent + at[0]] = step_of(cell<Number>(all[input]...));
            }
        }
    }
}

} // namespace kit_lab

/// Arguments: the grid's extents along x, y, z. Reads the inputs, and writes a CellStep for each cell, in memory order.
int main(int argc, char** argv) {
    using namespace kit_lab;
    if (argc != 4) {
        fail("it needs the grid's extents");
    }
    StencilAxis axes[3];
    for (int axis = 0; axis < 3; ++axis) {
        axes[axis].extent = std::atoll(argv[axis + 1]);
        for (const auto& point : points) {
            axes[axis].lowest = std::min<std::int64_t>(axes[axis].lowest, point[axis]);
            axes[axis].highest = std::max<std::int64_t>(axes[axis].highest, point[axis]);
        }
    }
    const std::int64_t rows = axes[1].extent * axes[2].extent;
    const auto cells = static_cast<std::size_t>(axes[0].extent * rows);
    std::vector<Element> inputs(cells * input_count);
    std::vector<CellStep> result(cells);
    std::FILE* const in = std::fopen("input.bin", "rb");
    if (in == nullptr ||
        std::fread(inputs.data(), sizeof(Element), inputs.size(), in) != inputs.size()) {
        fail("its input cannot be read");
    }
    const auto workers = std::max<std::int64_t>(1, std::thread::hardware_concurrency());
    std::vector<std::thread> threads;
    for (std::int64_t i = 0; i < workers; ++i) {
        threads.emplace_back([&, i] {
            compute(inputs, axes, rows * i / workers, rows * (i + 1) / workers, result,
                    std::make_index_sequence<input_count>());
        });
    }
    for (std::thread& each : threads) {
        each.join();
    }
    std::FILE* const out = std::fopen("expected.bin", "wb");
    if (out == nullptr || std::fwrite(result.data(), sizeof(CellStep), cells, out) != cells ||
        std::fclose(out) != 0) {
        fail("its result cannot be written");
    }
}
