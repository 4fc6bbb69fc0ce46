#include "checker/grading/run/shown_sources.hpp"

#include "checker/base/encodings.hpp"

#include <vector>

namespace kit {

namespace {

/// The lines of this file that findings name, those of errors first.
std::vector<int> marked_lines(const GradedItem& item) {
    std::vector<int> lines;
    for (const Severity severity : {Severity::error, Severity::warning}) {
        for (const Finding& finding : item.check->findings) {
            for (const SourceLine& line : finding.lines) {
                if (finding.severity == severity && line.file == item.file) {
                    lines.push_back(line.line);
                }
            }
        }
    }
    return lines;
}

} // namespace

ShownSources shown_sources(const GradedClass& graded, const SubmissionFinder& finder) {
    ShownSources sources;
    for (const GradedStudent& student : graded.students) {
        for (const GradedItem& item : student.labs()) {
            if (!item.check || item.check_key.empty() || sources.count(item.check_key) != 0) {
                continue;
            }
            const HandedIn handed_in = finder.read(item.file);
            if (handed_in.reason.empty() && sha256_of(handed_in.text) == item.sha256) {
                sources.emplace(item.check_key, source_excerpt(handed_in.text, marked_lines(item)));
            }
        }
    }
    return sources;
}

} // namespace kit
