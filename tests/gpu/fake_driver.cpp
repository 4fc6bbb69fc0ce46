#include "tests/gpu/fake_driver.hpp"

#include "checker/gpu/kernels/cell.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <string>

using namespace kit::gpu;

FakeGpu fake_gpu;

namespace {

double now = 0; ///< seconds on the fake GPU
Result stream_state = success;
std::map<void*, double> events;

/// Launches of the submission's kernel that are recorded and not run: input, output, n.
struct Recorded {
    Address input;
    Address output;
    int n;
};

std::vector<Recorded> graph;
bool capturing = false;
std::set<void*> allocations; ///< as a driver has it: what a process leaves is released for it

template <class T>
T argument(void** arguments, int number) {
    T value;
    std::memcpy(&value, arguments[number], sizeof value);
    return value;
}

template <class T>
T* pointer(void** arguments, int number) {
    return reinterpret_cast<T*>(argument<Address>(arguments, number));
}

void place_of(const CellGrid& grid, std::int64_t cell, std::int64_t* at) {
    at[0] = cell % grid.extent[0];
    at[1] = cell / grid.extent[0] % grid.extent[1];
    at[2] = cell / (grid.extent[0] * grid.extent[1]);
}

std::int64_t cells(const CellGrid& grid) {
    return grid.extent[0] * grid.extent[1] * grid.extent[2];
}

void fill(void** arguments) {
    auto* input = pointer<float>(arguments, 0);
    auto* output = pointer<float>(arguments, 1);
    const auto grid = argument<CellGrid>(arguments, 2);
    const auto draw = argument<CellDraw>(arguments, 3);
    for (std::int64_t cell = 0; cell < cells(grid); ++cell) {
        drawn_input(draw, cell, input[cell]);
        std::int64_t at[3];
        place_of(grid, cell, at);
        const bool kept = grid.rule == 0 && !is_interior(grid, at);
        const std::uint64_t bits = kept ? bits_of_element(input[cell]) : draw.poison;
        std::memcpy(output + cell, &bits, sizeof(float));
    }
}

void check(void** arguments) {
    const auto* input = pointer<const float>(arguments, 0);
    const auto* output = pointer<const float>(arguments, 1);
    const auto grid = argument<CellGrid>(arguments, 2);
    const auto draw = argument<CellDraw>(arguments, 3);
    const auto* terms = pointer<const CellTerm>(arguments, 4);
    auto* tally = pointer<CellTally>(arguments, 6);
    const auto* stepped = pointer<const CellStep>(arguments, 5); // after several sweeps, or none
    for (std::int64_t cell = 0; cell < cells(grid); ++cell) {
        float before = 0;
        drawn_input(draw, cell, before);
        tally->changed_inputs += bits_of_element(before) == bits_of_element(input[cell]) ? 0 : 1;
        std::int64_t at[3];
        place_of(grid, cell, at);
        bool right = false;
        if (grid.rule == 0 && !is_interior(grid, at)) {
            right = bits_of_element(before) == bits_of_element(output[cell]);
        } else {
            const CellExpected expected =
                stepped != nullptr ? CellExpected{stepped[cell].value, 0, stepped[cell].allowed}
                                   : expected_cell(grid, terms, input, at);
            right = std::fabs((static_cast<double>(output[cell]) - expected.value) -
                              expected.correction) <= expected.allowed;
        }
        if (!right) {
            ++tally->mismatches;
            tally->untouched += bits_of_element(output[cell]) == draw.poison ? 1 : 0;
            tally->first_wrong = std::min(tally->first_wrong, static_cast<std::uint64_t>(cell));
        }
    }
}

void begin_steps(void** arguments) {
    const auto grid = argument<CellGrid>(arguments, 0);
    const auto draw = argument<CellDraw>(arguments, 1);
    for (std::int64_t cell = 0; cell < cells(grid); ++cell) {
        float value = 0;
        drawn_input(draw, cell, value);
        pointer<CellStep>(arguments, 2)[cell] = {static_cast<double>(value), 0};
        pointer<CellStep>(arguments, 3)[cell] = {static_cast<double>(value), 0};
    }
}

void step(void** arguments) {
    const auto grid = argument<CellGrid>(arguments, 0);
    for (std::int64_t cell = 0; cell < cells(grid); ++cell) {
        std::int64_t at[3];
        place_of(grid, cell, at);
        if (is_interior(grid, at)) {
            pointer<CellStep>(arguments, 3)[cell] =
                stepped_cell(grid, pointer<const CellTerm>(arguments, 1),
                             pointer<const CellStep>(arguments, 2), at);
        }
    }
}

void guard(void** arguments) {
    auto* words = pointer<std::uint32_t>(arguments, 0);
    for (std::uint64_t i = 0; i < argument<std::uint64_t>(arguments, 1); ++i) {
        words[i] =
            static_cast<std::uint32_t>(random_bits(argument<std::uint64_t>(arguments, 2), i));
    }
}

void check_guard(void** arguments) {
    const auto* words = pointer<const std::uint32_t>(arguments, 0);
    auto* tally = pointer<CellTally>(arguments, 3);
    for (std::uint64_t i = 0; i < argument<std::uint64_t>(arguments, 1); ++i) {
        const auto expected =
            static_cast<std::uint32_t>(random_bits(argument<std::uint64_t>(arguments, 2), i));
        tally->changed_guards += words[i] == expected ? 0 : 1;
    }
}

void submission(void** arguments) {
    ++fake_gpu.launches;
    now += fake_gpu.kernel_seconds;
    if (fake_gpu.hangs) {
        stream_state = not_ready;
        return;
    }
    stream_state = fake_gpu.fault;
    fake_gpu.kernel(pointer<const float>(arguments, 0), pointer<float>(arguments, 1),
                    argument<int>(arguments, 2));
}

void nothing(void** /*arguments*/) {}

using Function = void (*)(void**);

const std::map<std::string, Function>& functions() {
    static const std::map<std::string, Function> all{
        {"kit_fill_float", fill}, {"kit_check_float", check},
        {"kit_guard", guard},     {"kit_check_guard", check_guard},
        {"kit_touch", nothing},   {"kit_begin_steps", begin_steps},
        {"kit_step", step},       {"kit_hold", nothing},
        {"kit_empty", nothing},   {"kernel", submission}};
    return all;
}

Driver make_driver() {
    constexpr Result not_found = 500;
    Driver driver;
    driver.init = [](unsigned) { return success; };
    driver.driver_version = [](int* version) {
        *version = 13000;
        return success;
    };
    driver.device_count = [](int* count) {
        *count = fake_gpu.devices;
        return success;
    };
    driver.device_get = [](int* device, int) {
        *device = 0;
        return success;
    };
    driver.device_name = [](char* name, int, int) {
        std::strcpy(name, "Fake GPU");
        return success;
    };
    driver.device_attribute = [](int* value, DeviceAttribute attribute, int) {
        switch (attribute) {
        case DeviceAttribute::max_threads_per_block:
        case DeviceAttribute::max_block_x:
        case DeviceAttribute::max_block_y: *value = 1024; break;
        case DeviceAttribute::max_block_z: *value = 64; break;
        case DeviceAttribute::max_grid_x: *value = 2147483647; break;
        case DeviceAttribute::max_grid_y:
        case DeviceAttribute::max_grid_z: *value = 65535; break;
        case DeviceAttribute::max_shared_per_block: *value = 49152; break;
        case DeviceAttribute::max_shared_per_block_opt_in: *value = 65536; break;
        case DeviceAttribute::capability_major: *value = 7; break;
        case DeviceAttribute::capability_minor: *value = 5; break;
        case DeviceAttribute::l2_bytes: *value = 1 << 20; break;
        default: *value = 4;
        }
        return success;
    };
    driver.device_bus_id = [](char* text, int, int) {
        std::strcpy(text, "0000:00:00.0");
        return success;
    };
    driver.device_memory = [](std::size_t* bytes, int) {
        *bytes = std::size_t{1} << 30;
        return success;
    };
    driver.primary_context_retain = [](Handle* context, int) {
        *context = &fake_gpu;
        stream_state = success;
        return success;
    };
    driver.context_set_current = [](Handle) { return success; };
    driver.context_synchronize = [] { return stream_state; };
    driver.reset_persisting_l2 = [] { return success; };
    driver.error_name = [](Result, const char** name) {
        *name = "CUDA_ERROR_ILLEGAL_ADDRESS";
        return success;
    };
    driver.error_text = [](Result, const char** text) {
        *text = "an illegal memory access was encountered";
        return success;
    };
    driver.module_load = [](Handle* module, const void*) {
        *module = &fake_gpu;
        return success;
    };
    driver.module_function = [](Handle* function, Handle, const char* name) {
        const auto found = functions().find(name);
        if (found == functions().end()) {
            return not_found;
        }
        *function = reinterpret_cast<Handle>(found->second);
        return success;
    };
    driver.module_global = [](Address* address, std::size_t* bytes, Handle, const char*) {
        *address = reinterpret_cast<Address>(fake_gpu.coefficients);
        *bytes = sizeof fake_gpu.coefficients;
        return success;
    };
    driver.function_attribute = [](int* value, FunctionAttribute attribute, Handle) {
        *value = attribute == FunctionAttribute::max_threads_per_block ? 512
                 : attribute == FunctionAttribute::shared_bytes        ? 16
                                                                       : 32;
        return success;
    };
    driver.set_function_attribute = [](Handle, FunctionAttribute, int) { return success; };
    driver.allocate = [](Address* address, std::size_t bytes) {
        constexpr Result out_of_memory = 2;
        void* const memory = std::malloc(bytes);
        allocations.insert(memory);
        *address = reinterpret_cast<Address>(memory);
        return memory != nullptr ? success : out_of_memory;
    };
    driver.release = [](Address address) {
        void* const memory = reinterpret_cast<void*>(address);
        allocations.erase(memory);
        std::free(memory);
        return success;
    };
    driver.copy_to_device = [](Address to, const void* from, std::size_t bytes) {
        std::memcpy(reinterpret_cast<void*>(to), from, bytes);
        return success;
    };
    driver.copy_to_host = [](void* to, Address from, std::size_t bytes) {
        std::memcpy(to, reinterpret_cast<const void*>(from), bytes);
        return success;
    };
    driver.copy_on_device = [](Address to, Address from, std::size_t bytes, Handle) {
        std::memcpy(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), bytes);
        now += 5e-6;
        return success;
    };
    driver.stream_create = [](Handle* stream, unsigned) {
        *stream = &fake_gpu;
        return success;
    };
    driver.stream_query = [](Handle) { return stream_state; };
    driver.event_create = [](Handle* event, unsigned) {
        static char places[4096];
        static std::size_t next = 0;
        *event = &places[next++ % sizeof places];
        return success;
    };
    driver.event_record = [](Handle event, Handle) {
        events[event] = now;
        return success;
    };
    driver.event_elapsed = [](float* milliseconds, Handle begin, Handle end) {
        *milliseconds = static_cast<float>((events[end] - events[begin]) * 1000);
        return success;
    };
    driver.launch = [](Handle function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                       unsigned, Handle, void** arguments, void**) {
        if (stream_state != success) {
            return stream_state; // as after any error of a kernel
        }
        if (capturing) {
            graph.push_back({argument<Address>(arguments, 0), argument<Address>(arguments, 1),
                             argument<int>(arguments, 2)});
            return success;
        }
        reinterpret_cast<Function>(function)(arguments);
        return success;
    };
    driver.capture_begin = [](Handle, int) {
        graph.clear();
        capturing = true;
        return success;
    };
    driver.capture_end = [](Handle, Handle* recorded) {
        capturing = false;
        *recorded = &graph;
        return success;
    };
    driver.graph_instantiate = [](Handle* executable, Handle recorded, unsigned long long) {
        *executable = recorded;
        return success;
    };
    driver.graph_launch = [](Handle, Handle) {
        for (Recorded& launch : graph) {
            void* arguments[]{&launch.input, &launch.output, &launch.n};
            submission(arguments);
        }
        return success;
    };
    return driver;
}

} // namespace

const Driver& fake_driver() {
    static const Driver driver = make_driver();
    return driver;
}
