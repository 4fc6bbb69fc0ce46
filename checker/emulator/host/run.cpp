#include "checker/emulator/host/run.hpp"

#include "checker/emulator/host/event_findings.hpp"
#include "checker/emulator/host/source_lines.hpp"
#include "checker/emulator/wire.hpp"
#include "checker/files/descriptor.hpp"
#include "checker/model/errors.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <thread>
#include <vector>

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

bool is_array(KernelArgument::Role role) {
    return role == KernelArgument::Role::input || role == KernelArgument::Role::output;
}

std::int64_t extent_of(KernelArgument::Role role, const Extents& extents) {
    switch (role) {
    case KernelArgument::Role::height: return extents.y;
    case KernelArgument::Role::depth: return extents.z;
    default: return extents.x;
    }
}

template <class T>
void store_coefficients(std::span<const double> values, unsigned char* to) {
    for (const double value : values) {
        const T element = static_cast<T>(value);
        std::memcpy(to, &element, sizeof element);
        to += sizeof element;
    }
}

void fill_coefficients(const Lab& lab, std::span<const double> values, runtime::Request& request) {
    request.coefficient_bytes = static_cast<std::uint32_t>(values.size() * bytes_of(lab.element));
    switch (lab.element) {
    case Element::int32: store_coefficients<std::int32_t>(values, request.coefficients); break;
    case Element::float32: store_coefficients<float>(values, request.coefficients); break;
    case Element::float64: store_coefficients<double>(values, request.coefficients); break;
    }
}

/// Whether a function made with these arguments is of a variant.
bool is_of(const Lab& variant, const std::string& arguments) {
    const std::string own = fmt::format("{}, {}", cpp_name(variant.element), reach(variant));
    return arguments == own || arguments.starts_with(own + ",");
}

/// Whether the variable stands in a function that only another of the lab's variants has.
bool is_of_another(const Lab& lab, const DeviceVariable& variable) {
    if (lab.variants.empty() || variable.template_arguments.empty() ||
        is_of(lab, variable.template_arguments)) {
        return false;
    }
    const std::vector<Lab> variants = all_variants(lab);
    return std::any_of(variants.begin(), variants.end(), [&](const Lab& variant) {
        return is_of(variant, variable.template_arguments);
    });
}

void fill_variables(const Lab& lab, const Artifact& artifact, runtime::Request& request) {
    for (const DeviceVariable& variable : artifact.variables) {
        if (request.variable_count == runtime::max_variables) {
            throw KitError(
                fmt::format("the submission has more than {} shared, device and constant "
                            "variables, which is all that the emulator follows",
                            runtime::max_variables));
        }
        runtime::Variable& to = request.variables[request.variable_count++];
        to.position = variable.position;
        to.bytes = variable.bytes;
        to.of_another = is_of_another(lab, variable) ? 1 : 0;
        to.space = static_cast<std::uint32_t>(variable.space);
        copy_name(variable.name, to.name);
    }
}

