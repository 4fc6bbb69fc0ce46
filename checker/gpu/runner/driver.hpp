// The part of the CUDA driver's interface that the kit uses, found when the program runs: the kit is
// built without CUDA, and tests use a driver that needs no GPU.
//
// Names, types and the numbers below are those of the CUDA Driver API reference. Rejected: linking
// the CUDA runtime, which would need the toolkit when the kit is configured.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace kit {

using Address = std::uint64_t; ///< CUdeviceptr: of device memory
using Handle = void*;          ///< context, module, function, stream or event
using Result = int;            ///< CUresult; 0 is success

constexpr Result success = 0;
constexpr Result not_ready = 600;

/// CUdevice_attribute.
enum class DeviceAttribute : int {
    max_threads_per_block = 1,
    max_block_x = 2,
    max_block_y = 3,
    max_block_z = 4,
    max_grid_x = 5,
    max_grid_y = 6,
    max_grid_z = 7,
    max_shared_per_block = 8,
    multiprocessors = 16,
    l2_bytes = 38,
    capability_major = 75,
    capability_minor = 76,
    max_shared_per_block_opt_in = 97,
};

/// CUfunction_attribute.
enum class FunctionAttribute : int {
    max_threads_per_block = 0,
    shared_bytes = 1,
    registers = 4,
    max_dynamic_shared_bytes = 8,
};

/// CUlaunchAttribute; the kit sets only the one below.
struct LaunchAttribute {
    static constexpr int programmatic_serialization = 6;

    int id = programmatic_serialization;
    char padding[4] = {};

    union {
        char bytes[64] = {};
        int number;
    };
};

/// CUlaunchConfig.
struct LaunchSettings {
    unsigned grid_x = 1;
    unsigned grid_y = 1;
    unsigned grid_z = 1;
    unsigned block_x = 1;
    unsigned block_y = 1;
    unsigned block_z = 1;
    unsigned shared_bytes = 0;
    Handle stream = nullptr;
    LaunchAttribute* attributes = nullptr;
    unsigned attribute_count = 0;
};

/// Pointers to the driver's functions, named as those without their prefix.
struct Driver {
    Result (*init)(unsigned flags) = nullptr;
    Result (*driver_version)(int* version) = nullptr;
    Result (*device_count)(int* count) = nullptr;
    Result (*device_get)(int* device, int number) = nullptr;
    Result (*device_name)(char* name, int bytes, int device) = nullptr;
    Result (*device_attribute)(int* value, DeviceAttribute attribute, int device) = nullptr;
    Result (*device_bus_id)(char* text, int bytes, int device) = nullptr;
    Result (*device_memory)(std::size_t* bytes, int device) = nullptr;
    Result (*primary_context_retain)(Handle* context, int device) = nullptr;
    Result (*context_set_current)(Handle context) = nullptr;
    Result (*context_synchronize)() = nullptr;
    Result (*reset_persisting_l2)() = nullptr;
    Result (*error_name)(Result error, const char** name) = nullptr;
    Result (*error_text)(Result error, const char** text) = nullptr;
    Result (*module_load)(Handle* module, const void* image) = nullptr;
    Result (*module_function)(Handle* function, Handle module, const char* name) = nullptr;
    Result (*module_global)(Address* address, std::size_t* bytes, Handle module,
                            const char* name) = nullptr;
    Result (*function_attribute)(int* value, FunctionAttribute attribute,
                                 Handle function) = nullptr;
    Result (*set_function_attribute)(Handle function, FunctionAttribute attribute,
                                     int value) = nullptr;
    Result (*allocate)(Address* address, std::size_t bytes) = nullptr;
    Result (*release)(Address address) = nullptr;
    Result (*copy_to_device)(Address to, const void* from, std::size_t bytes) = nullptr;
    Result (*copy_to_host)(void* to, Address from, std::size_t bytes) = nullptr;
    Result (*copy_on_device)(Address to, Address from, std::size_t bytes, Handle stream) = nullptr;
    Result (*stream_create)(Handle* stream, unsigned flags) = nullptr;
    Result (*stream_query)(Handle stream) = nullptr;
    // For several GPUs; absent in no driver of today.
    Result (*can_access_peer)(int* can, int device, int peer) = nullptr;
    Result (*enable_peer_access)(Handle context, unsigned flags) = nullptr;
    Result (*peer_attribute)(int* value, int attribute, int device, int peer) = nullptr;
    Result (*stream_wait)(Handle stream, Handle event, unsigned flags) = nullptr;
    // A series of launches as one graph; absent in drivers before CUDA 12.
    Result (*capture_begin)(Handle stream, int mode) = nullptr;
    Result (*capture_end)(Handle stream, Handle* graph) = nullptr;
    Result (*graph_instantiate)(Handle* executable, Handle graph,
                                unsigned long long flags) = nullptr;
    Result (*graph_launch)(Handle executable, Handle stream) = nullptr;
    Result (*launch_with)(const LaunchSettings* settings, Handle function, void** arguments,
                          void** extra) = nullptr;
    Result (*event_create)(Handle* event, unsigned flags) = nullptr;
    Result (*event_record)(Handle event, Handle stream) = nullptr;
    Result (*event_elapsed)(float* milliseconds, Handle begin, Handle end) = nullptr;
    Result (*launch)(Handle function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                     unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                     Handle stream, void** arguments, void** extra) = nullptr;
};

/// The machine's driver, loaded once; or nothing, and what is missing in `why`.
[[nodiscard]] const Driver* system_driver(std::string& why);

} // namespace kit
