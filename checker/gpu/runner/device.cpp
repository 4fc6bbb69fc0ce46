#include "checker/gpu/runner/device.hpp"

#include <fmt/format.h>

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>
#include <utility>

namespace kit {

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
Function nvml_function(void* library, const char* name) {
    return reinterpret_cast<Function>(dlsym(library, name));
}

} // namespace

Device::Device(const Driver& driver, int number) : driver_(driver) {
    must(driver_.init(0), "initialize the driver");
    int count = 0;
    must(driver_.device_count(&count), "count the GPUs");
    if (count < 1) {
        throw DeviceError("CUDA_ERROR_NO_DEVICE", "The driver has no GPU.");
    }
    facts_.gpus = count;
    must(driver_.device_get(&device_, number), "find the GPU");
    const int device = device_;
    std::array<char, 256> name{};
    must(driver_.device_name(name.data(), static_cast<int>(name.size()), device), "name the GPU");
    facts_.name = name.data();
    std::array<char, 32> bus_id{};
    must(driver_.device_bus_id(bus_id.data(), static_cast<int>(bus_id.size()), device),
         "read the GPU's bus id");
    facts_.bus_id = bus_id.data();
    const auto ask = [&](DeviceAttribute attribute) {
        int value = 0;
        must(driver_.device_attribute(&value, attribute, device), "describe the GPU");
        return value;
    };
    facts_.capability =
        10 * ask(DeviceAttribute::capability_major) + ask(DeviceAttribute::capability_minor);
    facts_.multiprocessors = ask(DeviceAttribute::multiprocessors);
    facts_.l2_bytes = ask(DeviceAttribute::l2_bytes);
    facts_.max_threads_per_block = ask(DeviceAttribute::max_threads_per_block);
    facts_.max_shared_per_block = ask(DeviceAttribute::max_shared_per_block);
    facts_.max_shared_per_block_opt_in = ask(DeviceAttribute::max_shared_per_block_opt_in);
    facts_.max_block = {ask(DeviceAttribute::max_block_x), ask(DeviceAttribute::max_block_y),
                        ask(DeviceAttribute::max_block_z)};
    facts_.max_grid = {ask(DeviceAttribute::max_grid_x), ask(DeviceAttribute::max_grid_y),
                       ask(DeviceAttribute::max_grid_z)};
    std::size_t bytes = 0;
    must(driver_.device_memory(&bytes, device), "ask for the GPU's memory");
    facts_.memory_bytes = bytes;
    must(driver_.driver_version(&facts_.driver_version), "ask for the driver's version");
    must(driver_.primary_context_retain(&context_, device), "make a context");
    use();
    must(driver_.stream_create(&stream_, 0), "make a stream");
}

Device::~Device() {
    static_cast<void>(driver_.context_set_current(context_));
    release_from(0);
}

void Device::use() const {
    must(driver_.context_set_current(context_), "use the GPU");
}

std::string Device::connect(const Device& other) const {
    constexpr int native_atomics = 3; // CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED
    constexpr Result already = 704;
    int can = 0;
    if (driver_.can_access_peer == nullptr || driver_.enable_peer_access == nullptr ||
        driver_.stream_wait == nullptr ||
        driver_.can_access_peer(&can, device_, other.device_) != success || can == 0) {
        throw DeviceError("CUDA_ERROR_PEER_ACCESS_UNSUPPORTED",
                          "The GPUs of this machine cannot use each other's memory.");
    }
    use();
    const Result result = driver_.enable_peer_access(other.context_, 0);
    must(result == already ? success : result, "let a GPU use another one's memory");
    int atomics = 0;
    const bool is_known =
        driver_.peer_attribute != nullptr &&
        driver_.peer_attribute(&atomics, native_atomics, device_, other.device_) == success;
    return !is_known ? "peer access" : atomics != 0 ? "NVLink" : "PCIe";
}

void Device::wait_for(Handle event) {
    must(driver_.stream_wait(stream_, event, 0), "wait for another GPU");
}

void Device::release_from(std::size_t first) {
    if (hung_) {
        allocations_.resize(first);
    }
    // After a kernel's error these fail too; the process is about to end anyway.
    for (; allocations_.size() > first; allocations_.pop_back()) {
        static_cast<void>(driver_.release(allocations_.back()));
    }
}

void Device::must(Result result, const char* what) const {
    if (result == success) {
        return;
    }
    const char* name = nullptr;
    const char* text = nullptr;
    static_cast<void>(driver_.error_name(result, &name));
    static_cast<void>(driver_.error_text(result, &text));
    throw DeviceError(name != nullptr ? name : fmt::format("CUDA error {}", result),
                      fmt::format("The driver could not {}: {}.", what,
                                  text != nullptr ? text : "no reason given"));
}

Address Device::allocate(std::size_t bytes) {
    Address address = 0;
    const Result result = driver_.allocate(&address, bytes);
    if (result != success) {
        must(result, fmt::format("allocate {} MB of memory", bytes >> 20).c_str());
    }
    allocations_.push_back(address);
    return address;
}

Handle Device::load(const std::vector<char>& cubin) {
    Handle module = nullptr;
    must(driver_.module_load(&module, cubin.data()), "load the kernel's machine code");
    return module;
}

Handle Device::function(Handle module, const std::string& name) {
    Handle function = nullptr;
    must(driver_.module_function(&function, module, name.c_str()),
         ("find the kernel " + name).c_str());
    return function;
}

