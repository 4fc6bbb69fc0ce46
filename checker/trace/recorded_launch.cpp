#include "checker/trace/recorded_launch.hpp"

#include "checker/diagnosis/judge.hpp"
#include "checker/reference/draw.hpp"
#include "checker/reference/elements.hpp"

#include <utility>

namespace kit {

RecordedLaunch record_launch(const Lab& lab, const Extents& extents, const EmulatedProgram& program,
                             const SubmissionFile& submission, std::uint64_t seed,
                             std::optional<std::uint64_t> block, const RecordingOptions& options) {
    const CaseData data = draw_case(lab, extents, seed);
    RunInput input{extents, data.input, data.output, data.coefficients, poison_of(lab.element)};
    input.workers = 1; // the same order in each run
    input.watching = options.accesses_only ? runtime::watch_errors : runtime::watch_all;
    input.compare_writes = false;
    input.trace_capacity = options.capacity;
    input.time_limits = options.time_limits;
    input.trace_block = block;
    input.traced = options.traced;
    input.trace_outputs = options.outputs_only;
    RecordedLaunch recorded{
        lab, submission, extents, options.traced, {}, run_case(lab, program, input, submission)};
    JudgedCase judged = judge_case(lab, data, recorded.observation, !options.accesses_only);
    recorded.findings =
        conclude(lab, {std::move(judged.result)}, std::move(judged.findings)).findings;
    return recorded;
}

} // namespace kit
