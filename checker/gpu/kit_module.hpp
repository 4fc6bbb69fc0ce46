// The kit's own kernels on a device: drawing, poisoning, guarding and judging without the host.
#pragma once

#include "checker/gpu/device.hpp"
#include "checker/gpu/kernels/cell.hpp"
#include "checker/model/lab.hpp"

#include <cstdint>
#include <vector>

namespace kit::gpu {

class KitModule {
public:
    /// `cubin` is kernels/kit_kernels.cu compiled for this device. Throws DeviceError.
    KitModule(Device& device, const std::vector<char>& cubin, Element element);

    void fill(Address input, Address output, const CellGrid& grid, const CellDraw& draw);
    /// `stepped` is the grid after several sweeps, or 0 for a lab of one.
    void check(Address input, Address output, const CellGrid& grid, const CellDraw& draw,
               Address terms, Address stepped, Address tally);

    /// Several sweeps in a row: arrays of CellStep, one a cell.
    void begin_steps(const CellGrid& grid, const CellDraw& draw, Address one, Address other);
    void step(const CellGrid& grid, Address terms, Address before, Address after);

    /// `words` of 4 bytes that only `key` tells.
    void guard(Address begin, std::uint64_t words, std::uint64_t key);
    void check_guard(Address begin, std::uint64_t words, std::uint64_t key, Address tally);

    void touch(Address buffer, std::uint64_t bytes, Address sink);
    void hold(double seconds);
    void empty();

private:
    void run(Handle function, std::uint64_t items, std::vector<void*> arguments);

    Device& device_;
    Handle fill_;
    Handle check_;
    Handle begin_steps_;
    Handle step_;
    Handle guard_;
    Handle check_guard_;
    Handle touch_;
    Handle hold_;
    Handle empty_;
};

} // namespace kit::gpu