Address Device::variable(Handle module, const std::string& name, std::size_t& bytes) {
    Address address = 0;
    must(driver_.module_global(&address, &bytes, module, name.c_str()),
         ("find the variable " + name).c_str());
    return address;
}

int Device::attribute(Handle function, FunctionAttribute attribute) {
    int value = 0;
    must(driver_.function_attribute(&value, attribute, function), "describe the kernel");
    return value;
}

void Device::allow_dynamic_shared(Handle function, std::uint64_t bytes) {
    must(driver_.set_function_attribute(function, FunctionAttribute::max_dynamic_shared_bytes,
                                        static_cast<int>(bytes)),
         "allow the kernel its shared memory");
}

void Device::copy_in(Address to, std::span<const std::byte> from) {
    must(driver_.copy_to_device(to, from.data(), from.size()), "copy to the GPU");
}

void Device::copy_out(std::span<std::byte> to, Address from) {
    must(driver_.copy_to_host(to.data(), from, to.size()), "copy from the GPU");
}

void Device::copy_on_device(Address to, Address from, std::size_t bytes) {
    must(driver_.copy_on_device(to, from, bytes, stream_), "copy on the GPU");
}

void Device::forget_persisting_l2() {
    // GPUs before Ampere have no persisting lines and say so.
    static_cast<void>(driver_.reset_persisting_l2());
}

void Device::launch(Handle function, const LaunchShape& shape, std::span<void*> arguments) {
    constexpr int hopper = 90; // earlier GPUs have no such launches, and may refuse them
    if (shape.programmatic && facts_.capability >= hopper && driver_.launch_with != nullptr) {
        LaunchAttribute overlap;
        overlap.number = 1;
        const LaunchSettings settings{shape.grid[0],
                                      shape.grid[1],
                                      shape.grid[2],
                                      shape.block[0],
                                      shape.block[1],
                                      shape.block[2],
                                      static_cast<unsigned>(shape.dynamic_shared_bytes),
                                      stream_,
                                      &overlap,
                                      1};
        must(driver_.launch_with(&settings, function, arguments.data(), nullptr),
             "launch the kernel");
        return;
    }
    must(driver_.launch(function, shape.grid[0], shape.grid[1], shape.grid[2], shape.block[0],
                        shape.block[1], shape.block[2],
                        static_cast<unsigned>(shape.dynamic_shared_bytes), stream_,
                        arguments.data(), nullptr),
         "launch the kernel");
}

bool Device::has_graphs() const {
    return driver_.capture_begin != nullptr && driver_.capture_end != nullptr &&
           driver_.graph_instantiate != nullptr && driver_.graph_launch != nullptr;
}

Handle Device::record_graph(const std::function<void()>& launches) {
    constexpr int thread_local_mode = 1;
    must(driver_.capture_begin(stream_, thread_local_mode), "begin a graph");
    launches();
    Handle graph = nullptr;
    must(driver_.capture_end(stream_, &graph), "end a graph");
    Handle executable = nullptr;
    must(driver_.graph_instantiate(&executable, graph, 0), "make a graph ready");
    return executable;
}

void Device::replay(Handle graph) {
    must(driver_.graph_launch(graph, stream_), "launch a graph");
}

Handle Device::make_event() {
    Handle event = nullptr;
    must(driver_.event_create(&event, 0), "make an event");
    return event;
}

void Device::record(Handle event) {
    must(driver_.event_record(event, stream_), "record an event");
}

double Device::seconds_between(Handle begin, Handle end) {
    float milliseconds = 0;
    must(driver_.event_elapsed(&milliseconds, begin, end), "read the time");
    return static_cast<double>(milliseconds) / 1000;
}

void Device::wait(double seconds) {
    using Clock = std::chrono::steady_clock;
    const auto deadline = Clock::now() + std::chrono::duration<double>(seconds);
    // Polls: a blocking call would wait for ever for a kernel that never ends.
    auto pause = std::chrono::microseconds(5);
    while (true) {
        const Result result = driver_.stream_query(stream_);
        if (result != not_ready) {
            must(result, "run the kernel");
            return;
        }
        if (Clock::now() >= deadline) {
            hung_ = true;
            throw DeviceTimeout(fmt::format("The kernel was still running after {:g} s.", seconds));
        }
        std::this_thread::sleep_for(pause);
        pause = std::min(2 * pause, std::chrono::microseconds(500));
    }
}

GpuState Device::state() const {
    using GpuHandle = void*;
    GpuState state;
    static void* const library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        return state;
    }
    const auto init = nvml_function<int (*)()>(library, "nvmlInit_v2");
    const auto get = nvml_function<int (*)(const char*, GpuHandle*)>(
        library, "nvmlDeviceGetHandleByPciBusId_v2");
    const auto clock =
        nvml_function<int (*)(GpuHandle, unsigned, unsigned*)>(library, "nvmlDeviceGetClockInfo");
    const auto temperature =
        nvml_function<int (*)(GpuHandle, unsigned, unsigned*)>(library, "nvmlDeviceGetTemperature");
    const auto throttle = nvml_function<int (*)(GpuHandle, unsigned long long*)>(
        library, "nvmlDeviceGetCurrentClocksThrottleReasons");
    static const bool ready = init != nullptr && init() == 0;
    GpuHandle device = nullptr;
    if (!ready || get == nullptr || get(facts_.bus_id.c_str(), &device) != 0) {
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

} // namespace kit
