// A kernel on several GPUs: each has its slab, and the sweeps are launched on all of them.
#pragma once

#include "checker/gpu/runner/case_memory.hpp"
#include "checker/gpu/runner/device.hpp"
#include "checker/gpu/runner/submission.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/slabs.hpp"

#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace kit {

/// The first GPUs of a machine, each of which can use the others' memory. The first one's Device is the caller's.
class GpuGroup {
public:
    /// Throws DeviceError where the machine has too few or they cannot reach each other.
    GpuGroup(const Driver& driver, Device& first, int gpus);
    ~GpuGroup();
    GpuGroup(const GpuGroup&) = delete;
    GpuGroup& operator=(const GpuGroup&) = delete;

    [[nodiscard]] Device& at(std::size_t gpu) const { return *devices_[gpu]; }

    /// "NVLink", "PCIe" or "peer access", where the driver does not say; empty for one GPU.
    [[nodiscard]] const std::string& link() const { return link_; }

private:
    std::vector<std::unique_ptr<Device>> others_;
    std::vector<Device*> devices_;
    std::string link_;
};

class SlabRun {
public:
    /// `kernel` is launched with `shape` on as many of the group's GPUs as the lab's grid is cut among. Throws
    /// LaunchRefused and DeviceError.
    SlabRun(GpuGroup& group, const Lab& lab, const Extents& extents, const std::vector<char>& cubin,
            const std::string& entry, const LaunchShape& shape);
    ~SlabRun();
    SlabRun(const SlabRun&) = delete;
    SlabRun& operator=(const SlabRun&) = delete;

    /// Copies the case's arrays, which lie on the first GPU, to the slabs, and sets flags to 0 and the coefficients.
    void scatter(const CaseMemory& memory);

    /// Queues so many sweeps on all GPUs, between two events of the first one.
    void sweep(int sweeps);

    /// Copies the result of so many sweeps to the case's output array, and waits, at most so many seconds.
    void gather(const CaseMemory& memory, int sweeps, double seconds);

    /// Copies the first GPU's slab over that of the second, as the copy engines do it, and waits. Returns its bytes.
    /// Precondition: there are two slabs.
    std::size_t copy_to_next(double seconds);

    /// Time of the last sweep(), once gather() has waited, or of copy_to_next().
    [[nodiscard]] double seconds();

private:
    struct Slab {
        Device* device;
        std::unique_ptr<Device::Scope> scope; ///< of the memory below
        std::array<Address, 2> arrays{};      ///< in and out of the first sweep
        Address flags = 0;
        std::deque<Handle> ends; ///< of sweeps, as far as they were needed
        std::unique_ptr<Submission> kernel;
    };

    [[nodiscard]] DeviceSlab slab_at(std::int64_t gpu, int sweep) const;
    Handle end_of(Slab& slab, int sweep);

    std::vector<SlabPlanes> planes_;
    Extents extents_;
    std::size_t plane_bytes_;
    bool by_flags_;
    Handle begin_;
    Handle end_;
    std::vector<Slab> slabs_;
};

} // namespace kit
