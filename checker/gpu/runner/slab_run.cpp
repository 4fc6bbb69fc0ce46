#include "checker/gpu/runner/slab_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace kit {

namespace {

constexpr std::size_t flag_bytes = 1024 * sizeof(std::uint32_t); // LAB_FLAGS of lab.cuh

} // namespace

GpuGroup::GpuGroup(const Driver& driver, Device& first, int gpus) : devices_{&first} {
    if (gpus > first.facts().gpus) {
        throw DeviceError(
            "CUDA_ERROR_INVALID_DEVICE",
            fmt::format("The machine has {} GPUs, not {}.", first.facts().gpus, gpus));
    }
    for (int gpu = 1; gpu < gpus; ++gpu) {
        devices_.push_back(others_.emplace_back(std::make_unique<Device>(driver, gpu)).get());
    }
    for (const Device* one : devices_) {
        for (const Device* other : devices_) {
            if (one != other) {
                link_ = one->connect(*other);
            }
        }
    }
    first.use();
}

GpuGroup::~GpuGroup() {
    others_.clear(); // each is in use as it goes
    devices_.front()->use();
}

SlabRun::SlabRun(GpuGroup& group, const Lab& lab, const Extents& extents,
                 const std::vector<char>& cubin, const std::string& entry, const LaunchShape& shape)
    : planes_(slabs_of(lab, extents)), extents_(extents),
      plane_bytes_(static_cast<std::size_t>(extents.x * extents.y) * bytes_of(lab.element)),
      by_flags_(shape.by_flags), begin_(group.at(0).make_event()), end_(group.at(0).make_event()) {
    for (std::size_t gpu = 0; gpu < planes_.size(); ++gpu) {
        Slab& slab = slabs_.emplace_back();
        slab.device = &group.at(gpu);
        slab.device->use();
        slab.scope = std::make_unique<Device::Scope>(*slab.device);
        for (Address& array : slab.arrays) {
            array = slab.device->allocate(static_cast<std::size_t>(planes_[gpu].planes + 2) *
                                          plane_bytes_);
        }
        slab.flags = slab.device->allocate(flag_bytes);
        slab.kernel = std::make_unique<Submission>(*slab.device, lab, cubin, entry, shape);
    }
    group.at(0).use();
}

SlabRun::~SlabRun() {
    for (Slab& slab : slabs_) {
        slab.device->use();
        slab.scope.reset();
    }
    slabs_.front().device->use();
}

void SlabRun::scatter(const CaseMemory& memory) {
    const std::array<std::byte, flag_bytes> lowered{};
    for (std::size_t gpu = 0; gpu < slabs_.size(); ++gpu) {
        const std::size_t first = static_cast<std::size_t>(planes_[gpu].first - 1) * plane_bytes_;
        const std::size_t bytes = static_cast<std::size_t>(planes_[gpu].planes + 2) * plane_bytes_;
        Device& on = *slabs_.front().device;
        on.copy_on_device(slabs_[gpu].arrays[0], memory.input() + first, bytes);
        on.copy_on_device(slabs_[gpu].arrays[1], memory.output() + first, bytes);
    }
    for (Slab& slab : slabs_) {
        slab.device->use();
        slab.device->copy_in(slab.flags, lowered);
        slab.kernel->set_coefficients(memory);
    }
    slabs_.front().device->use();
}

DeviceSlab SlabRun::slab_at(std::int64_t gpu, int sweep) const {
    if (gpu < 0 || gpu >= std::ssize(slabs_)) {
        return {};
    }
    const auto at = static_cast<std::size_t>(gpu);
    const std::size_t in = sweep % 2 == 0 ? 0 : 1;
    return {slabs_[at].arrays.at(in), slabs_[at].arrays.at(1 - in), slabs_[at].flags,
            static_cast<std::int32_t>(planes_[at].planes)};
}

Handle SlabRun::end_of(Slab& slab, int sweep) {
    while (std::ssize(slab.ends) <= sweep) {
        slab.ends.push_back(slab.device->make_event());
    }
    return slab.ends[sweep];
}

void SlabRun::sweep(int sweeps) {
    const std::int64_t gpus = std::ssize(slabs_);
    slabs_.front().device->use();
    slabs_.front().device->record(begin_);
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        for (std::int64_t gpu = 0; gpu < gpus; ++gpu) {
            Slab& slab = slabs_[gpu];
            slab.device->use();
            if (sweep == 0 && gpu > 0) {
                slab.device->wait_for(begin_);
            }
            for (const std::int64_t neighbour : {gpu - 1, gpu + 1}) {
                if (sweep > 0 && !by_flags_ && neighbour >= 0 && neighbour < gpus) {
                    slab.device->wait_for(end_of(slabs_[neighbour], sweep - 1));
                }
            }
            slab.kernel->launch(
                {slab_at(gpu, sweep), slab_at(gpu - 1, sweep), slab_at(gpu + 1, sweep), sweep},
                extents_);
            if (gpus > 1 && (!by_flags_ || sweep + 1 == sweeps)) {
                slab.device->record(end_of(slab, sweep));
            }
        }
    }
    slabs_.front().device->use();
    for (std::size_t gpu = 1; gpu < slabs_.size(); ++gpu) {
        slabs_.front().device->wait_for(end_of(slabs_[gpu], sweeps - 1));
    }
    slabs_.front().device->record(end_);
}

void SlabRun::gather(const CaseMemory& memory, int sweeps, double seconds) {
    Device& on = *slabs_.front().device;
    for (std::size_t gpu = 0; gpu < slabs_.size(); ++gpu) {
        // The lowest and the highest slab have the grid's boundary in a ghost plane.
        const std::size_t skipped = gpu > 0 ? plane_bytes_ : 0;
        const std::size_t first = static_cast<std::size_t>(planes_[gpu].first - 1) * plane_bytes_;
        const std::size_t more = gpu + 1 == slabs_.size() ? 2 : 1;
        const std::size_t bytes =
            (static_cast<std::size_t>(planes_[gpu].planes) + more) * plane_bytes_ - skipped;
        on.copy_on_device(memory.output() + first + skipped,
                          slabs_[gpu].arrays.at(static_cast<std::size_t>(sweeps % 2)) + skipped,
                          bytes);
    }
    on.wait(seconds);
}

std::size_t SlabRun::copy_to_next(double seconds) {
    // No slab has fewer planes than the first.
    const std::size_t bytes = static_cast<std::size_t>(planes_[0].planes + 2) * plane_bytes_;
    Device& on = *slabs_.front().device;
    on.record(begin_);
    on.copy_on_device(slabs_[1].arrays[0], slabs_[0].arrays[0], bytes);
    on.record(end_);
    on.wait(seconds);
    return bytes;
}

double SlabRun::seconds() {
    return slabs_.front().device->seconds_between(begin_, end_);
}

} // namespace kit
