#include "checker/build/screening/refusal.hpp"

namespace kit {

Finding refusal(const SubmissionFile& submission, int line, std::string message, std::string hint) {
    Finding finding;
    finding.kind = FindingKind::build_error;
    finding.message = std::move(message);
    finding.lines = {{submission.shown_path, line, 0, submission.line(line)}};
    finding.hint = std::move(hint);
    return finding;
}

Finding assembly_refusal(const SubmissionFile& submission, int line) {
    Finding finding = refusal(submission, line, "The emulator does not have inline PTX (asm).",
                              "No lab needs it: what a kernel reads and writes must be seen by the "
                              "checker.");
    finding.kind = FindingKind::unsupported_feature;
    return finding;
}

} // namespace kit
