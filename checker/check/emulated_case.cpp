#include "checker/check/emulated_case.hpp"

#include "checker/check/definedness.hpp"
#include "checker/emulator/host/run.hpp"
#include "checker/reference/draw.hpp"
#include "checker/reference/elements.hpp"
#include "checker/reference/predictions.hpp"

namespace kit {

EmulatedCase run_and_judge(const Lab& lab, const Extents& extents, const EmulatedProgram& program,
                           const SubmissionFile& submission, const EmulatedRun& run) {
    const CaseData data = draw_case(lab, extents, run.seed);
    RunInput input{extents, data.input, data.output, data.coefficients, poison_of(lab.element)};
    input.workers = run.workers;
    input.watching = run.watching;
    input.compare_writes = run.compare_writes;
    EmulatedCase emulated;
    emulated.observation = run_case(lab, program, input, submission);
    if (emulated.observation.completed) {
        excuse_unused_reads(lab, program, input, submission, emulated.observation.findings);
    }
    emulated.judged = judge_case(lab, data, emulated.observation);
    return emulated;
}

TrafficResult traffic_of(const Lab& lab, const Observation& observation) {
    return {.extents = observation.extents,
            .launch = observation.launch,
            .counted = observation.counters,
            .predicted = predict_counters(lab, observation.extents, observation.launch),
            .operations = sweep_operations(lab, observation.extents)};
}

} // namespace kit
