// A GPU as the runner uses it: memory, modules, launches, events. Errors of the driver are exceptions
// here; the caller decides what they say about a submission.
#pragma once

#include "checker/gpu/runner/driver.hpp"
#include "checker/model/observation.hpp"
#include "checker/model/timing.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace kit {

/// The driver refused or failed; after an error of a running kernel the context is lost.
struct DeviceError : std::runtime_error {
    DeviceError(const std::string& name_, const std::string& sentence)
        : std::runtime_error(sentence), name(name_) {}

    std::string name; ///< "CUDA_ERROR_ILLEGAL_ADDRESS"
};

/// The kernel was still running at the deadline.
struct DeviceTimeout : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// What the driver reports about the device.
struct DeviceFacts {
    std::string name;   ///< "NVIDIA H200"
    int gpus = 1;       ///< that the driver has, with this one
    std::string bus_id; ///< "0000:1B:00.0", on PCI; in the runner only
    int capability = 0; ///< 90 of compute capability 9.0
    int multiprocessors = 0;
    std::int64_t l2_bytes = 0;
    std::uint64_t memory_bytes = 0;
    int driver_version = 0; ///< 13000 of CUDA 13.0
    int max_threads_per_block = 0;
    int max_shared_per_block = 0; ///< unless the kernel asks for more
    int max_shared_per_block_opt_in = 0;
    std::array<int, 3> max_block{};
    std::array<int, 3> max_grid{};
};

class Device {
public:
    /// The device of this number, which is in use from then on; throws DeviceError if there is none.
    explicit Device(const Driver& driver, int number = 0);
    ~Device();
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;

    [[nodiscard]] const DeviceFacts& facts() const { return facts_; }

    /// One of several devices is in use: only its functions may be called. Whoever has used another one than the first
    /// calls use() of the first afterwards.
    void use() const;

    /// Lets this device's kernels use the other one's memory, and says by which way. Throws DeviceError where none is.
    [[nodiscard]] std::string connect(const Device& other) const;

    /// What is launched here from now on waits for the event, of any device.
    void wait_for(Handle event);

    /// Memory that is allocated while this lives is released with it.
    class Scope {
    public:
        explicit Scope(Device& device)
            : device_(device), allocations_(device.allocations_.size()) {}

        ~Scope() { device_.release_from(allocations_); }

        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

    private:
        Device& device_;
        std::size_t allocations_;
    };

    /// Device memory until its scope or the object is gone, aligned to 256 bytes.
    [[nodiscard]] Address allocate(std::size_t bytes);

    /// A cubin's module, and a function or variable in it; throw DeviceError where there is none.
    [[nodiscard]] Handle load(const std::vector<char>& cubin);
    [[nodiscard]] Handle function(Handle module, const std::string& name);
    [[nodiscard]] Address variable(Handle module, const std::string& name, std::size_t& bytes);
    [[nodiscard]] int attribute(Handle function, FunctionAttribute attribute);
    void allow_dynamic_shared(Handle function, std::uint64_t bytes);

    void copy_in(Address to, std::span<const std::byte> from);
    void copy_out(std::span<std::byte> to, Address from);
    void copy_on_device(Address to, Address from, std::size_t bytes);
    void forget_persisting_l2();

    void launch(Handle function, const LaunchShape& shape, std::span<void*> arguments);

    /// Whether the driver has graphs. record_graph() makes one graph of all that `launches` launches;
    /// replay() runs it.
    [[nodiscard]] bool has_graphs() const;
    [[nodiscard]] Handle record_graph(const std::function<void()>& launches);
    void replay(Handle graph);

    [[nodiscard]] Handle make_event();
    void record(Handle event);
    [[nodiscard]] double seconds_between(Handle begin, Handle end);

    /// Clocks, temperature and throttling now, from NVIDIA's management library, which is asked by the
    /// PCI bus id: the two libraries number GPUs differently. Empty where libnvidia-ml.so.1 is missing
    /// or does not answer.
    [[nodiscard]] GpuState state() const;

    /// Waits until all that was launched has ended; throws DeviceTimeout after `seconds`.
    void wait(double seconds);

private:
    void must(Result result, const char* what) const;
    void release_from(std::size_t first);

    const Driver& driver_;
    DeviceFacts facts_;
    int device_ = 0; ///< as the driver names it
    Handle context_ = nullptr;
    Handle stream_ = nullptr;
    std::vector<Address> allocations_;
    bool hung_ = false; ///< a kernel never ended: releasing memory would wait for it
};

} // namespace kit
