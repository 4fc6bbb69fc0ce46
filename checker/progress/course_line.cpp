#include "checker/progress/course_line.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kit {

namespace {

std::string repeated(const char* piece, int times) {
    std::string text;
    for (int i = 0; i < times; ++i) {
        text += piece;
    }
    return text;
}

} // namespace

CourseTotal total_of(const std::vector<Lab>& labs, const CourseProgress& course) {
    CourseTotal total;
    for (const Lab& lab : labs) {
        ++total.labs;
        total.most_points += lab.points;
        const LabProgress reached = progress_of(course, lab.id);
        if (reached.passed()) {
            ++total.passed;
            total.points += reached.points;
        }
    }
    return total;
}

std::string course_bar(const CourseTotal& total, int columns, const TextStyle& style) {
    columns = std::max(columns, 1);
    const int whole = std::max(total.most_points, 1);
    // Any point shows, and only all points fill the bar.
    int filled =
        static_cast<int>(static_cast<long long>(columns) * std::min(total.points, whole) / whole);
    filled = total.points > 0 ? std::max(filled, 1) : 0;
    return paint(style, Tone::good, repeated("█", filled)) +
           paint(style, Tone::faint, repeated("░", columns - filled));
}

std::string course_sentence(const CourseTotal& total) {
    return fmt::format("{} of {} labs, {} of {} points", total.passed, total.labs, total.points,
                       total.most_points);
}

std::string lab_mark(const LabProgress& lab, const TextStyle& style) {
    return lab.passed()     ? paint(style, Tone::good, "✓")
           : lab.checks > 0 ? paint(style, Tone::doubtful, "…")
                            : " ";
}

} // namespace kit
