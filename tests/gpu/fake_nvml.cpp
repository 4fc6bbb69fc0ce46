// A libnvidia-ml.so.1 that knows one GPU, by its PCI bus id alone.
#include "tests/gpu/fake_cuda.hpp"

#include <cstring>

extern "C" {

int nvmlInit_v2() {
    return 0;
}

int nvmlDeviceGetHandleByPciBusId_v2(const char* bus_id, void** device) {
    constexpr int not_found = 6;
    static int gpu = 0;
    *device = &gpu;
    return std::strcmp(bus_id, fake_bus_id) == 0 ? 0 : not_found;
}

int nvmlDeviceGetClockInfo(void*, unsigned which, unsigned* mhz) {
    *mhz = which == 1 ? 1980 : 2619;
    return 0;
}

int nvmlDeviceGetTemperature(void*, unsigned, unsigned* celsius) {
    *celsius = 41;
    return 0;
}

int nvmlDeviceGetCurrentClocksThrottleReasons(void*, unsigned long long* bits) {
    *bits = 0x4 | 0x40;
    return 0;
}
}
