#include "checker/gpu/runner/submission.hpp"

#include <algorithm>
#include <array>

namespace kit {

namespace {

void need_within(const char* what, const std::array<std::uint32_t, 3>& got,
                 const std::array<int, 3>& limit) {
    for (std::size_t axis = 0; axis < got.size(); ++axis) {
        if (got[axis] < 1 || got[axis] > static_cast<std::uint32_t>(limit[axis])) {
            throw LaunchRefused("The {} is {}×{}×{}; this GPU allows 1 to {}, {}, {}.", what,
                                got[0], got[1], got[2], limit[0], limit[1], limit[2]);
        }
    }
}

void need_limits(Device& device, Handle function, const LaunchShape& shape) {
    const DeviceFacts& facts = device.facts();
    need_within("block", shape.block, facts.max_block);
    need_within("grid", shape.grid, facts.max_grid);
    const std::uint64_t threads = std::uint64_t{shape.block[0]} * shape.block[1] * shape.block[2];
    const int most_threads = device.attribute(function, FunctionAttribute::max_threads_per_block);
    if (threads > static_cast<std::uint64_t>(most_threads)) {
        throw LaunchRefused(
            "A block has {} threads; with {} registers a thread this kernel can have {} on this "
            "GPU.",
            threads, device.attribute(function, FunctionAttribute::registers), most_threads);
    }
    const auto fixed =
        static_cast<std::uint64_t>(device.attribute(function, FunctionAttribute::shared_bytes));
    const auto most = static_cast<std::uint64_t>(facts.max_shared_per_block_opt_in);
    if (fixed + shape.dynamic_shared_bytes > most || shape.dynamic_shared_bytes > most) {
        throw LaunchRefused("A block needs {} + {} bytes of shared memory; this GPU "
                            "allows {}.",
                            fixed, shape.dynamic_shared_bytes, most);
    }
    if (fixed + shape.dynamic_shared_bytes >
        static_cast<std::uint64_t>(facts.max_shared_per_block)) {
        device.allow_dynamic_shared(function, shape.dynamic_shared_bytes);
    }
}

int extent_of(KernelArgument::Role role, const Extents& extents) {
    switch (role) {
    case KernelArgument::Role::height: return static_cast<int>(extents.y);
    case KernelArgument::Role::depth: return static_cast<int>(extents.z);
    default: return static_cast<int>(extents.x);
    }
}

} // namespace

Submission::Submission(Device& device, const Lab& lab, const std::vector<char>& cubin,
                       const std::string& entry, const LaunchShape& shape)
    : device_(device), lab_(lab), shape_(shape), function_(nullptr) {
    const Handle module = device.load(cubin);
    function_ = device.function(module, entry);
    need_limits(device, function_, shape);
    try {
        coefficients_ = device.variable(module, "c", coefficient_bytes_);
    } catch (const DeviceError&) {
        coefficients_ = 0; // no thread reads `c`: the compiler left it out
    }
}

void Submission::set_coefficients(const CaseMemory& memory) {
    const std::span<const std::byte> bytes = memory.coefficients();
    if (coefficients_ != 0) {
        device_.copy_in(coefficients_, bytes.first(std::min(bytes.size(), coefficient_bytes_)));
    }
}

void Submission::launch(const CaseMemory& memory, const Extents& extents) {
    launch_from(memory, memory.input(), memory.output(), extents, false);
}

void Submission::launch(SlabArguments slabs, const Extents& extents) {
    int side = static_cast<int>(extents.x);
    std::vector<void*> arguments;
    for (const KernelArgument& argument : lab_.arguments) {
        switch (argument.role) {
        case KernelArgument::Role::own_slab: arguments.push_back(&slabs.own); break;
        case KernelArgument::Role::slab_below: arguments.push_back(&slabs.below); break;
        case KernelArgument::Role::slab_above: arguments.push_back(&slabs.above); break;
        case KernelArgument::Role::sweep: arguments.push_back(&slabs.sweep); break;
        default: arguments.push_back(&side);
        }
    }
    device_.launch(function_, shape_, arguments);
}

void Submission::launch_in_series(const CaseMemory& memory, const Extents& extents, bool back) {
    const Address from = back ? memory.output() : memory.input();
    const Address to = back ? memory.input() : memory.output();
    launch_from(memory, from, to, extents, true);
}

void Submission::launch_from(const CaseMemory& memory, Address input, Address output,
                             const Extents& extents, bool in_series) {
    std::vector<std::byte> coefficients(memory.coefficients().begin(), memory.coefficients().end());
    std::vector<int> numbers;
    numbers.reserve(lab_.arguments.size()); // their addresses are kept
    std::vector<Address> inputs{input};
    for (std::size_t i = 1; i < memory.inputs(); ++i) {
        inputs.push_back(memory.input(i));
    }
    auto next_input = inputs.begin();
    std::vector<void*> arguments;
    for (const KernelArgument& argument : lab_.arguments) {
        switch (argument.role) {
        case KernelArgument::Role::input: arguments.push_back(&*next_input++); break;
        case KernelArgument::Role::output: arguments.push_back(&output); break;
        case KernelArgument::Role::coefficients: arguments.push_back(coefficients.data()); break;
        default:
            numbers.push_back(extent_of(argument.role, extents));
            arguments.push_back(&numbers.back());
        }
    }
    // A single launch has nothing to overlap with.
    LaunchShape shape = shape_;
    shape.programmatic = shape.programmatic && in_series;
    device_.launch(function_, shape, arguments);
}

} // namespace kit
