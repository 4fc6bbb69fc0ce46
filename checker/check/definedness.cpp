#include "checker/check/definedness.hpp"

#include "checker/reference/elements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <future>
#include <optional>
#include <span>
#include <string>
#include <thread>

namespace kit {

namespace {

bool is_unwritten_read(const Finding& finding) {
    return finding.kind == FindingKind::uninitialized_shared ||
           finding.kind == FindingKind::uninitialized_global;
}

/// What shows whether a run used the garbage that it met.
struct Behaviour {
    std::uint64_t course = 0;
    std::uint64_t barriers = 0;
    std::string printed;
    std::vector<std::byte> input; ///< a kernel may have written there, wrongly
    std::vector<std::byte> output;
    std::vector<std::byte> unwritten; ///< an element of the output that nothing wrote
};

/// The bits of an element of `bytes` bytes, 2, 4 or 8.
std::vector<std::byte> element_of_garbage(std::size_t bytes, std::uint64_t poison,
                                          runtime::Garbage garbage) {
    std::vector<std::byte> element(bytes);
    if (garbage == runtime::usual_garbage) {
        std::memcpy(element.data(), &poison, bytes);
        return element;
    }
    for (std::size_t i = 0; i < bytes; i += sizeof(std::uint32_t)) {
        const std::uint32_t word = runtime::garbage_word(static_cast<std::uint32_t>(i), garbage);
        std::memcpy(element.data() + i, &word, std::min(sizeof word, bytes - i));
    }
    return element;
}

/// Puts `to` in the place of every element that equals `from`.
void replace(std::vector<std::byte>& elements, const std::vector<std::byte>& from,
             const std::vector<std::byte>& to) {
    for (std::size_t i = 0; i + from.size() <= elements.size(); i += from.size()) {
        if (std::memcmp(elements.data() + i, from.data(), from.size()) == 0) {
            std::memcpy(elements.data() + i, to.data(), to.size());
        }
    }
}

/// Nothing if the kernel does not reach its end.
std::optional<Behaviour> trace(const Lab& lab, const EmulatedProgram& program, RunInput input,
                               const SubmissionFile& submission, runtime::Garbage garbage) {
    const std::size_t bytes = bytes_of(lab.element);
    const auto usual = element_of_garbage(bytes, *input.poison, runtime::usual_garbage);
    Behaviour trace;
    trace.unwritten = element_of_garbage(
        bytes, *input.poison, input.garbage_code != 0 ? runtime::usual_garbage : garbage);
    std::vector<std::byte> output(input.output.begin(), input.output.end());
    replace(output, usual, trace.unwritten);
    input.output = output;
    input.poison.reset();
    input.watching = runtime::watch_course;
    input.neutral_locals = true; // a NaN would hide what is computed from the garbage
    input.garbage = garbage;
    input.workers = 1; // the same order in each run
    Observation observation = run_case(lab, program, input, submission);
    if (!observation.completed) {
        return std::nullopt;
    }
    trace.course = observation.course;
    trace.barriers = observation.counters.barriers;
    trace.printed = std::move(observation.printed);
    trace.input = std::move(observation.input);
    trace.output = std::move(observation.output);
    return trace;
}

/// Whether two runs wrote the same elements, and the same values.
bool have_same_arrays(const Behaviour& a, const Behaviour& b) {
    if (a.input != b.input || a.printed != b.printed) {
        return false;
    }
    const std::size_t bytes = a.unwritten.size();
    const auto is_unwritten = [bytes](const Behaviour& trace, std::size_t at) {
        return std::memcmp(trace.output.data() + at, trace.unwritten.data(), bytes) == 0;
    };
    for (std::size_t at = 0; at + bytes <= a.output.size(); at += bytes) {
        if (std::memcmp(a.output.data() + at, b.output.data() + at, bytes) != 0 &&
            !(is_unwritten(a, at) && is_unwritten(b, at))) {
            return false;
        }
    }
    return true;
}

/// All contents on small grids; on larger ones, where a run takes long, those that show most.
std::span<const runtime::Garbage> contents_for(const RunInput& input) {
    constexpr std::int64_t small = 300'000;
    const std::span all(runtime::all_garbage);
    return input.extents.cells() <= small ? all : all.first(3);
}

/// Whether two runs, which met different garbage, did the same.
bool are_alike(const Behaviour& a, const Behaviour& b) {
    return a.course == b.course && a.barriers == b.barriers && have_same_arrays(a, b);
}

bool uses_garbage(const Lab& lab, const EmulatedProgram& program, const RunInput& input,
                  const SubmissionFile& submission) {
    const auto contents = contents_for(input);
    // Each run is on one core.
    const std::size_t at_once = std::max(1u, std::thread::hardware_concurrency());
    std::optional<Behaviour> first;
    for (std::size_t begin = 0; begin < contents.size(); begin += at_once) {
        std::vector<std::future<std::optional<Behaviour>>> runs;
        for (const runtime::Garbage garbage :
             contents.subspan(begin, std::min(at_once, contents.size() - begin))) {
            runs.push_back(std::async(std::launch::async, [&, garbage] {
                return trace(lab, program, input, submission, garbage);
            }));
        }
        for (auto& run : runs) {
            std::optional<Behaviour> next = run.get();
            if (!next) {
                return true;
            }
            if (!first) {
                first = std::move(next);
            } else if (!are_alike(*first, *next)) {
                return true;
            }
        }
    }
    return false;
}

/// One place of the kernel's that reads shared memory before it is written.
bool is_place(const Finding& finding) {
    return finding.kind == FindingKind::uninitialized_shared && finding.code != 0 &&
           finding.cause.kind == Cause::Kind::unset_read;
}

/// Whether the run stays the same whatever is read at this place alone.
bool is_unused(const Finding& place, const Lab& lab, const EmulatedProgram& program, RunInput input,
               const SubmissionFile& submission, const Behaviour& usual) {
    input.garbage_code = place.code;
    const auto contents = contents_for(input).subspan(1);
    return std::ranges::all_of(contents, [&](runtime::Garbage garbage) {
        const auto other = trace(lab, program, input, submission, garbage);
        return other && are_alike(usual, *other);
    });
}

void excuse(Finding& finding, std::size_t contents) {
    finding.severity = Severity::warning;
    finding.message.replace(finding.message.size() - 1, 1, ", and seems not to use the value.");
    finding.hint = fmt::format("Output and accesses stay the same whatever the memory holds: {} "
                               "contents were tried.",
                               contents);
}

} // namespace

void excuse_unused_reads(const Lab& lab, const EmulatedProgram& program, const RunInput& input,
                         const SubmissionFile& submission, const std::vector<Finding>& known,
                         std::vector<Finding>& findings) {
    const auto reads = std::ranges::count_if(findings, is_unwritten_read);
    if (!input.poison || reads == 0) {
        return;
    }
    const std::size_t contents = contents_for(input).size();
    const auto is_harm = [](const Finding& one) {
        return one.severity == Severity::error && is_unwritten_read(one);
    };
    // The cases before have told enough of a kernel that is wrong anyway.
    if (has_error(known)) {
        for (Finding& finding : findings) {
            const bool is_excused =
                is_unwritten_read(finding) && std::ranges::any_of(known, [&](const Finding& one) {
                    return one.code == finding.code && one.severity == Severity::warning;
                });
            if (is_excused) {
                excuse(finding, contents);
            }
        }
        if (std::ranges::any_of(known, is_harm) || std::ranges::none_of(findings, is_harm)) {
            return;
        }
    }
    if (!uses_garbage(lab, program, input, submission)) {
        for (Finding& finding : findings) {
            if (is_harm(finding)) {
                excuse(finding, contents);
            }
        }
        return;
    }
    // One of them does harm: which? A place costs two to four runs.
    constexpr std::ptrdiff_t most_places = 8;
    const auto usual = reads > 1 && reads <= most_places
                           ? trace(lab, program, input, submission, runtime::usual_garbage)
                           : std::nullopt;
    for (Finding& finding : findings) {
        if (usual && finding.severity == Severity::error && is_place(finding) &&
            is_unused(finding, lab, program, input, submission, *usual)) {
            excuse(finding, contents);
        }
    }
}

} // namespace kit
