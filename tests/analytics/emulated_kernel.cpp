#include "tests/analytics/emulated_kernel.hpp"

#include "checker/base/exact.hpp"
#include "checker/base/places.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <span>
#include <sstream>
#include <stdexcept>

using kit::Extents;
using kit::KernelModel;
using kit::StencilShape;

namespace {

/// What cells of the output hold before a launch; no sum is negative.
constexpr int untouched = -1;

std::string file_name(kit::KernelFamily family) {
    switch (family) {
    case kit::KernelFamily::basic: return "basic.cu";
    case kit::KernelFamily::shared_memory_tiled: return "shared_memory_tiled.cu";
    case kit::KernelFamily::coarsened: return "coarsened.cu";
    case kit::KernelFamily::register_tiled: return "register_tiled.cu";
    case kit::KernelFamily::halo_loading: return "halo_loading.cu";
    case kit::KernelFamily::shared_1d: return "shared_1d.cu";
    }
    return "";
}

std::string kernel_file(const std::string& name) {
    std::ostringstream text;
    text
        << std::ifstream((kit::source_root() / "tests/analytics/kernels/").string() + name).rdbuf();
    return text.str();
}

/// The places that kernels/sizes.cuh names.
std::vector<double> sizes_of(const KernelModel& model, const Extents& blocks) {
    const std::int64_t own_planes = model.block.x - 2 * std::int64_t{model.stencil.order};
    const auto size = [](std::int64_t value) { return static_cast<double>(value); };
    return {size(blocks.x),
            size(blocks.y),
            size(blocks.z),
            size(model.block.x),
            size(model.block.y),
            size(model.block.z),
            size(model.stencil.axes),
            size(model.stencil.order),
            model.stencil.shape == StencilShape::box ? 1.0 : 0.0,
            size(model.planes_per_block.value_or(own_planes)),
            model.every_cell ? 1.0 : 0.0};
}

kit::Lab lab_of(const KernelModel& model) {
    using Role = kit::KernelArgument::Role;
    kit::Lab lab;
    lab.id = "counted";
    lab.kernel = "sweep";
    lab.axes = 3;
    lab.arguments = {{"in", Role::input},
                     {"out", Role::output},
                     {"width", Role::width},
                     {"height", Role::height},
                     {"depth", Role::depth}};
    lab.stencil.resize(sizes_of(model, {}).size());
    lab.element = model.element_bytes == 8 ? kit::Element::float64 : kit::Element::int32;
    lab.time_limit_seconds = 60;
    return lab;
}

int reach(const KernelModel& model, int axis) {
    return axis < model.stencil.axes ? model.stencil.order : 0;
}

template <class Value>
class Grid {
public:
    Grid(const KernelModel& model, std::vector<Value> cells)
        : model_(model), cells_(std::move(cells)) {}

    [[nodiscard]] Value at(std::int64_t x, std::int64_t y, std::int64_t z) const {
        return cells_[(z * model_.grid.y + y) * model_.grid.x + x];
    }

    /// The cell on the grid nearest to this one.
    [[nodiscard]] Value nearest(std::int64_t x, std::int64_t y, std::int64_t z) const {
        return at(std::clamp<std::int64_t>(x, 0, model_.grid.x - 1),
                  std::clamp<std::int64_t>(y, 0, model_.grid.y - 1),
                  std::clamp<std::int64_t>(z, 0, model_.grid.z - 1));
    }

    [[nodiscard]] bool has_sum(std::int64_t x, std::int64_t y, std::int64_t z) const {
        if (model_.every_cell) {
            return true;
        }
        const Extents cell{x, y, z};
        for (int axis = 0; axis < 3; ++axis) {
            if (cell[axis] < reach(model_, axis) ||
                cell[axis] >= model_.grid[axis] - reach(model_, axis)) {
                return false;
            }
        }
        return true;
    }

