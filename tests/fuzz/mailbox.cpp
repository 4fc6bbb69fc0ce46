#include "checker/base/errors.hpp"
#include "checker/base/places.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/check/emulated_case.hpp"
#include "checker/compile/submission_file.hpp"
#include "checker/emulator/host/event_findings.hpp"
#include "checker/emulator/host/source_lines.hpp"
#include "checker/emulator/wire.hpp"
#include "tests/diagnosis/cases.hpp"
#include "tests/fuzz/reported.hpp"
#include "tests/fuzz/targets.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>

using namespace kit;

namespace {

constexpr Extents extents{5, 5, 5};

/// Lab 05 with one grid, on which its technique is asked for, too.
const Lab& lab() {
    static const Lab lab = [] {
        Lab five = find_lab(read_catalog(kit::source_root()), "5");
        five.cases = {extents};
        return five;
    }();
    return lab;
}

Artifact artifact() {
    using Space = DeviceVariable::Space;
    Artifact artifact;
    artifact.variables = {
        {.name = "tile", .space = Space::shared, .position = 0, .bytes = 2048},
        {.name = "sized_by_launch", .space = Space::shared, .position = 2048, .bytes = 0},
        {.name = "weights", .space = Space::constant, .position = 64, .bytes = 28},
        {.name = "total", .space = Space::device, .position = 128, .bytes = 8}};
    return artifact;
}

/// As in the emulator's host side, which keeps it to itself. Counters are numbers without a meaning here: their
/// order does not matter.
Observation observation_of(const runtime::Reply& reply, const CaseData& data,
                           const SubmissionFile& submission) {
    static const Artifact built = artifact();
    static const SourceLines no_lines{std::filesystem::path()};
    static const Observation right = tests::right_observation(lab(), data);
    Observation observation = right;
    observation.completed = reply.stage == runtime::stage_done;
    std::ranges::copy(reply.grid, observation.launch.grid.begin());
    std::ranges::copy(reply.block, observation.launch.block.begin());
    observation.launch.dynamic_shared_bytes = reply.dynamic_shared_bytes;
    observation.seconds = reply.seconds;
    observation.counters = std::bit_cast<Counters>(reply.counters);
    observation.findings =
        findings_from_events(reply, {lab(), built, extents, submission, no_lines, ""});
    if (!observation.completed && observation.findings.empty()) {
        observation.findings.push_back(
            {.kind = FindingKind::crash, .message = "The kernel died.", .cases = {"5³"}});
    }
    return observation;
}

} // namespace

void read_mailbox(const std::string& bytes) {
    static const CaseData data = draw_case(lab(), extents, 1);
    static const SubmissionFile submission = read_submission(lab().solution);
    const auto reply = std::make_unique<runtime::Reply>();
    const std::size_t spoiled = std::min(bytes.size(), data.output.size());
    std::memcpy(reply.get(), bytes.data() + spoiled,
                std::min(bytes.size() - spoiled, sizeof *reply));
    (void)needs_comparison(*reply);
    Observation observation = observation_of(*reply, data, submission);
    for (std::size_t i = 0; i < spoiled; ++i) {
        observation.output[i] ^= static_cast<std::byte>(bytes[i]);
    }
    JudgedCase judged = judge_case(lab(), data, observation);
    if (judged.result.outcome == Outcome::passed) {
        try {
            demand_whole_counts(lab(), observation);
        } catch (const KitError&) {
            return; // too few counts: as it should be
        }
    }
    CheckResult result;
    result.submission = submission.shown_path;
    result.verdict = conclude(lab(), {judged.result}, std::move(judged.findings));
    if (observation.completed) {
        result.verdict.traffic = traffic_of(lab(), observation);
    }
    report(lab(), result);
}