/// An anonymous file in memory that holds the mailbox and the arrays; gone with the object.
class MailboxFile {
public:
    /// Writes the whole request; `follow_inputs` has races looked for in input arrays, too. Throws
    /// KitError when there is no memory.
    MailboxFile(const Lab& lab, const Artifact& artifact, const RunInput& input,
                bool follow_inputs) {
        bytes_ = aligned(sizeof(runtime::Mailbox));
        const std::uint64_t array_bytes = input.input.size();
        for (const KernelArgument& argument : lab.arguments) {
            if (is_array(argument.role)) {
                runtime::Array array{};
                array.offset = bytes_;
                array.bytes = array_bytes;
                array.is_output = argument.role == KernelArgument::Role::output ? 1 : 0;
                copy_name(argument.name, array.name);
                arrays_.push_back(array);
                roles_.push_back(argument.role);
                bytes_ += aligned(array_bytes);
            }
        }
        file_ = Descriptor(memfd_create("kit-mailbox", MFD_CLOEXEC | MFD_ALLOW_SEALING));
        // Sealed: a program that shrank the file would take pages from under our own mapping.
        if (!file_.is_open() || ftruncate(file_.number(), static_cast<off_t>(bytes_)) != 0 ||
            fcntl(file_.number(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0 ||
            (memory_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, file_.number(),
                            0)) == MAP_FAILED) {
            throw KitError(fmt::format("no memory for a grid of {} MB: {}; try a smaller --grid",
                                       bytes_ >> 20, std::strerror(errno)));
        }
        mailbox_ = static_cast<runtime::Mailbox*>(memory_);
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
        request.only_configure = input.only_configure ? 1 : 0;
        request.variant = static_cast<std::uint32_t>(lab.variant);
        request.poison = input.poison.value_or(0);
        request.poison_bytes = input.poison ? static_cast<std::uint32_t>(bytes_of(lab.element)) : 0;
        fill_coefficients(lab, input.coefficients, request);
        fill_variables(lab, artifact, request);
        for (std::size_t i = 0; i < arrays_.size(); ++i) {
            request.arrays[i] = arrays_[i];
            const auto contents =
                roles_[i] == KernelArgument::Role::input ? input.input : input.output;
            std::memcpy(static_cast<std::byte*>(memory_) + arrays_[i].offset, contents.data(),
                        contents.size());
        }
        request.array_count = static_cast<std::uint32_t>(arrays_.size());
        std::int32_t next_array = 0;
        for (const KernelArgument& argument : lab.arguments) {
            runtime::Argument& to = request.arguments[request.argument_count++];
            if (is_array(argument.role)) {
                to.array = next_array++;
            } else if (argument.role == KernelArgument::Role::coefficients) {
                to = {runtime::Argument::is_coefficients, 0};
            } else {
                const auto extent =
                    static_cast<std::int32_t>(extent_of(argument.role, input.extents));
                to = {runtime::Argument::is_value, extent};
                request.extents[request.extent_count++] = extent;
            }
        }
    }

    ~MailboxFile() { munmap(memory_, bytes_); }

    MailboxFile(const MailboxFile&) = delete;
    MailboxFile& operator=(const MailboxFile&) = delete;

    [[nodiscard]] int descriptor() const { return file_.number(); }

    [[nodiscard]] std::size_t bytes() const { return bytes_; }

    /// The program's reply. Read it only after the program has ended, and trust nothing in it.
    [[nodiscard]] const runtime::Reply& reply() const { return mailbox_->reply; }

    /// What the first array of this role holds now.
    [[nodiscard]] std::vector<std::byte> contents(KernelArgument::Role role) const {
        for (std::size_t i = 0; i < arrays_.size(); ++i) {
            if (roles_[i] == role) {
                const std::byte* begin = static_cast<const std::byte*>(memory_) + arrays_[i].offset;
                return {begin, begin + arrays_[i].bytes};
            }
        }
        return {};
    }

private:
    Descriptor file_;
    std::size_t bytes_ = 0;
    void* memory_ = nullptr;
    runtime::Mailbox* mailbox_ = nullptr;
    std::vector<KernelArgument::Role> roles_; ///< of the arrays
    std::vector<runtime::Array> arrays_;      ///< our copy: the shared one may have been written to
};

/// Four times what the runtime lets a kernel print.
constexpr std::size_t printed_limit = std::size_t{4} << 20;

ProcessLimits limits_of(const Lab& lab, const RunInput& input, const MailboxFile& mailbox) {
    ProcessLimits limits;
    limits.seconds = lab.time_limit_seconds * input.time_limits;
    limits.excuses_busy_machine = true;
    // The arrays with their margins and, for each core, a block's stacks and the allocator's arena;
    // a GiB besides is the submission's own.
    limits.memory_bytes =
        (std::uint64_t{2} << 30) + 2 * mailbox.bytes() +
        std::max(1u, std::thread::hardware_concurrency()) * (std::uint64_t{320} << 20);
    limits.output_bytes = printed_limit;
    return limits;
}

/// Whether they say why a run did not reach its end.
bool explain_the_end(const std::vector<Finding>& findings) {
    return std::any_of(findings.begin(), findings.end(), [](const Finding& finding) {
        return finding.kind == FindingKind::crash || finding.kind == FindingKind::timeout ||
               finding.kind == FindingKind::invalid_launch ||
               finding.kind == FindingKind::barrier_divergence ||
               finding.kind == FindingKind::out_of_bounds_global ||
               finding.kind == FindingKind::out_of_bounds_shared;
    });
}

Finding abnormal_end(FindingKind kind, std::string message, std::string hint = "") {
    return {.kind = kind, .message = std::move(message), .hint = std::move(hint)};
}

/// Why a program that did not reach its end stopped, from the outside.
Finding explain_end(const ProcessResult& result, const runtime::Reply& reply, const Lab& lab) {
    const char* const where =
        reply.stage == runtime::stage_configuring ? "launch_config()" : "The kernel";
    switch (result.end) {
    case ProcessResult::End::out_of_time:
        return abnormal_end(
            FindingKind::timeout,
            fmt::format("{} was still running after {} s.", where, lab.time_limit_seconds),
            "Look for a loop whose end is never reached.");
    case ProcessResult::End::too_much_output:
        return abnormal_end(
            FindingKind::crash,
            fmt::format("{} printed more than {} MiB and was stopped.", where, printed_limit >> 20),
            "Print from one thread only, or under a condition.");
    case ProcessResult::End::killed_by_signal:
        if (result.errors.find("bad_alloc") != std::string::npos) {
            return abnormal_end(FindingKind::crash,
                                fmt::format("{} asked for more memory than it may have.", where));
        }
        return abnormal_end(FindingKind::crash,
                            fmt::format("{} died by signal {}.", where, result.code));
    case ProcessResult::End::exited: break;
    }
    return abnormal_end(
        FindingKind::crash,
        fmt::format("The program was ended by exit({}) before the kernel had finished.",
                    result.code),
        "A kernel ends by returning from every thread.");
}

Counters counters_from(const runtime::Counters& from) {
    return {.blocks = from.blocks,
            .threads = from.threads,
            .shared_bytes_per_block = from.shared_bytes_per_block,
            .global_load_bytes = from.global_load_bytes,
            .global_store_bytes = from.global_store_bytes,
            .shared_load_bytes = from.shared_load_bytes,
            .shared_store_bytes = from.shared_store_bytes,
            .barriers = from.barriers,
            .global_load_requests = from.global_load_requests,
            .global_load_sectors = from.global_load_sectors,
            .global_store_requests = from.global_store_requests,
            .global_store_sectors = from.global_store_sectors,
            .shared_load_requests = from.shared_load_requests,
            .shared_store_requests = from.shared_store_requests,
            .shared_bank_conflicts = from.shared_bank_conflicts,
            .divergent_requests = from.divergent_requests,
            .global_load_repeated_bytes = from.global_load_repeated_bytes,
            .global_store_repeated_bytes = from.global_store_repeated_bytes,
            .global_atomics = from.global_atomics};
}

LaunchShape launch_from(const runtime::Reply& reply) {
    LaunchShape launch;
    std::copy(std::begin(reply.grid), std::end(reply.grid), launch.grid.begin());
    std::copy(std::begin(reply.block), std::end(reply.block), launch.block.begin());
    launch.dynamic_shared_bytes = reply.dynamic_shared_bytes;
    launch.programmatic = reply.programmatic != 0;
    return launch;
}

/// What a run showed, and why another may show more.
struct Run {
    Observation observation;
    bool inputs_written = false;
    bool needs_comparison = false;
};

Run observe(const Lab& lab, const EmulatedProgram& program, const RunInput& input,
            const SubmissionFile& submission, bool follow_inputs) {
    const Artifact& artifact = program.artifact();
    const MailboxFile mailbox(lab, artifact, input, follow_inputs);
    const ProcessResult result =
        program.server().run(mailbox.descriptor(), limits_of(lab, input, mailbox));
    const runtime::Reply& reply = mailbox.reply();
    Run run;
    Observation& observation = run.observation;
    run.inputs_written = reply.inputs_written != 0;
    run.needs_comparison = needs_comparison(reply);
    observation.extents = input.extents;
    observation.launched = reply.stage >= runtime::stage_refused;
    observation.completed = reply.stage == runtime::stage_done &&
                            result.end == ProcessResult::End::exited && result.code == 0;
    observation.launch = launch_from(reply);
    observation.printed = result.output;
    if (result.cut) {
        observation.printed += "\n(the rest of what the kernel printed is left out)\n";
    }
    observation.seconds = reply.seconds;
    observation.peak_memory_bytes = reply.peak_memory_bytes;
    if (reply.event_count > 0) {
        const SourceLines lines(artifact.program);
        observation.findings = findings_from_events(
            reply, {lab, artifact, input.extents, submission, lines, result.errors});
    }
    if (observation.completed) {
        observation.input = mailbox.contents(KernelArgument::Role::input);
        observation.output = mailbox.contents(KernelArgument::Role::output);
        observation.counters = counters_from(reply.counters);
        observation.course = reply.course;
    } else if (!explain_the_end(observation.findings)) {
        Finding finding = explain_end(result, reply, lab);
        finding.cases = {describe(input.extents, lab)};
        observation.findings.push_back(std::move(finding));
    }
    return run;
}

} // namespace

