// A case's arrays on the device, each between guards, drawn anew and judged by the kit's kernels.
#pragma once

#include "checker/gpu/device.hpp"
#include "checker/gpu/kit_module.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/verdict.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kit::gpu {

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
    /// Takes the memory; throws DeviceError where the device has not enough.
    CaseMemory(Device& device, KitModule& kit, const Lab& lab, const Extents& extents,
               bool guards = true);

    /// Fresh inputs, coefficients, poison and guards, all of this seed.
    void draw(std::uint64_t seed);

    /// The same with coefficients that keep values in range over hundreds of sweeps: divided by the
    /// sum of their magnitudes, all positive.
    void draw_steady(std::uint64_t seed);

    /// Judges the end of a series there and back: the input array must be so many sweeps, an even
    /// number, of what draw_steady() drew, by the reference's own sweeps. Float elements only.
    [[nodiscard]] LaunchCheck check_series(int sweeps, double seconds);

    /// Judges what is there against what draw() drew. Waits for the device, at most so long.
    /// `sweeps` is what the launch should have done: the lab's, or 1 for a kernel of one sweep that
    /// is measured beside.
    [[nodiscard]] LaunchCheck check(double seconds, int sweeps);

    [[nodiscard]] Address input() const { return input_.begin; }

    [[nodiscard]] Address output() const { return output_.begin; }

    [[nodiscard]] std::uint64_t array_bytes() const { return bytes_; }

    /// Of the last draw(), one for each point of the stencil, as elements.
    [[nodiscard]] std::span<const std::byte> coefficients() const { return coefficients_; }

    /// An array as it is now, on the host.
    [[nodiscard]] std::vector<std::byte> contents(Address array) const;

private:
    /// guard, array, guard
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
    Guarded input_;
    Guarded output_;
    Address terms_;
    Address tally_;
    std::array<Address, 2> stepped_{}; ///< the reference's grids of several sweeps; 0 until needed
    CellGrid grid_{};
    CellDraw draw_{};
    std::vector<CellTerm> host_terms_;
    std::uint64_t seed_ = 0;
    std::vector<std::byte> coefficients_;
};

} // namespace kit::gpu
