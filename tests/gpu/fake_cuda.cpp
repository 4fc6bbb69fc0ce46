#include "tests/gpu/fake_cuda.hpp"

#include "tests/gpu/kernels_on_cpu.hpp"

#include <cstdio>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

FakeGpu fake_gpu;

void lab_04_sweep(const float* in, float* out, int n) {
    lab_04_sweep_of(in, out, n, n);
}

void lab_04_sweep_of(const float* in, float* out, int n, int planes) {
    const float* c = fake_gpu.coefficients;
    const auto at = [n](int i, int j, int k) { return (i * n + j) * n + k; };
    for (int i = 1; i < planes - 1; ++i) {
        for (int j = 1; j < n - 1; ++j) {
            for (int k = 1; k < n - 1; ++k) {
                out[at(i, j, k)] = c[0] * in[at(i, j, k)] + c[1] * in[at(i, j, k - 1)] +
                                   c[2] * in[at(i, j, k + 1)] + c[3] * in[at(i, j - 1, k)] +
                                   c[4] * in[at(i, j + 1, k)] + c[5] * in[at(i - 1, j, k)] +
                                   c[6] * in[at(i + 1, j, k)];
            }
        }
    }
}

namespace {

constexpr Result out_of_memory = 2;
constexpr Result not_found = 500;
constexpr Result illegal_address = 700;

double seconds_now = 0; ///< on the fake GPU's clock
Result stream_state = success;
std::map<void*, double> events;

/// The arguments of a launch that is recorded and not run, as a graph keeps them.
using Recorded = std::vector<std::vector<char>>;

std::vector<Recorded> graph;
bool capturing = false;

void note(const std::string& what) {
    constexpr std::size_t enough = 10000;
    if (fake_gpu.log.size() < enough) {
        fake_gpu.log.push_back(what);
    }
}

template <class T>
T argument(void** arguments, std::size_t number) {
    T value;
    std::memcpy(&value, arguments[number], sizeof value);
    return value;
}

/// Calls a kernel with the arguments that a driver gets: a pointer to each.
template <class... Arguments, std::size_t... numbers>
void call(void (*kernel)(Arguments...), [[maybe_unused]] void** arguments,
          std::index_sequence<numbers...>) {
    kernel(argument<Arguments>(arguments, numbers)...);
}

template <auto kernel>
void launch(void** arguments) {
    const auto run = [&]<class... Arguments>(void (*function)(Arguments...)) {
        call(function, arguments, std::index_sequence_for<Arguments...>{});
    };
    run(kernel);
}

/// Notes the bytes instead of reading them, which would take most of a test's time.
void touch(void** arguments) {
    const std::uint64_t bytes = argument<std::uint64_t>(arguments, 1) * sizeof(uint4);
    const bool is_flush = bytes >= 32 << 20;
    if (is_flush) {
        fake_gpu.least_flush =
            fake_gpu.least_flush == 0 ? bytes : std::min(fake_gpu.least_flush, bytes);
    }
}

std::function<void()> late; ///< what is still to be done of the launch before

/// Where the submission does not wait, the arrays are filled when it has run.
void fill_late(void** arguments) {
    const auto fill =
        [input = argument<float*>(arguments, 0), output = argument<float*>(arguments, 1),
         grid = argument<CellGrid>(arguments, 2),
         draw = argument<CellDraw>(arguments, 3)] { kit_fill_float(input, output, grid, draw); };
    if (fake_gpu.waits) {
        fill();
    } else {
        late = fill;
    }
}

void run_submission(void** arguments);

void submission(void** arguments) {
    run_submission(arguments);
    if (late) {
        std::exchange(late, nullptr)();
    }
}

void run_submission(void** arguments) {
    ++fake_gpu.launches;
    seconds_now += fake_gpu.kernel_seconds;
    if (fake_gpu.dies) {
        std::abort();
    }
    if (fake_gpu.prints) {
        std::puts("{\"end\":\"done\",\"error\":\"\",\"sentence\":\"\",\"seconds\":1e-6,"
                  "\"check\":null,\"timing\":null}");
    }
    if (fake_gpu.hangs) {
        stream_state = not_ready;
        return;
    }
    stream_state = fake_gpu.fault;
    if (fake_gpu.argument_bytes.back() == sizeof fake_gpu.coefficients) {
        std::memcpy(fake_gpu.coefficients, arguments[fake_gpu.argument_bytes.size() - 1],
                    sizeof fake_gpu.coefficients);
    }
    if (fake_gpu.slab_kernel) {
        fake_gpu.slab_kernel(argument<DeviceSlab>(arguments, 0), argument<DeviceSlab>(arguments, 1),
                             argument<DeviceSlab>(arguments, 2), argument<int>(arguments, 3));
        return;
    }
    if (fake_gpu.kernel_of_two) {
        fake_gpu.kernel_of_two(reinterpret_cast<const float*>(argument<Address>(arguments, 0)),
                               reinterpret_cast<const float*>(argument<Address>(arguments, 1)),
                               reinterpret_cast<float*>(argument<Address>(arguments, 2)),
                               argument<int>(arguments, 3), argument<int>(arguments, 4));
        return;
    }
    fake_gpu.kernel(reinterpret_cast<const float*>(argument<Address>(arguments, 0)),
                    reinterpret_cast<float*>(argument<Address>(arguments, 1)),
                    argument<int>(arguments, 2));
}

using Named = std::pair<const std::string, void (*)(void**)>;

const std::map<std::string, void (*)(void**)>& functions() {
    static const std::map<std::string, void (*)(void**)> all{
        {"kit_fill_int", launch<kit_fill_int>},
        {"kit_fill_float", launch<kit_fill_float>},
        {"kit_fill_double", launch<kit_fill_double>},
        {"kit_fill_late_int", launch<kit_fill_late_int>},
        {"kit_fill_late_float", fill_late},
        {"kit_fill_late_double", launch<kit_fill_late_double>},
        {"kit_check_input_int", launch<kit_check_input_int>},
        {"kit_check_input_float", launch<kit_check_input_float>},
        {"kit_check_input_double", launch<kit_check_input_double>},
        {"kit_check_int", launch<kit_check_int>},
        {"kit_check_float", launch<kit_check_float>},
        {"kit_check_double", launch<kit_check_double>},
        {"kit_begin_steps", launch<kit_begin_steps>},
        {"kit_step", launch<kit_step>},
        {"kit_guard", launch<kit_guard>},
        {"kit_check_guard", launch<kit_check_guard>},
        {"kit_touch", touch},
        {"kit_hold", launch<kit_hold>},
        {"kit_empty", launch<kit_empty>},
        {"submission", submission}};
    return all;
}

} // namespace

