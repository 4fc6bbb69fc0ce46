#include "checker/gpu/runner/driver.hpp"

#include <dlfcn.h>

#include <optional>

namespace kit {

namespace {

/// Sets `function` to the library's symbol, or names it in `missing`.
template <class Function>
void find(void* library, const char* name, Function& function, std::string& missing) {
    void* const symbol = dlsym(library, name);
    if (symbol == nullptr) {
        missing += (missing.empty() ? "" : ", ") + std::string(name);
    }
    function = reinterpret_cast<Function>(symbol);
}

std::optional<Driver> load(std::string& why) {
    void* const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        why = "there is no NVIDIA driver (libcuda.so.1)";
        return std::nullopt;
    }
    Driver driver;
    std::string missing;
    find(library, "cuInit", driver.init, missing);
    find(library, "cuDriverGetVersion", driver.driver_version, missing);
    find(library, "cuDeviceGetCount", driver.device_count, missing);
    find(library, "cuDeviceGet", driver.device_get, missing);
    find(library, "cuDeviceGetName", driver.device_name, missing);
    find(library, "cuDeviceGetAttribute", driver.device_attribute, missing);
    find(library, "cuDeviceGetPCIBusId", driver.device_bus_id, missing);
    find(library, "cuDeviceTotalMem_v2", driver.device_memory, missing);
    find(library, "cuDevicePrimaryCtxRetain", driver.primary_context_retain, missing);
    find(library, "cuCtxSetCurrent", driver.context_set_current, missing);
    find(library, "cuCtxSynchronize", driver.context_synchronize, missing);
    find(library, "cuCtxResetPersistingL2Cache", driver.reset_persisting_l2, missing);
    find(library, "cuGetErrorName", driver.error_name, missing);
    find(library, "cuGetErrorString", driver.error_text, missing);
    find(library, "cuModuleLoadData", driver.module_load, missing);
    find(library, "cuModuleGetFunction", driver.module_function, missing);
    find(library, "cuModuleGetGlobal_v2", driver.module_global, missing);
    find(library, "cuFuncGetAttribute", driver.function_attribute, missing);
    find(library, "cuFuncSetAttribute", driver.set_function_attribute, missing);
    find(library, "cuMemAlloc_v2", driver.allocate, missing);
    find(library, "cuMemFree_v2", driver.release, missing);
    find(library, "cuMemcpyHtoD_v2", driver.copy_to_device, missing);
    find(library, "cuMemcpyDtoH_v2", driver.copy_to_host, missing);
    find(library, "cuMemcpyDtoDAsync_v2", driver.copy_on_device, missing);
    find(library, "cuStreamCreate", driver.stream_create, missing);
    find(library, "cuStreamQuery", driver.stream_query, missing);
    find(library, "cuEventCreate", driver.event_create, missing);
    find(library, "cuEventRecord", driver.event_record, missing);
    find(library, "cuEventElapsedTime", driver.event_elapsed, missing);
    find(library, "cuLaunchKernel", driver.launch, missing);
    std::string optional;
    find(library, "cuStreamBeginCapture_v2", driver.capture_begin, optional);
    find(library, "cuStreamEndCapture", driver.capture_end, optional);
    find(library, "cuGraphInstantiateWithFlags", driver.graph_instantiate, optional);
    find(library, "cuGraphLaunch", driver.graph_launch, optional);
    find(library, "cuLaunchKernelEx", driver.launch_with, optional);
    find(library, "cuDeviceCanAccessPeer", driver.can_access_peer, optional);
    find(library, "cuCtxEnablePeerAccess", driver.enable_peer_access, optional);
    find(library, "cuDeviceGetP2PAttribute", driver.peer_attribute, optional);
    find(library, "cuStreamWaitEvent", driver.stream_wait, optional);
    if (!missing.empty()) {
        why = "the NVIDIA driver is too old: it has no " + missing;
        return std::nullopt;
    }
    return driver;
}

} // namespace

const Driver* system_driver(std::string& why) {
    static std::string reason;
    static const std::optional<Driver> driver = load(reason);
    why = reason;
    return driver ? &*driver : nullptr;
}

} // namespace kit
