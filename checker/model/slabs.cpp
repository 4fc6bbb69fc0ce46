#include "checker/model/slabs.hpp"

#include <algorithm>

namespace kit {

namespace {

/// The place among the lab's cases; for another grid by its depth, so that all numbers come up.
std::size_t place_of(const Lab& lab, const Extents& extents) {
    const auto known = std::ranges::find(lab.cases, extents);
    const auto place = known != lab.cases.end() ? known - lab.cases.begin() : extents.z;
    return static_cast<std::size_t>(place) % lab.gpus.size();
}

} // namespace

bool has_slabs(const Lab& lab) {
    return !lab.gpus.empty();
}

Lab on_gpus(Lab lab, int gpus) {
    lab.gpus.assign(1, gpus);
    return lab;
}

Extents with_planes_for_each(Extents extents, int gpus) {
    extents.z = gpus * (extents.z - 2) + 2;
    return extents;
}

std::vector<SlabPlanes> slabs_of(const Lab& lab, const Extents& extents) {
    std::vector<SlabPlanes> slabs;
    if (has_slabs(lab)) {
        const std::int64_t inner = std::max<std::int64_t>(extents.z - 2, 1);
        const auto count = std::min<std::int64_t>(lab.gpus[place_of(lab, extents)], inner);
        for (std::int64_t gpu = 0; gpu < count; ++gpu) {
            const std::int64_t first = inner * gpu / count;
            slabs.push_back({first + 1, inner * (gpu + 1) / count - first});
        }
    }
    return slabs;
}

std::int64_t most_planes(const std::vector<SlabPlanes>& slabs) {
    std::int64_t most = 0;
    for (const SlabPlanes& slab : slabs) {
        most = std::max(most, slab.planes);
    }
    return most;
}

std::string slab_array_name(const Lab& lab, unsigned gpu, int number, const SweepOnGpu& at) {
    using Role = KernelArgument::Role;
    const Role role = gpu == at.gpu  ? Role::own_slab
                      : gpu < at.gpu ? Role::slab_below
                                     : Role::slab_above;
    const auto slab = std::ranges::find_if(
        lab.arguments, [role](const KernelArgument& argument) { return argument.role == role; });
    const bool is_read = (number == 0) == (at.sweep % 2 == 0);
    return (slab == lab.arguments.end() ? "" : slab->name) + (number == 2 ? ".flags"
                                                              : is_read   ? ".in"
                                                                          : ".out");
}

std::uint64_t bytes_between_gpus(const Lab& lab, const Extents& extents) {
    const auto cuts = std::max<std::int64_t>(std::ssize(slabs_of(lab, extents)) - 1, 0);
    const std::int64_t cells = (extents.x - 2) * (extents.y - 2) * 2 * cuts * lab.steps;
    return static_cast<std::uint64_t>(cells) * bytes_of(lab.element);
}

} // namespace kit