Observation configure_case(const Lab& lab, const EmulatedProgram& program, const Extents& extents,
                           const SubmissionFile& submission, std::uint64_t shared_limit) {
    RunInput input;
    input.shared_limit = shared_limit;
    input.extents = extents;
    input.only_configure = true;
    return observe(lab, program, input, submission, false).observation;
}

Observation run_case(const Lab& lab, const EmulatedProgram& program, const RunInput& input,
                     const SubmissionFile& submission) {
    Run run = observe(lab, program, input, submission, false);
    const bool follow_inputs = run.inputs_written && run.observation.completed;
    if (follow_inputs) {
        // Loads of an array that is never written cannot race and are not followed: that is most of a
        // sweep's reads; this kernel writes to one, so it is run again with all of them followed.
        run = observe(lab, program, input, submission, true);
    }
    if (run.needs_comparison && run.observation.completed && input.compare_writes) {
        // Only if blocks run one after the other can the stores' values be compared.
        RunInput alone = input;
        alone.workers = 1;
        alone.time_limits = std::max(1u, std::thread::hardware_concurrency());
        alone.watching = runtime::watch_errors;
        Observation again = observe(lab, program, alone, submission, follow_inputs).observation;
        if (again.completed) {
            run.observation.findings = std::move(again.findings);
        }
    }
    return std::move(run.observation);
}

} // namespace kit
