#include "checker/gpu/runner/case_memory.hpp"

#include "checker/reference/boundary.hpp"
#include "checker/reference/draw.hpp"
#include "checker/reference/elements.hpp"
#include "checker/reference/random_bits.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

namespace kit {

namespace {

constexpr std::uint32_t threads_per_block = 256;
constexpr std::uint64_t vector_bytes = 16;
constexpr double nanoseconds_per_second = 1e9;

std::uint64_t cell_count(const CellGrid& grid) {
    return static_cast<std::uint64_t>(grid.axis[0].extent * grid.axis[1].extent *
                                      grid.axis[2].extent);
}

constexpr std::uint64_t word_bytes = 4; // every array ends on a whole one
constexpr std::uint64_t least_guard_bytes = 64 * 1024;

std::vector<std::byte> as_elements(Element element, const std::vector<double>& values) {
    std::vector<std::byte> bytes(values.size() * bytes_of(element));
    with_element_type(element, [&]<class T>(std::type_identity<T>) {
        T* const to = elements<T>(std::span(bytes));
        std::ranges::transform(values, to, [](double value) { return static_cast<T>(value); });
    });
    return bytes;
}

} // namespace

KitModule::KitModule(Device& device, const std::vector<char>& cubin, Element element)
    : device_(device), block_cells_(block_words * sizeof(std::uint32_t) / bytes_of(element)) {
    const Handle module = device.load(cubin);
    const std::string type(cpp_name(element));
    fill_ = device.function(module, "kit_fill_" + type);
    fill_late_ = device.function(module, "kit_fill_late_" + type);
    check_input_ = device.function(module, "kit_check_input_" + type);
    check_ = device.function(module, "kit_check_" + type);
    begin_steps_ = device.function(module, "kit_begin_steps");
    step_ = device.function(module, "kit_step");
    guard_ = device.function(module, "kit_guard");
    check_guard_ = device.function(module, "kit_check_guard");
    touch_ = device.function(module, "kit_touch");
    hold_ = device.function(module, "kit_hold");
    empty_ = device.function(module, "kit_empty");
}

void KitModule::run(Handle function, std::uint64_t items, std::vector<void*> arguments,
                    std::uint64_t blocks_of_multiprocessor) {
    const auto most = static_cast<std::uint64_t>(std::max(device_.facts().multiprocessors, 1)) *
                      blocks_of_multiprocessor;
    const std::uint64_t blocks = (items + threads_per_block - 1) / threads_per_block;
    LaunchShape shape;
    shape.grid[0] = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(blocks, 1, most));
    shape.block[0] = threads_per_block;
    device_.launch(function, shape, arguments);
}

void KitModule::fill(Address input, Address output, CellGrid grid, CellDraw draw) {
    run(fill_, cell_count(grid) / block_cells_ + 1, {&input, &output, &grid, &draw});
}

void KitModule::fill_late(Address input, Address output, CellGrid grid, CellDraw draw,
                          double seconds) {
    auto nanoseconds = static_cast<std::uint64_t>(seconds * nanoseconds_per_second);
    run(fill_late_, cell_count(grid) / block_cells_ + 1,
        {&input, &output, &grid, &draw, &nanoseconds}, 1);
}

void KitModule::check_input(Address input, CellGrid grid, CellDraw draw, Address tally) {
    run(check_input_, cell_count(grid) / block_cells_ + 1, {&input, &grid, &draw, &tally});
}

void KitModule::check(Address input, Address output, CellGrid grid, CellDraw draw, Address terms,
                      Address stepped, Address tally) {
    run(check_, cell_count(grid) / block_cells_ + 1,
        {&input, &output, &grid, &draw, &terms, &stepped, &tally});
}

void KitModule::begin_steps(CellGrid grid, CellDraw draw, Address one, Address other) {
    run(begin_steps_, cell_count(grid) / block_cells_ + 1, {&grid, &draw, &one, &other});
}

void KitModule::step(CellGrid grid, Address terms, Address before, Address after) {
    run(step_, cell_count(grid), {&grid, &terms, &before, &after});
}

