#include "handouts/builder/traces/request.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/layout.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/catalog/grid_text.hpp"
#include "checker/compile/emulator_build.hpp"
#include "checker/compile/toolchain.hpp"
#include "checker/trace/naming.hpp"
#include "checker/trace/trace_page.hpp"
#include "handouts/builder/marker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <memory>
#include <optional>
#include <variant>

namespace kit {

namespace {

using TraceIndex = std::array<std::uint32_t, 3>;

template <class T>
T number_in(const std::string& key, std::string_view text) {
    T value{};
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || stop != end) {
        throw MarkerError("{}: '{}' is not a whole number.", key, text);
    }
    return value;
}

TraceIndex index_in(const std::string& key, const std::string& text) {
    const std::vector<std::string_view> numbers = split_at(text, ',');
    if (numbers.size() != 3) {
        throw MarkerError("{}: '{}' must be three numbers, such as 3,3,3.", key, text);
    }
    TraceIndex index{};
    for (std::size_t axis = 0; axis < index.size(); ++axis) {
        index[axis] = number_in<std::uint32_t>(key, numbers[axis]);
    }
    return index;
}

std::string dashes(const TraceIndex& index) {
    return fmt::format("{}-{}-{}", index[0], index[1], index[2]);
}

std::uint64_t number_of(const char* what, const TraceIndex& index, const TraceIndex& extents) {
    for (std::size_t axis = 0; axis < index.size(); ++axis) {
        if (index[axis] >= extents[axis]) {
            throw MarkerError("There is no {} {}; the last one is {}.", what, triple(index),
                              triple({extents[0] - 1, extents[1] - 1, extents[2] - 1}));
        }
    }
    return (std::uint64_t{index[2]} * extents[1] + index[1]) * extents[0] + index[0];
}

Lab lab_variant(const Lab& lab, int radius) {
    std::vector<Lab> variants = all_variants(lab);
    const auto found = std::ranges::find_if(
        variants, [&](const Lab& variant) { return radius == 0 || reach(variant) == radius; });
    if (found == variants.end()) {
        throw MarkerError("{} has no variant of radius {}.", lab.id, radius);
    }
    return *found;
}

std::unique_ptr<PageTrace> record(const std::filesystem::path& root, const TraceRequest& request) {
    const std::vector<Lab> labs = read_catalog(root);
    const Lab& catalogued = [&]() -> const Lab& {
        try {
            return find_lab(labs, request.lab);
        } catch (const UsageError& error) {
            throw MarkerError(error.what());
        }
    }();
    Lab lab = lab_variant(catalogued, request.radius);
    const auto grid = read_grid(request.grid, lab);
    if (const auto* const wrong = std::get_if<std::string>(&grid)) {
        throw MarkerError("grid={}: {}", request.grid, *wrong);
    }
    const Extents extents = std::get<Extents>(grid);
    SubmissionFile submission = read_submission(lab.solution);
    BuildCache cache(BuildCache::default_folder());
    const BuildOutcome built =
        build_for_emulator(catalogued, submission, find_host_compiler(), kit_files(), cache);
    if (!built.artifact) {
        throw KitError("the solution of {} cannot be built: {}", lab.id,
                       built.findings.empty() ? "" : built.findings.front().message);
    }
    const EmulatedProgram program(*built.artifact);
    const Observation configured = configure_case(lab, program, extents, submission);
    if (!configured.completed) {
        throw KitError("the solution of {} cannot be launched", lab.id);
    }
    const std::uint64_t block = number_of("block", request.block, configured.launch.grid);
    const auto thread =
        static_cast<std::uint32_t>(number_of("thread", request.thread, configured.launch.block));
    // The page must not name a file that its readers are not to open yet.
    submission.shown_path = "the reference solution";
    constexpr std::uint64_t seed = 1;
    RecordedLaunch launch = record_launch(lab, extents, program, submission, seed, block);
    if (!launch.findings.empty() || launch.observation.trace.left_out > 0) {
        throw KitError("the solution of {} cannot be traced on this grid: {}", lab.id,
                       launch.findings.empty() ? "too many accesses"
                                               : launch.findings.front().message);
    }
    auto trace =
        std::make_unique<PageTrace>(std::move(lab), std::move(submission), std::move(launch));
    trace->block = block;
    trace->thread = thread;
    return trace;
}

} // namespace

TraceRequest trace_request(std::string_view text) {
    MarkerArguments arguments(split_words(text));
    if (arguments.plain.size() != 1) {
        throw MarkerError("Write a trace like trace 5 thread=3,3,3.");
    }
    TraceRequest request;
    request.lab = arguments.plain[0];
    request.grid = arguments.take("grid").value_or(request.grid);
    if (const auto block = arguments.take("block")) {
        request.block = index_in("block", *block);
    }
    if (const auto radius = arguments.take("radius")) {
        request.radius = number_in<int>("radius", *radius);
    }
    const auto thread = arguments.take("thread");
    arguments.finish("grid, block, thread and radius");
    if (!thread) {
        throw MarkerError("A trace needs a thread, such as thread=3,3,3.");
    }
    request.thread = index_in("thread", *thread);
    return request;
}

std::string file_stem(const TraceRequest& request) {
    const TraceRequest usual;
    std::string name = fmt::format("trace-{:0>2}", request.lab);
    if (request.grid != usual.grid) {
        name += fmt::format("-grid-{}", request.grid);
    }
    if (request.block != usual.block) {
        name += "-block-" + dashes(request.block);
    }
    name += "-thread-" + dashes(request.thread);
    return request.radius == usual.radius ? name
                                          : fmt::format("{}-radius-{}", name, request.radius);
}

const PageTrace& recorded_trace(const std::filesystem::path& root, const TraceRequest& request) {
    // By tree and thread: another thread of the same block is recorded again, which no page asks for.
    static std::map<std::string, std::unique_ptr<PageTrace>> known;
    auto& trace = known[root.string() + "\n" + file_stem(request)];
    if (!trace) {
        trace = record(root, request);
    }
    return *trace;
}

std::string stepping_page(const PageTrace& trace) {
    return trace_page(trace.launch,
                      {.block = trace.block, .thread = trace.thread, .with_source = false});
}

} // namespace kit