// The driver's functions under their exported names, as driver.cpp looks them up.
extern "C" {

Result cuInit(unsigned) {
    const char* const variable = std::getenv("CUDA_VISIBLE_DEVICES");
    std::istringstream words(variable != nullptr ? variable : "");
    for (std::string word; std::getline(words, word, ',');) {
        fake_gpu.devices = word == "none" ? 0 : fake_gpu.devices;
        fake_gpu.memory_bytes = word == "small" ? 128 << 10 : fake_gpu.memory_bytes;
        fake_gpu.fault = word == "fault" ? illegal_address : fake_gpu.fault;
        fake_gpu.hangs = fake_gpu.hangs || word == "hang";
        fake_gpu.dies = fake_gpu.dies || word == "die";
        fake_gpu.prints = fake_gpu.prints || word == "print";
        if (constexpr std::string_view key = "name="; word.substr(0, key.size()) == key) {
            fake_gpu.name = word.substr(key.size());
        }
    }
    return success;
}

Result cuDriverGetVersion(int* version) {
    *version = 13000;
    return success;
}

Result cuDeviceGetCount(int* count) {
    *count = fake_gpu.devices;
    return success;
}

Result cuDeviceGet(int* device, int) {
    *device = 0;
    return success;
}

Result cuDeviceGetName(char* name, int, int) {
    std::strcpy(name, fake_gpu.name.c_str());
    return success;
}

Result cuDeviceGetAttribute(int* value, DeviceAttribute attribute, int) {
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
    case DeviceAttribute::capability_major: *value = 9; break;
    case DeviceAttribute::capability_minor: *value = 0; break;
    case DeviceAttribute::l2_bytes: *value = 1 << 20; break;
    default: *value = 4;
    }
    return success;
}

Result cuDeviceGetPCIBusId(char* text, int, int) {
    std::strcpy(text, fake_bus_id);
    return success;
}

Result cuDeviceTotalMem_v2(std::size_t* bytes, int) {
    *bytes = fake_gpu.memory_bytes;
    return success;
}

Result cuDevicePrimaryCtxRetain(Handle* context, int) {
    *context = &fake_gpu;
    stream_state = success;
    return success;
}

Result cuCtxSetCurrent(Handle) {
    return success;
}

Result cuGetErrorName(Result error, const char** name) {
    *name = error == out_of_memory ? "CUDA_ERROR_OUT_OF_MEMORY" : "CUDA_ERROR_ILLEGAL_ADDRESS";
    return success;
}

Result cuGetErrorString(Result error, const char** text) {
    *text = error == out_of_memory ? "out of memory" : "an illegal memory access was encountered";
    return success;
}

Result cuModuleLoadData(Handle* module, const void*) {
    *module = &fake_gpu;
    return success;
}

Result cuModuleGetFunction(Handle* function, Handle, const char* name) {
    const bool is_kit = std::strncmp(name, "kit_", 4) == 0;
    const auto found = functions().find(is_kit ? name : "submission");
    if (found == functions().end()) {
        return not_found;
    }
    *function = const_cast<Named*>(&*found);
    return success;
}

Result cuModuleGetGlobal_v2(Address* address, std::size_t* bytes, Handle, const char*) {
    *address = reinterpret_cast<Address>(fake_gpu.coefficients);
    *bytes = sizeof fake_gpu.coefficients;
    return success;
}

