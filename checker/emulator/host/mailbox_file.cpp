#include "checker/emulator/host/mailbox_file.hpp"

#include "checker/base/errors.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <thread>

namespace kit {

namespace {

std::uint64_t aligned(std::uint64_t bytes) {
    return (bytes + runtime::array_alignment - 1) / runtime::array_alignment *
           runtime::array_alignment;
}

template <std::size_t size>
void copy_name(const std::string& name, char (&to)[size]) {
    std::strncpy(to, name.c_str(), size - 1);
}

runtime::Array array_of(std::uint64_t bytes, runtime::ArrayUse use, std::size_t gpu = 0) {
    runtime::Array array{};
    array.bytes = bytes;
    array.use = use;
    array.gpu = static_cast<std::uint32_t>(gpu);
    return array;
}

bool is_array(KernelArgument::Role role) {
    return role == KernelArgument::Role::input || role == KernelArgument::Role::output;
}

/// Where a slab's GPU stands: 0, or one place down or up.
std::optional<std::int32_t> slab_place(KernelArgument::Role role) {
    switch (role) {
    case KernelArgument::Role::own_slab: return 0;
    case KernelArgument::Role::slab_below: return -1;
    case KernelArgument::Role::slab_above: return 1;
    default: return std::nullopt;
    }
}

std::int64_t extent_of(KernelArgument::Role role, const Extents& extents) {
    switch (role) {
    case KernelArgument::Role::height: return extents.y;
    case KernelArgument::Role::depth: return extents.z;
    default: return extents.x;
    }
}

// The catalog refuses more.
static_assert(runtime::max_coefficients * 8 == most_coefficient_bytes);
static_assert(runtime::max_arguments == most_arguments && runtime::max_arrays >= most_arguments);

void fill_coefficients(const Lab& lab, std::span<const double> values, runtime::Request& request) {
    request.coefficient_bytes = static_cast<std::uint32_t>(values.size() * bytes_of(lab.element));
    with_element_type(lab.element, [&]<class T>(std::type_identity<T>) {
        unsigned char* to = request.coefficients;
        for (const double value : values) {
            const T element = static_cast<T>(value);
            std::memcpy(to, &element, sizeof element);
            to += sizeof element;
        }
    });
}

/// Whether a function made with these arguments is of the variant with this element and this radius.
bool is_of(Element element, int radius, const std::string& arguments) {
    const std::string own = fmt::format("{}, {}", cpp_name(element), radius);
    return arguments == own || arguments.starts_with(own + ",");
}

/// Whether the variable stands in a function that only another of the lab's variants has.
bool is_of_another(const Lab& lab, const DeviceVariable& variable) {
    const std::string& arguments = variable.template_arguments;
    return !arguments.empty() && !is_of(lab.element, reach(lab), arguments) &&
           std::ranges::any_of(lab.variants, [&](const Variant& each) {
               return is_of(each.element, each.radius, arguments);
           });
}

void fill_variables(const Lab& lab, const Artifact& artifact, runtime::Request& request) {
    for (const DeviceVariable& variable : artifact.variables) {
        if (request.variable_count == runtime::max_variables) {
            throw KitError("the submission has more than {} shared, device and constant "
                           "variables, which is all that the emulator follows",
                           runtime::max_variables);
        }
        runtime::Variable& to = request.variables[request.variable_count++];
        to.position = variable.position;
        to.bytes = variable.bytes;
        to.of_another = is_of_another(lab, variable) ? 1 : 0;
        to.space = static_cast<std::uint32_t>(variable.space);
        copy_name(variable.name, to.name);
    }
}

KitError no_memory(std::size_t bytes) {
    return KitError(fmt::format("no memory for a grid of {} MB: {}; try a smaller --grid",
                                bytes >> 20, std::strerror(errno)));
}

} // namespace

MailboxFile::MailboxFile(const Lab& lab, const Artifact& artifact, const RunInput& input,
                         bool follow_inputs) {
    bytes_ = aligned(sizeof(runtime::Mailbox));
    for (const KernelArgument& argument : lab.arguments) {
        if (is_array(argument.role)) {
            add(array_of(input.output.size(), argument.role == KernelArgument::Role::output
                                                  ? runtime::use_output
                                                  : runtime::use_input));
        }
    }
    plane_bytes_ =
        static_cast<std::size_t>(input.extents.x * input.extents.y) * kit::bytes_of(lab.element);
    slabs_ = slabs_of(lab, input.extents);
    sweeps_ = slabs_.empty() ? 1 : static_cast<std::uint32_t>(lab.steps);
    for (std::size_t gpu = 0; gpu < slabs_.size(); ++gpu) {
        const std::uint64_t bytes =
            input.only_configure
                ? 0
                : static_cast<std::uint64_t>(slabs_[gpu].planes + 2) * plane_bytes_;
        add(array_of(bytes, runtime::use_input, gpu));
        add(array_of(bytes, runtime::use_output, gpu));
        add(array_of(runtime::flag_bytes, runtime::use_flags, gpu));
    }
    trace_offset_ = bytes_;
    trace_capacity_ = input.trace_capacity;
    bytes_ += aligned(trace_capacity_ * sizeof(runtime::TraceEvent));
    file_ = Descriptor(memfd_create("kit-mailbox", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    // Sealed: a program that shrank the file would take pages from under our own mapping.
    if (!file_.is_open() || ftruncate(file_.number(), static_cast<off_t>(bytes_)) != 0 ||
        fcntl(file_.number(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0 ||
        (memory_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, file_.number(), 0)) ==
            MAP_FAILED) {
        throw no_memory(bytes_);
    }
    mailbox_ = static_cast<runtime::Mailbox*>(memory_);
    fill(lab, artifact, input, follow_inputs);
}

void MailboxFile::add(runtime::Array array) {
    array.offset = bytes_;
    bytes_ += aligned(array.bytes);
    arrays_.push_back(array);
}

MailboxFile::~MailboxFile() {
    munmap(memory_, bytes_);
}

void MailboxFile::fill(const Lab& lab, const Artifact& artifact, const RunInput& input,
                       bool follow_inputs) {
    runtime::Request& request = mailbox_->request;
    request.magic = runtime::magic;
    request.workers =
        input.workers > 0 ? input.workers : std::max(1u, std::thread::hardware_concurrency());
    request.shared_limit = input.shared_limit > 0
                               ? input.shared_limit
                               : static_cast<std::uint64_t>(lab.shared_limit_bytes);
    request.follow_inputs = follow_inputs ? 1 : 0;
    request.watching = input.watching;
    request.garbage = input.garbage;
    request.garbage_code = input.garbage_code;
    request.neutral_locals = input.neutral_locals ? 1 : 0;
    request.change = static_cast<std::uint32_t>(input.change);
    request.without_barrier = static_cast<std::uint32_t>(input.without_barrier);
    request.by_site = input.by_line ? 1 : 0;
    request.trace_offset = trace_offset_;
    request.trace_capacity = trace_capacity_;
    request.trace_block = input.trace_block.value_or(runtime::all_blocks);
    request.trace_gpu = input.traced.gpu;
    request.trace_sweep = input.traced.sweep;
    request.trace_outputs = input.trace_outputs ? 1 : 0;
    request.only_configure = input.only_configure ? 1 : 0;
    request.variant = static_cast<std::uint32_t>(lab.variant);
    request.poison = input.poison.value_or(0);
    request.poison_bytes =
        input.poison ? static_cast<std::uint32_t>(kit::bytes_of(lab.element)) : 0;
    fill_coefficients(lab, input.coefficients, request);
    fill_variables(lab, artifact, request);
    std::size_t next_input = 0;
    for (std::size_t i = 0; i < arrays_.size(); ++i) {
        const runtime::Array& array = request.arrays[i] = arrays_[i];
        if (array.use == runtime::use_input && slabs_.empty()) {
            write(array.offset, input.input.subspan(next_input, array.bytes));
            next_input += array.bytes;
        } else if (array.use != runtime::use_flags && array.bytes > 0) {
            const auto whole = array.use == runtime::use_input ? input.input : input.output;
            write(array.offset, whole.subspan(first_byte(array), array.bytes));
        }
    }
    request.gpus = static_cast<std::uint32_t>(slabs_.size());
    request.sweeps = sweeps_;
    request.plane_bytes = slabs_.empty() ? 0 : plane_bytes_;
    request.array_count = static_cast<std::uint32_t>(arrays_.size());
    std::int32_t next_array = 0;
    for (const KernelArgument& argument : lab.arguments) {
        runtime::Argument& to = request.arguments[request.argument_count++];
        if (is_array(argument.role)) {
            to.array = next_array++;
        } else if (argument.role == KernelArgument::Role::coefficients) {
            to = {runtime::Argument::is_coefficients, 0};
        } else if (const auto place = slab_place(argument.role)) {
            to = {runtime::Argument::is_slab, *place};
        } else if (argument.role == KernelArgument::Role::sweep) {
            to = {runtime::Argument::is_sweep, 0};
        } else {
            const auto extent = static_cast<std::int32_t>(extent_of(argument.role, input.extents));
            to = {runtime::Argument::is_value, extent};
            request.extents[request.extent_count++] = extent;
        }
    }
    if (!slabs_.empty()) {
        request.extents[request.extent_count++] = static_cast<std::int32_t>(most_planes(slabs_));
    }
}

std::size_t MailboxFile::first_byte(const runtime::Array& array) const {
    return slabs_.empty() ? 0
                          : static_cast<std::size_t>(slabs_[array.gpu].first - 1) * plane_bytes_;
}

std::vector<std::byte> MailboxFile::input() const {
    std::vector<std::byte> inputs;
    for (const runtime::Array& array : arrays_) {
        if (array.use == runtime::use_input) {
            const std::span<const std::byte> now = bytes_of(array);
            inputs.insert(inputs.end(), now.begin(), now.end());
        }
    }
    return inputs;
}

std::vector<std::byte> MailboxFile::output() const {
    std::vector<std::byte> grid;
    for (const runtime::Array& array : arrays_) {
        // The last sweep's; with slabs the arrays change places from sweep to sweep.
        const auto last = sweeps_ % 2 == 0 ? runtime::use_input : runtime::use_output;
        if (array.use == last && array.bytes > 0) {
            const std::span<const std::byte> now = bytes_of(array);
            const std::size_t first = first_byte(array);
            grid.resize(first + now.size());
            // A slab's ghost plane below is the last own one of the GPU before it.
            const std::size_t skipped = array.gpu > 0 ? plane_bytes_ : 0;
            std::copy(now.begin() + static_cast<std::ptrdiff_t>(skipped), now.end(),
                      grid.begin() + static_cast<std::ptrdiff_t>(first + skipped));
        }
    }
    return grid;
}

bool MailboxFile::holds_input(std::span<const std::byte> wanted) const {
    for (const runtime::Array& array : arrays_) {
        if (array.use == runtime::use_input && array.bytes > 0) {
            if (std::memcmp(bytes_of(array).data(), wanted.data(), array.bytes) != 0) {
                return false;
            }
            wanted = wanted.subspan(array.bytes);
        }
    }
    return wanted.empty();
}

std::span<const std::byte> MailboxFile::bytes_of(const runtime::Array& array) const {
    return {static_cast<const std::byte*>(memory_) + array.offset, array.bytes};
}

/// By a system call: a store for each page of a new file would be a fault for each.
void MailboxFile::write(std::uint64_t offset, std::span<const std::byte> contents) const {
    while (!contents.empty()) {
        const ssize_t written =
            pwrite(file_.number(), contents.data(), contents.size(), static_cast<off_t>(offset));
        if (written <= 0) {
            throw no_memory(bytes_);
        }
        contents = contents.subspan(static_cast<std::size_t>(written));
        offset += static_cast<std::uint64_t>(written);
    }
}

std::span<const runtime::TraceEvent> MailboxFile::trace() const {
    const std::uint64_t count = mailbox_->reply.trace_count;
    return {reinterpret_cast<const runtime::TraceEvent*>(static_cast<const std::byte*>(memory_) +
                                                         trace_offset_),
            std::min(count, trace_capacity_)};
}

} // namespace kit