void KitModule::guard(Address begin, std::uint64_t words, StreamKey key) {
    run(guard_, words / block_words + 1, {&begin, &words, &key});
}

void KitModule::check_guard(Address begin, std::uint64_t words, StreamKey key, Address tally) {
    run(check_guard_, words / block_words + 1, {&begin, &words, &key, &tally});
}

void KitModule::touch(Address buffer, std::uint64_t bytes, Address sink) {
    std::uint64_t vectors = bytes / vector_bytes;
    run(touch_, vectors, {&buffer, &vectors, &sink});
}

void KitModule::hold(double seconds) {
    auto nanoseconds = static_cast<std::uint64_t>(seconds * nanoseconds_per_second);
    LaunchShape one;
    std::array<void*, 1> arguments{&nanoseconds};
    device_.launch(hold_, one, arguments);
}

void KitModule::empty() {
    LaunchShape one;
    device_.launch(empty_, one, {});
}

CaseMemory::CaseMemory(Device& device, KitModule& kit, const Lab& lab, const Extents& extents,
                       bool guards)
    : device_(device), kit_(kit), lab_(lab), extents_(extents), guards_(guards),
      bytes_(static_cast<std::uint64_t>(extents.cells()) * bytes_of(lab.element)),
      output_(guarded()),
      terms_(device.allocate(std::max<std::size_t>(coefficient_count(lab), 1) * sizeof(CellTerm))),
      tally_(device.allocate(sizeof(CellTally))), grid_(cell_grid(lab, extents)) {
    for (int input = 0; input < input_count(lab); ++input) {
        inputs_.push_back(guarded());
    }
}

CaseMemory::Guarded CaseMemory::guarded() {
    if (!guards_) {
        return {.begin = device_.allocate(bytes_)};
    }
    // Two planes of the grid on either side: an index that is off by one along any axis leads here.
    const std::uint64_t plane =
        static_cast<std::uint64_t>(extents_.x * extents_.y) * bytes_of(lab_.element);
    const std::uint64_t wanted = std::max(least_guard_bytes, 2 * plane);
    const std::uint64_t guard = (wanted + 255) / 256 * 256;
    const Address whole = device_.allocate(guard + bytes_ + guard);
    return {.begin = whole + guard,
            .below_words = guard / word_bytes,
            .above_words = guard / word_bytes,
            .above = whole + guard + bytes_};
}

void CaseMemory::for_each_guard(std::uint64_t seed, bool check) {
    const RandomBits keys = RandomBits(seed).derive(0x6775617264); // "guard"
    std::uint64_t number = 0;
    if (!guards_) {
        return;
    }
    std::vector<Guarded> arrays = inputs_;
    arrays.push_back(output_);
    for (const Guarded& array : arrays) {
        const std::array<std::pair<Address, std::uint64_t>, 2> guards{
            {{array.begin - array.below_words * word_bytes, array.below_words},
             {array.above, array.above_words}}};
        for (const auto& [begin, words] : guards) {
            const StreamKey key = keys.derive(number++).key();
            if (check) {
                kit_.check_guard(begin, words, key, tally_);
            } else {
                kit_.guard(begin, words, key);
            }
        }
    }
}

void CaseMemory::draw(std::uint64_t seed) {
    draw_with(seed, case_coefficients(lab_, extents_, seed));
}

void CaseMemory::draw_late() {
    constexpr double late = 300e-6; // a launch that does not wait begins after some microseconds
    const std::vector<double> coefficients = case_coefficients(lab_, extents_, ~seed_);
    kit_.fill(input(), output(), grid_, cell_draw(lab_, extents_, ~seed_, coefficients));
    kit_.fill_late(input(), output(), grid_, draws_.front(), late);
}

void CaseMemory::draw_steady(std::uint64_t seed) {
    std::vector<double> coefficients = case_coefficients(lab_, extents_, seed);
    double magnitude = 0;
    for (const double coefficient : coefficients) {
        magnitude += std::abs(coefficient);
    }
    with_element_type(lab_.element, [&]<class T>(std::type_identity<T>) {
        for (double& coefficient : coefficients) {
            coefficient = static_cast<double>(static_cast<T>(std::abs(coefficient) / magnitude));
        }
    });
    draw_with(seed, coefficients);
}

