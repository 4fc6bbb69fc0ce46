// A case's arrays on the device, each between guards, drawn anew and judged by the kit's kernels.
#pragma once

#include "checker/gpu/runner/device.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/verdict.hpp"
#include "checker/reference/cell.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kit {

/// The kit's own kernels on a device: drawing, poisoning, guarding and judging without the host.
class KitModule {
public:
    /// `cubin` is kernels/kit_kernels.cu compiled for this device. Throws DeviceError.
    KitModule(Device& device, const std::vector<char>& cubin, Element element);

    void fill(Address input, Address output, CellGrid grid, CellDraw draw);
    /// The same after this time, by few blocks, and the next launch may begin at once.
    void fill_late(Address input, Address output, CellGrid grid, CellDraw draw, double seconds);
    /// Counts the input's cells that are no longer what was drawn.
    void check_input(Address input, CellGrid grid, CellDraw draw, Address tally);
    /// `stepped` is the grid after several sweeps, or 0 for a lab of one.
    void check(Address input, Address output, CellGrid grid, CellDraw draw, Address terms,
               Address stepped, Address tally);

    /// Several sweeps in a row: arrays of CellStep, one a cell.
    void begin_steps(CellGrid grid, CellDraw draw, Address one, Address other);
    void step(CellGrid grid, Address terms, Address before, Address after);

    /// Fills `words` of 4 bytes with the key's stream, and counts those that changed.
    void guard(Address begin, std::uint64_t words, StreamKey key);
    void check_guard(Address begin, std::uint64_t words, StreamKey key, Address tally);

    /// Only reads the buffer, into the L2 cache.
    void touch(Address buffer, std::uint64_t bytes, Address sink);
    /// Keeps the stream busy, so that what is queued meanwhile starts without waiting for the host.
    void hold(double seconds);
    void empty();

private:
    void run(Handle function, std::uint64_t items, std::vector<void*> arguments,
             std::uint64_t blocks_of_multiprocessor = 16);

    Device& device_;
    std::uint64_t block_cells_; ///< whose inputs come from one block of the stream
    Handle fill_;
    Handle fill_late_;
    Handle check_input_;
    Handle check_;
    Handle begin_steps_;
    Handle step_;
    Handle guard_;
    Handle check_guard_;
    Handle touch_;
    Handle hold_;
    Handle empty_;
};

/// What a launch left behind, judged on the device.
struct LaunchCheck {
    Comparison comparison; ///< first_wrong without its numbers: the cell alone
    std::uint64_t changed_inputs = 0;
    std::uint64_t changed_guard_words = 0;

    [[nodiscard]] bool right() const {
        return comparison.mismatches == 0 && changed_inputs == 0 && changed_guard_words == 0;
    }
};

class CaseMemory {
public:
    /// Allocates the memory; throws DeviceError if the device has too little.
    CaseMemory(Device& device, KitModule& kit, const Lab& lab, const Extents& extents,
               bool guards = true);

    /// Fresh inputs, coefficients, poison and guards, all of this seed.
    void draw(std::uint64_t seed);

    /// Fills the arrays once more: at once with another case's data, and a while later with that of the last draw().
    /// The next launch of the stream may begin in between.
    void draw_late();

    /// The same with coefficients that keep values in range over hundreds of sweeps: all positive and
    /// divided by the sum of their magnitudes.
    void draw_steady(std::uint64_t seed);

    /// Judges the end of a series that went back and forth between the arrays: the input array must
    /// hold what this even number of sweeps makes of what draw_steady() drew. Float elements only.
    [[nodiscard]] LaunchCheck check_series(int sweeps, double seconds);

    /// Judges the arrays against what draw() drew. Waits for the device, at most so many seconds.
    /// `sweeps` is what the launch should have done: the lab's, or 1 for a baseline of one sweep.
    [[nodiscard]] LaunchCheck check(double seconds, int sweeps);

    [[nodiscard]] Address input(std::size_t number = 0) const { return inputs_.at(number).begin; }

    [[nodiscard]] std::size_t inputs() const { return inputs_.size(); }

    [[nodiscard]] Address output() const { return output_.begin; }

    [[nodiscard]] std::uint64_t array_bytes() const { return bytes_; }

    /// Those of the last draw(), one for each point of the stencil, as elements.
    [[nodiscard]] std::span<const std::byte> coefficients() const { return coefficients_; }

    /// A copy of an array, on the host.
    [[nodiscard]] std::vector<std::byte> contents(Address array) const;

private:
    /// In memory: guard, array, guard.
    struct Guarded {
        Address begin = 0; ///< of the array
        std::uint64_t below_words = 0;
        std::uint64_t above_words = 0;
        Address above = 0;
    };

    void draw_with(std::uint64_t seed, const std::vector<double>& coefficients);
    [[nodiscard]] LaunchCheck check_from(Address input, Address output, bool inputs_are_drawn,
                                         int sweeps, double seconds);
    [[nodiscard]] Guarded guarded();
    void for_each_guard(std::uint64_t seed, bool check);

    Device& device_;
    KitModule& kit_;
    const Lab& lab_;
    Extents extents_;
    bool guards_;
    std::uint64_t bytes_;
    std::vector<Guarded> inputs_;
    Guarded output_;
    Address terms_;
    Address tally_;
    std::array<Address, 2> stepped_{}; ///< the reference's grids of several sweeps; 0 until needed
    CellGrid grid_{};
    std::vector<CellDraw> draws_; ///< of each input
    std::vector<CellTerm> host_terms_;
    std::uint64_t seed_ = 0;
    std::vector<std::byte> coefficients_;
};

} // namespace kit
