// What the emulator must say of a kernel's body: a finding with its lines, or nothing.
#pragma once

#include "tests/catch.hpp"
#include "tests/emulator/trial.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace kit {

/// The kernel's body begins on line 4 of the file.
inline Trial run_body(const std::string& body, const std::string& config = one_block) {
    return run_trial("__device__ volatile int test_zero;\n"
                     "__global__ void k(const float* in, float* out, int n) {\n" +
                         body + "\n}",
                     config);
}

inline std::vector<int> lines_of(const Finding& finding) {
    std::vector<int> numbers;
    for (const SourceLine& line : finding.lines) {
        numbers.push_back(line.line);
    }
    return numbers;
}

inline void finds(const std::string& body, FindingKind kind, const std::string& array,
                  const std::vector<int>& lines, const std::string& config = one_block) {
    const Trial trial = run_body(body, config);
    INFO(body);
    for (const Finding& finding : trial.observation.findings) {
        UNSCOPED_INFO(name(finding.kind) << ": " << finding.message);
    }
    const Finding* finding = trial.finding(kind);
    REQUIRE(finding != nullptr);
    CHECK(finding->array == array);
    const std::vector<int> found = lines_of(*finding);
    for (const int line : lines) {
        CHECK(std::ranges::find(found, line) != found.end());
    }
}

/// The trial built, ran to its end and has no finding.
inline void check_clean(const Trial& trial) {
    for (const Finding& finding : trial.build.findings) {
        FAIL_CHECK(finding.message << finding.detail);
    }
    for (const Finding& finding : trial.observation.findings) {
        FAIL_CHECK(name(finding.kind) << ": " << finding.message);
    }
    CHECK(trial.observation.completed);
}

inline void is_clean(const std::string& body, const std::string& config = one_block) {
    INFO(body);
    check_clean(run_body(body, config));
}

} // namespace kit
