#include "checker/gpu/nvml.hpp"

#include <dlfcn.h>

#include <array>
#include <utility>

namespace kit::gpu {

namespace {

// Names, types and numbers of the NVML API reference.
constexpr unsigned clock_sm = 1;
constexpr unsigned clock_memory = 2;
constexpr unsigned sensor_gpu = 0;

constexpr std::array<std::pair<unsigned long long, const char*>, 7> reasons{
    {{0x2, "set clocks"},
     {0x4, "power cap"},
     {0x8, "hardware slowdown"},
     {0x20, "software thermal limit"},
     {0x40, "hardware thermal limit"},
     {0x80, "power brake"},
     {0x100, "display clocks"}}};

template <class Function>
Function find(void* library, const char* name) {
    return reinterpret_cast<Function>(dlsym(library, name));
}

} // namespace

GpuState gpu_state(const std::string& bus_id) {
    using Device = void*;
    GpuState state;
    static void* const library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        return state;
    }
    const auto init = find<int (*)()>(library, "nvmlInit_v2");
    const auto get =
        find<int (*)(const char*, Device*)>(library, "nvmlDeviceGetHandleByPciBusId_v2");
    const auto clock =
        find<int (*)(Device, unsigned, unsigned*)>(library, "nvmlDeviceGetClockInfo");
    const auto temperature =
        find<int (*)(Device, unsigned, unsigned*)>(library, "nvmlDeviceGetTemperature");
    const auto throttle = find<int (*)(Device, unsigned long long*)>(
        library, "nvmlDeviceGetCurrentClocksThrottleReasons");
    static const bool ready = init != nullptr && init() == 0;
    Device device = nullptr;
    if (!ready || get == nullptr || get(bus_id.c_str(), &device) != 0) {
        return state;
    }
    unsigned value = 0;
    if (clock != nullptr && clock(device, clock_sm, &value) == 0) {
        state.sm_mhz = static_cast<int>(value);
    }
    if (clock != nullptr && clock(device, clock_memory, &value) == 0) {
        state.memory_mhz = static_cast<int>(value);
    }
    if (temperature != nullptr && temperature(device, sensor_gpu, &value) == 0) {
        state.celsius = static_cast<int>(value);
    }
    unsigned long long bits = 0;
    if (throttle != nullptr && throttle(device, &bits) == 0) {
        for (const auto& [bit, words] : reasons) {
            if ((bits & bit) != 0) {
                state.throttled += (state.throttled.empty() ? "" : ", ") + std::string(words);
            }
        }
    }
    return state;
}

} // namespace kit::gpu
