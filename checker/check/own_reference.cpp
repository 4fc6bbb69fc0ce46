#include "checker/check/own_reference.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/layout.hpp"
#include "checker/base/places.hpp"
#include "checker/base/scratch_folder.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/compile/cache.hpp"
#include "checker/compile/identity.hpp"
#include "checker/compile/toolchain.hpp"
#include "checker/reference/boundary.hpp"
#include "checker/sandbox/process.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <mutex>

namespace kit {

namespace {

namespace fs = std::filesystem;

constexpr const char* program_name = "reference";
constexpr const char* half_header = "checker/model/half.hpp";

/// The program's text: the lab's function, what lab.toml says, and the loop over cells.
std::string source_of(const Lab& lab, const std::string& function) {
    std::string points;
    for (const StencilPoint& point : lab.stencil) {
        const auto& [x, y, z] = point.offset;
        points += fmt::format("{{{}, {}, {}, {}}}, ", x, y, z, point.input);
    }
    const auto margin = [&lab](std::size_t axis) {
        return lab.boundary == BoundaryRule::keep && axis < lab.axes ? reach(lab) : 0;
    };
    return fmt::format(R"(#include "checker/model/half.hpp"
#include <cmath>
#include <cstdint>
namespace kit_lab {{
using half = kit::Half;
#line 1 "reference.hpp"
{}
using Element = {};
constexpr std::int64_t rule = {};
constexpr std::int64_t margin[]{{{}, {}, {}}};
constexpr int points[][4]{{{}}};
constexpr int input_count = {};
}}
#include "checker/reference/own/program.hpp"
)",
                       function, cpp_name(lab.element), static_cast<int>(lab.boundary), margin(0),
                       margin(1), margin(2), points, input_count(lab));
}

/// Runs a command in the folder, where it may write. What it says is an error of the lab's.
void run(const Lab& lab, const fs::path& folder, std::vector<std::string> command,
         const ProcessLimits& limits, const char* what) {
    ProcessRequest request;
    request.confinement = confinement_of_compiler(find_host_compiler().path);
    request.confinement->readable.push_back(source_root() / "checker/reference");
    request.confinement->readable.push_back(source_root() / half_header);
    request.confinement->readable.push_back(fs::path(command.front()).parent_path());
    request.command = std::move(command);
    request.directory = folder;
    request.limits = limits;
    const ProcessResult result = run_process(request);
    if (result.end != ProcessResult::End::exited || result.code != 0) {
        const std::string said = result.end == ProcessResult::End::out_of_time
                                     ? "it does not end"
                                     : std::string(trimmed(result.errors + result.output));
        throw KitError("{}: the lab's reference {}: {}", lab.reference.string(), what,
                       said.empty() ? "it ended without a word" : said);
    }
}

fs::path program_of(const Lab& lab) {
    static std::mutex mutex; // cases run at the same time
    const std::lock_guard lock(mutex);
    const HostCompiler compiler = find_host_compiler();
    const std::string source = source_of(lab, read_file(lab.reference));
    BuildCache cache(BuildCache::default_folder());
    const std::string key = fmt::format("reference 2\n{}\n{}\n{}\n{}", compiler.identity,
                                        folder_identity(source_root() / "checker/reference"),
                                        file_identity(source_root() / half_header), source);
    auto entry = cache.find(key);
    if (!entry) {
        entry = cache.store(key, [&](const fs::path& folder) {
            write_file(folder / "reference.cpp", source);
            const std::string clang = compiler.path.string();
            const ProcessLimits limits{
                .seconds = 60, .counts_processor_time = true, .memory_bytes = 4ull << 30};
            // One after the other: a bundle's compiler starts no other of itself.
            run(lab, folder,
                {clang, "-std=c++20", "-O2", "-ffp-contract=off", "-I" + source_root().string(),
                 "-c", "reference.cpp"},
                limits, "does not compile");
            run(lab, folder,
                {clang, "reference.o", "-static-libstdc++", "-lpthread", "-o", program_name},
                limits, "cannot be linked");
            return true;
        });
    }
    return *entry / program_name;
}

} // namespace

CaseData drawn_and_expected(const Lab& lab, const Extents& extents, std::uint64_t seed) {
    CaseData data = draw_case(lab, extents, seed);
    if (lab.reference.empty()) {
        return data;
    }
    const fs::path program = program_of(lab);
    const ScratchFolder scratch;
    write_file(scratch.path() / "input.bin",
               std::string(reinterpret_cast<const char*>(data.input.data()), data.input.size()));
    const auto cells = static_cast<std::size_t>(extents.cells());
    run(lab, scratch.path(),
        {program.string(), std::to_string(extents.x), std::to_string(extents.y),
         std::to_string(extents.z)},
        {.seconds = static_cast<double>(lab.time_limit_seconds),
         .counts_processor_time = true,
         .memory_bytes = 0,
         .file_bytes = cells * sizeof(CellStep)},
        "fails");
    const std::string result = read_file(scratch.path() / "expected.bin");
    data.expected.resize(cells);
    if (result.size() != cells * sizeof(CellStep)) {
        throw KitError("{}: the lab's reference wrote no result for every cell",
                       lab.reference.string());
    }
    std::memcpy(data.expected.data(), result.data(), result.size());
    const auto open = std::ranges::count_if(data.expected, [](const CellStep& cell) {
        return !std::isfinite(cell.value) || !std::isfinite(cell.allowed);
    });
    if (constexpr std::int64_t most_of = 100; open * most_of > extents.cells()) {
        throw KitError(
            "{}: the lab's reference leaves open what {} of {} cells of {} must hold: it compares "
            "values that rounding makes smaller or greater than each other (min, max and abs are "
            "no such comparisons), or comes to no number.",
            lab.reference.string(), open, extents.cells(), describe(extents, lab));
    }
    return data;
}

} // namespace kit
