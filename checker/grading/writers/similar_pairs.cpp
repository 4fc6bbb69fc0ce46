// The pairs of similar kernels as a table: what the class page shows, and what is below its threshold.
#include "checker/grading/writers/escapes.hpp"
#include "checker/grading/writers/formats.hpp"

#include <fmt/format.h>

#include <cmath>

namespace kit {

namespace {

const char* measure_of(const SimilarFiles& pair) {
    return pair.is_of_dolos ? "Dolos" : "words";
}

/// Never rounded up: what is not reported has less than the threshold.
std::string percent(double share) {
    return fmt::format("{:.1f}", std::floor(share * 1000) / 10);
}

std::string lines_text(const std::vector<LineRange>& ranges) {
    std::string text;
    for (const LineRange& range : ranges) {
        text += text.empty() ? "" : " ";
        text += range.first == range.last ? fmt::format("{}", range.first)
                                          : fmt::format("{} to {}", range.first, range.last);
    }
    return text;
}

std::string rows_of(const LabSimilarity& lab, const SimilarFiles& pair, bool reported) {
    std::string rows;
    for (std::size_t i = 1; i < pair.files.size(); ++i) {
        rows +=
            csv_row({csv_text(lab.lab), csv_text(lab.students.at(pair.files[0])),
                     csv_text(lab.students.at(pair.files[i])), percent(pair.similarity),
                     reported ? "yes" : "no", measure_of(pair), percent(pair.same_names),
                     lines_text(pair.first_lines), i == 1 ? lines_text(pair.second_lines) : ""});
    }
    return rows;
}

} // namespace

std::string similar_csv(const std::vector<LabSimilarity>& similar) {
    std::string text = csv_row({"Lab", "Student", "Other student", "Similarity", "Reported", "By",
                                "Same names", "Lines", "Other lines"});
    for (const LabSimilarity& lab : similar) {
        for (const SimilarFiles& pair : lab.result.found) {
            text += rows_of(lab, pair, true);
        }
        for (const SimilarFiles& pair : lab.result.near) {
            text += rows_of(lab, pair, false);
        }
    }
    return text;
}

} // namespace kit
