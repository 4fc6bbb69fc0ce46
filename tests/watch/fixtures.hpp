// States of ./lab watch for tests.
#pragma once

#include "checker/watch/state.hpp"

#include <string>
#include <vector>

namespace kit {

inline std::vector<Lab> three_labs() {
    std::vector<Lab> labs(3);
    const char* const ids[] = {"01-sample-function", "04-basic-sweep", "05-shared-memory-tiling"};
    for (std::size_t i = 0; i < labs.size(); ++i) {
        labs[i].id = ids[i];
        labs[i].number = std::stoi(labs[i].id);
        labs[i].title = "Title " + std::to_string(i);
        labs[i].points = 10;
        labs[i].hints = {"Draw it.", "Begin at -1.", "Say it plainly."};
        labs[i].skeleton = "labs/" + labs[i].id + "/kernel.cu";
        labs[i].handout = "handouts/" + labs[i].id + ".md";
        labs[i].cube = true;
    }
    return labs;
}

inline State started() {
    State state;
    state.labs = three_labs();
    state.lab = 2;
    (void)begin(state);
    return state;
}

inline Finding race() {
    Finding finding;
    finding.kind = FindingKind::race_shared;
    finding.message = "Two threads of a block use tile[145], one to write and one to read with no "
                      "barrier between them: which comes first is left to chance.";
    finding.lines = {{"kernel.cu", 45, 9, "        tile[tz][ty][tx] = in[(i * n + j) * n + k];"},
                     {"kernel.cu", 60, 9, "        sum += c[1] * tile[tz][ty][tx - 1];"},
                     {"kernel.cu", 61, 9, "        sum += c[3] * tile[tz][ty - 1][tx];"}};
    finding.hint = "Put a __syncthreads() between the two.";
    finding.detail = "detail line";
    return finding;
}

inline CheckResult failed() {
    CheckResult result;
    result.submission = "kernel.cu";
    result.backend = "emulator";
    result.total_seconds = 0.62;
    result.verdict.outcome = Outcome::failed;
    result.verdict.max_score = 10;
    result.verdict.findings = {race(), race()};
    result.verdict.findings[1].kind = FindingKind::wrong_output;
    for (const std::int64_t side : {3, 33, 120}) {
        CaseResult one;
        one.extents = {side, side, side};
        one.outcome = side == 3 ? Outcome::passed : Outcome::failed;
        result.verdict.cases.push_back(one);
    }
    return result;
}

inline CheckResult passed() {
    CheckResult result = failed();
    result.verdict.outcome = Outcome::passed;
    result.verdict.score = 10;
    result.verdict.findings.clear();
    for (CaseResult& one : result.verdict.cases) {
        one.outcome = Outcome::passed;
    }
    TrafficResult traffic;
    traffic.extents = {120, 120, 120};
    traffic.counted.global_load_bytes = 4 * 3944312;
    traffic.counted.global_store_bytes = 4 * 1643032;
    traffic.predicted.global_load_bytes = 4 * 3944312;
    traffic.predicted.global_store_bytes = 4 * 1600000;
    traffic.operations = 21359416;
    result.verdict.traffic = traffic;
    return result;
}

} // namespace kit
