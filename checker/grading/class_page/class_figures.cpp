#include "checker/grading/class_page/class_figures.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace kit {

namespace {

using Counts = std::map<FindingKind, std::size_t>;

/// The most frequent first, then in the kinds' order.
std::vector<FindingCount> ranked(const Counts& counts) {
    std::vector<FindingCount> found;
    for (const auto& [kind, students] : counts) {
        found.push_back({kind, students});
    }
    std::stable_sort(found.begin(), found.end(), [](const FindingCount& a, const FindingCount& b) {
        return a.students > b.students;
    });
    return found;
}

class LabTally {
public:
    void add(const GradedLab& lab) {
        if (lab.check && lab.check->outcome == Outcome::error) {
            ++figures_.errors;
            return;
        }
        switch (lab.state) {
        case GradedLab::State::missing: ++figures_.missing; return;
        case GradedLab::State::error: ++figures_.errors; return;
        case GradedLab::State::refused: ++figures_.refused; break;
        case GradedLab::State::graded: add_check(lab); break;
        }
        figures_.late += is_late(lab) ? 1 : 0;
        points_ += lab.points;
    }

    [[nodiscard]] LabFigures figures() const {
        LabFigures figures = figures_;
        if (figures.judged() > 0) {
            figures.mean_points = points_ / static_cast<double>(figures.judged());
        }
        figures.findings = ranked(all_);
        const std::vector<FindingCount> first = ranked(first_);
        if (!first.empty()) {
            figures.worst = first.front();
        }
        return figures;
    }

private:
    void add_check(const GradedLab& lab) {
        const bool passed = lab.check && lab.check->outcome == Outcome::passed;
        ++(passed ? figures_.passed : figures_.failed);
        if (!lab.check) {
            return;
        }
        std::set<FindingKind> all;
        std::set<FindingKind> first;
        for (const Finding& finding : lab.check->findings) {
            all.insert(finding.kind);
            if (finding.severity == Severity::error && !finding.follows) {
                first.insert(finding.kind);
            }
        }
        for (const FindingKind kind : all) {
            ++all_[kind];
        }
        for (const FindingKind kind : first) {
            ++first_[kind];
        }
    }

    LabFigures figures_;
    double points_ = 0;
    Counts all_;
    Counts first_;
};

double median_of(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

} // namespace

bool is_late(const GradedLab& lab) {
    return std::any_of(lab.parts.begin(), lab.parts.end(), [](const PointsPart& part) {
        return part.kind == PointsPart::Kind::late && part.points < 0;
    });
}

ClassFigures figures_of(const GradedClass& graded) {
    ClassFigures figures;
    std::vector<LabTally> tallies(graded.labs.size());
    std::vector<double> totals;
    for (const GradedStudent& student : graded.students) {
        for (std::size_t i = 0; i < std::min(tallies.size(), student.labs.size()); ++i) {
            tallies[i].add(student.labs[i]);
        }
        if (!student.complete) {
            ++figures.incomplete;
            continue;
        }
        totals.push_back(student.points);
        if (student.max_points > 0) {
            const double tenth = std::floor(student.points / student.max_points * 10 + 1e-9);
            ++figures.totals[static_cast<std::size_t>(std::clamp(tenth, 0.0, 9.0))];
        }
    }
    for (const LabTally& tally : tallies) {
        figures.labs.push_back(tally.figures());
    }
    if (!totals.empty()) {
        double sum = 0;
        for (const double total : totals) {
            sum += total;
        }
        figures.mean = sum / static_cast<double>(totals.size());
        figures.median = median_of(std::move(totals));
    }
    return figures;
}

} // namespace kit