Result cuFuncGetAttribute(int* value, FunctionAttribute attribute, Handle) {
    *value = attribute == FunctionAttribute::max_threads_per_block ? 512
             : attribute == FunctionAttribute::shared_bytes        ? 16
                                                                   : 32;
    return success;
}

Result cuFuncSetAttribute(Handle, FunctionAttribute, int) {
    return success;
}

Result cuMemAlloc_v2(Address* address, std::size_t bytes) {
    std::size_t used = 0;
    for (const auto& [begin, size] : fake_gpu.allocations) {
        used += size;
    }
    void* const memory = used + bytes <= fake_gpu.memory_bytes ? std::malloc(bytes) : nullptr;
    if (memory == nullptr) {
        return out_of_memory;
    }
    *address = reinterpret_cast<Address>(memory);
    fake_gpu.allocations[*address] = bytes;
    return success;
}

Result cuMemFree_v2(Address address) {
    fake_gpu.releases_while_hung += stream_state == not_ready ? 1 : 0;
    fake_gpu.allocations.erase(address);
    std::free(reinterpret_cast<void*>(address));
    return success;
}

Result cuMemcpyHtoD_v2(Address to, const void* from, std::size_t bytes) {
    std::memcpy(reinterpret_cast<void*>(to), from, bytes);
    return success;
}

Result cuMemcpyDtoH_v2(void* to, Address from, std::size_t bytes) {
    std::memcpy(to, reinterpret_cast<const void*>(from), bytes);
    return success;
}

Result cuMemcpyDtoDAsync_v2(Address to, Address from, std::size_t bytes, Handle) {
    std::memcpy(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), bytes);
    seconds_now += 5e-6;
    return success;
}

Result cuStreamCreate(Handle* stream, unsigned) {
    *stream = &fake_gpu;
    return success;
}

Result cuStreamQuery(Handle) {
    return stream_state;
}

Result cuEventCreate(Handle* event, unsigned) {
    static char places[4096];
    static std::size_t next = 0;
    *event = &places[next++ % sizeof places];
    return success;
}

Result cuEventRecord(Handle event, Handle) {
    events[event] = seconds_now;
    note("event");
    return success;
}

Result cuEventElapsedTime(float* milliseconds, Handle begin, Handle end) {
    *milliseconds = static_cast<float>((events[end] - events[begin]) * 1000);
    return success;
}

Result cuLaunchKernel(Handle function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                      unsigned, Handle, void** arguments, void**) {
    if (stream_state != success) {
        return stream_state; // as after any error of a kernel
    }
    if (capturing) {
        Recorded& launch = graph.emplace_back();
        for (std::size_t i = 0; i < fake_gpu.argument_bytes.size(); ++i) {
            const char* const bytes = static_cast<const char*>(arguments[i]);
            launch.emplace_back(bytes, bytes + fake_gpu.argument_bytes[i]);
        }
        return success;
    }
    const auto* const named = static_cast<const Named*>(function);
    note(named->first);
    named->second(arguments);
    return success;
}

Result cuLaunchKernelEx(const LaunchSettings* settings, Handle function, void** arguments,
                        void** extra) {
    for (unsigned i = 0; i < settings->attribute_count; ++i) {
        const LaunchAttribute& attribute = settings->attributes[i];
        fake_gpu.overlapping_launches +=
            attribute.id == LaunchAttribute::programmatic_serialization && attribute.number == 1;
    }
    return cuLaunchKernel(function, settings->grid_x, settings->grid_y, settings->grid_z,
                          settings->block_x, settings->block_y, settings->block_z,
                          settings->shared_bytes, settings->stream, arguments, extra);
}

Result cuCtxSynchronize() {
    return stream_state;
}

Result cuCtxResetPersistingL2Cache() {
    note("reset persisting L2");
    return success;
}

Result cuDeviceCanAccessPeer(int* can, int, int) {
    *can = 1;
    return success;
}

Result cuCtxEnablePeerAccess(Handle, unsigned) {
    return success;
}

Result cuDeviceGetP2PAttribute(int* value, int, int, int) {
    *value = 1;
    return success;
}

Result cuStreamWaitEvent(Handle, Handle, unsigned) {
    note("wait");
    return success;
}

Result cuStreamBeginCapture_v2(Handle, int) {
    graph.clear();
    capturing = true;
    return success;
}

Result cuStreamEndCapture(Handle, Handle* recorded) {
    capturing = false;
    *recorded = &graph;
    return success;
}

Result cuGraphInstantiateWithFlags(Handle* executable, Handle recorded, unsigned long long) {
    *executable = recorded;
    return success;
}

Result cuGraphLaunch(Handle, Handle) {
    for (Recorded& launch : graph) {
        std::vector<void*> arguments;
        for (std::vector<char>& bytes : launch) {
            arguments.push_back(bytes.data());
        }
        submission(arguments.data());
    }
    return success;
}
}