    /// The sum that kernels/sizes.cuh describes.
    [[nodiscard]] Value sum(std::int64_t x, std::int64_t y, std::int64_t z) const {
        Value result = 0;
        for (int dz = -reach(model_, 2); dz <= reach(model_, 2); ++dz) {
            for (int dy = -reach(model_, 1); dy <= reach(model_, 1); ++dy) {
                for (int dx = -reach(model_, 0); dx <= reach(model_, 0); ++dx) {
                    const int axes_moved = (dx != 0) + (dy != 0) + (dz != 0);
                    if (model_.stencil.shape == StencilShape::box || axes_moved <= 1) {
                        const int weight = 63 + dx + 5 * dy + 25 * dz;
                        result += static_cast<Value>(weight) * nearest(x + dx, y + dy, z + dz);
                    }
                }
            }
        }
        return result;
    }

private:
    const KernelModel& model_;
    std::vector<Value> cells_;
};

template <class Value>
void compare(const KernelModel& model, const Grid<Value>& in, EmulatedLaunch& launch) {
    std::vector<Value> cells(launch.observation.output.size() / sizeof(Value));
    std::memcpy(cells.data(), launch.observation.output.data(), launch.observation.output.size());
    const Grid<Value> out(model, std::move(cells));
    launch.is_right = true;
    launch.is_complete = true;
    for (std::int64_t z = 0; z < model.grid.z; ++z) {
        for (std::int64_t y = 0; y < model.grid.y; ++y) {
            for (std::int64_t x = 0; x < model.grid.x; ++x) {
                const Value value = out.at(x, y, z);
                if (value == untouched) {
                    launch.is_complete = launch.is_complete && !in.has_sum(x, y, z);
                } else {
                    launch.is_right =
                        launch.is_right && in.has_sum(x, y, z) && value == in.sum(x, y, z);
                }
            }
        }
    }
}

template <class Value>
EmulatedLaunch run(const kit::Lab& lab, const kit::Artifact& program,
                   const kit::SubmissionFile& file, const KernelModel& model,
                   const Extents& blocks) {
    std::vector<Value> in(static_cast<std::size_t>(kit::total(model.grid)));
    for (std::size_t i = 0; i < in.size(); ++i) {
        in[i] = static_cast<Value>(1 + i * i % 97);
    }
    const std::vector<Value> out(in.size(), Value{untouched});
    const std::vector<double> sizes = sizes_of(model, blocks);
    const auto extent = [&](int axis) { return static_cast<int>(model.grid[axis]); };
    EmulatedLaunch launch;
    launch.observation = kit::run_case(lab, program,
                                       {{extent(0), extent(1), extent(2)},
                                        std::as_bytes(std::span(in)),
                                        std::as_bytes(std::span(out)),
                                        sizes,
                                        std::nullopt},
                                       file);
    if (launch.observation.completed) {
        compare(model, Grid<Value>(model, in), launch);
    }
    return launch;
}

} // namespace

EmulatedKernel::EmulatedKernel(kit::KernelFamily family)
    : file_{"kernel.cu", kernel_file("sizes.cuh") + kernel_file(file_name(family))} {}

const kit::Artifact& EmulatedKernel::program(const kit::Lab& lab) {
    const auto known = programs_.find(lab.element);
    if (known != programs_.end()) {
        return known->second;
    }
    kit::BuildCache cache(kit::BuildCache::default_folder());
    kit::BuildOutcome build =
        kit::build_for_emulator(lab, file_, kit::find_host_compiler(), kit::kit_files(), cache);
    if (!build.artifact) {
        throw std::runtime_error(build.findings.empty() ? "not built"
                                                        : build.findings.front().message);
    }
    return programs_.emplace(lab.element, std::move(*build.artifact)).first->second;
}

EmulatedLaunch EmulatedKernel::launch(const KernelModel& model, const Extents& blocks) {
    const kit::Lab lab = lab_of(model);
    return model.element_bytes == 8 ? run<double>(lab, program(lab), file_, model, blocks)
                                    : run<int>(lab, program(lab), file_, model, blocks);
}
