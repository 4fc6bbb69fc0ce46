#include "checker/diagnosis/registry.hpp"

#include "checker/diagnosis/input_modified.hpp"
#include "checker/diagnosis/technique_missing.hpp"
#include "checker/diagnosis/wrong_output.hpp"

#include <utility>

namespace kit {

namespace {

using Diagnosis = std::optional<Finding> (*)(const Evidence&);

// A changed input comes first: it can be what made the output wrong.
constexpr Diagnosis diagnoses[] = {
    diagnose_input_modified,
    diagnose_wrong_output,
    diagnose_technique_missing,
};

} // namespace

std::vector<Finding> diagnose(const Evidence& evidence) {
    std::vector<Finding> findings;
    for (const Diagnosis diagnosis : diagnoses) {
        if (std::optional<Finding> finding = diagnosis(evidence)) {
            findings.push_back(std::move(*finding));
        }
    }
    return findings;
}

} // namespace kit
