#include "checker/gpu/kit_module.hpp"

#include <algorithm>

namespace kit::gpu {

namespace {

constexpr std::uint32_t threads_per_block = 256;
constexpr std::uint64_t vector_bytes = 16;

std::uint64_t cells_of(const CellGrid& grid) {
    return static_cast<std::uint64_t>(grid.extent[0] * grid.extent[1] * grid.extent[2]);
}

} // namespace

KitModule::KitModule(Device& device, const std::vector<char>& cubin, Element element)
    : device_(device) {
    const Handle module = device.load(cubin);
    const std::string type(cpp_name(element));
    fill_ = device.function(module, "kit_fill_" + type);
    check_ = device.function(module, "kit_check_" + type);
    begin_steps_ = device.function(module, "kit_begin_steps");
    step_ = device.function(module, "kit_step");
    guard_ = device.function(module, "kit_guard");
    check_guard_ = device.function(module, "kit_check_guard");
    touch_ = device.function(module, "kit_touch");
    hold_ = device.function(module, "kit_hold");
    empty_ = device.function(module, "kit_empty");
}

void KitModule::run(Handle function, std::uint64_t items, std::vector<void*> arguments) {
    const auto most = static_cast<std::uint64_t>(std::max(device_.facts().multiprocessors, 1)) * 16;
    const std::uint64_t blocks = (items + threads_per_block - 1) / threads_per_block;
    LaunchShape shape;
    shape.grid[0] = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(blocks, 1, most));
    shape.block[0] = threads_per_block;
    device_.launch(function, shape, arguments);
}

void KitModule::fill(Address input, Address output, const CellGrid& grid, const CellDraw& draw) {
    CellGrid a_grid = grid;
    CellDraw a_draw = draw;
    run(fill_, cells_of(grid), {&input, &output, &a_grid, &a_draw});
}

void KitModule::check(Address input, Address output, const CellGrid& grid, const CellDraw& draw,
                      Address terms, Address stepped, Address tally) {
    CellGrid a_grid = grid;
    CellDraw a_draw = draw;
    run(check_, cells_of(grid), {&input, &output, &a_grid, &a_draw, &terms, &stepped, &tally});
}

void KitModule::begin_steps(const CellGrid& grid, const CellDraw& draw, Address one,
                            Address other) {
    CellGrid a_grid = grid;
    CellDraw a_draw = draw;
    run(begin_steps_, cells_of(grid), {&a_grid, &a_draw, &one, &other});
}

void KitModule::step(const CellGrid& grid, Address terms, Address before, Address after) {
    CellGrid a_grid = grid;
    run(step_, cells_of(grid), {&a_grid, &terms, &before, &after});
}

void KitModule::guard(Address begin, std::uint64_t words, std::uint64_t key) {
    run(guard_, words, {&begin, &words, &key});
}

void KitModule::check_guard(Address begin, std::uint64_t words, std::uint64_t key, Address tally) {
    run(check_guard_, words, {&begin, &words, &key, &tally});
}

void KitModule::touch(Address buffer, std::uint64_t bytes, Address sink) {
    std::uint64_t vectors = bytes / vector_bytes;
    run(touch_, vectors, {&buffer, &vectors, &sink});
}

void KitModule::hold(double seconds) {
    constexpr double nanoseconds_per_second = 1e9;
    auto nanoseconds = static_cast<std::uint64_t>(seconds * nanoseconds_per_second);
    LaunchShape one;
    std::array<void*, 1> arguments{&nanoseconds};
    device_.launch(hold_, one, arguments);
}

void KitModule::empty() {
    LaunchShape one;
    device_.launch(empty_, one, {});
}

} // namespace kit::gpu