void CaseMemory::draw_with(std::uint64_t seed, const std::vector<double>& coefficients) {
    seed_ = seed;
    coefficients_ = as_elements(lab_.element, coefficients);
    draws_.clear();
    std::vector<std::int64_t> begins;
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
        draws_.push_back(cell_draw(lab_, extents_, seed, coefficients, static_cast<int>(i)));
        begins.push_back(static_cast<std::int64_t>(inputs_[i].begin - inputs_[0].begin) /
                         static_cast<std::int64_t>(bytes_of(lab_.element)));
    }
    host_terms_ = cell_terms(lab_, coefficients, begins);
    for (std::size_t i = inputs_.size(); i-- > 0;) { // a kept boundary shows the first
        kit_.fill(inputs_[i].begin, output_.begin, grid_, draws_[i]);
    }
    for_each_guard(seed, false);
}

LaunchCheck CaseMemory::check(double seconds, int sweeps) {
    return check_from(input(), output(), true, sweeps, seconds);
}

LaunchCheck CaseMemory::check_series(int sweeps, double seconds) {
    return check_from(output(), input(), false, sweeps, seconds);
}

LaunchCheck CaseMemory::check_from(Address input, Address output, bool inputs_are_drawn, int sweeps,
                                   double seconds) {
    CellTally tally{};
    tally.first_wrong = ~std::uint64_t{0};
    device_.copy_in(tally_, std::as_bytes(std::span(&tally, 1)));
    // Only now, not before the launch: a kernel that found them could change what counts as right.
    device_.copy_in(terms_, std::as_bytes(std::span(host_terms_)));
    if (sweeps > 1) {
        for (Address& grid : stepped_) {
            if (grid == 0) {
                grid = device_.allocate(static_cast<std::uint64_t>(extents_.cells()) *
                                        sizeof(CellStep));
            }
        }
        kit_.begin_steps(grid_, draws_[0], stepped_[0], stepped_[1]);
        for (int done = 0; done < sweeps; ++done) {
            kit_.step(grid_, terms_, stepped_[0], stepped_[1]);
            std::swap(stepped_[0], stepped_[1]);
        }
    }
    kit_.check(input, output, grid_, draws_[0], terms_, sweeps > 1 ? stepped_[0] : 0, tally_);
    for (std::size_t i = 1; i < inputs_.size(); ++i) {
        kit_.check_input(inputs_[i].begin, grid_, draws_[i], tally_);
    }
    for_each_guard(seed_, true);
    device_.wait(seconds);
    device_.copy_out(std::as_writable_bytes(std::span(&tally, 1)), tally_);
    LaunchCheck result;
    Comparison& comparison = result.comparison;
    comparison.cells = static_cast<std::uint64_t>(extents_.cells());
    comparison.mismatches = tally.mismatches;
    comparison.untouched = tally.untouched;
    comparison.not_a_number = tally.not_a_number;
    comparison.boundary_cells =
        comparison.cells - static_cast<std::uint64_t>(interior(lab_, extents_).cells());
    comparison.boundary_mismatches = tally.boundary_mismatches;
    comparison.max_error = std::bit_cast<double>(tally.max_error);
    comparison.allowed_error = std::bit_cast<double>(tally.allowed_error);
    if (tally.mismatches > 0) {
        WrongCell cell;
        cell.cell = extents_.cell(static_cast<std::int64_t>(tally.first_wrong));
        comparison.first_wrong.push_back(cell);
    }
    result.changed_inputs = inputs_are_drawn ? tally.changed_inputs : 0;
    result.changed_guard_words = tally.changed_guards;
    return result;
}

std::vector<std::byte> CaseMemory::contents(Address array) const {
    std::vector<std::byte> bytes(bytes_);
    device_.copy_out(bytes, array);
    return bytes;
}

} // namespace kit
