#include "checker/grading/class_page/class_statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <set>

namespace kit {

namespace {

using Counts = std::map<FindingKind, std::size_t>;

/// The most frequent first; equally frequent ones in the order of FindingKind.
std::vector<FindingCount> ranked(const Counts& counts) {
    std::vector<FindingCount> found;
    for (const auto& [kind, students] : counts) {
        found.push_back({kind, students});
    }
    std::ranges::stable_sort(found, std::ranges::greater(), &FindingCount::students);
    return found;
}

class LabTally {
public:
    void add(const GradedItem& lab) {
        if (lab.check && lab.check->outcome == Outcome::error) {
            ++statistics_.errors;
            return;
        }
        switch (lab.state) {
        case GradedItem::State::missing: ++statistics_.missing; return;
        case GradedItem::State::error: ++statistics_.errors; return;
        case GradedItem::State::not_due: ++statistics_.not_due; return;
        case GradedItem::State::excused: ++statistics_.excused; return;
        case GradedItem::State::needs_look: ++statistics_.needs_look; return;
        case GradedItem::State::refused: ++statistics_.refused; break;
        case GradedItem::State::graded: add_check(lab); break;
        }
        statistics_.late += lab.late() ? 1 : 0;
        points_ += lab.points;
    }

    [[nodiscard]] LabStatistics statistics() const {
        LabStatistics statistics = statistics_;
        if (statistics.judged() > 0) {
            statistics.mean_points = points_ / static_cast<double>(statistics.judged());
        }
        statistics.findings = ranked(all_);
        const std::vector<FindingCount> first = ranked(first_);
        if (!first.empty()) {
            statistics.worst = first.front();
        }
        const auto part =
            std::ranges::max_element(wrong_parts_, {}, [](const auto& one) { return one.second; });
        if (part != wrong_parts_.end()) {
            statistics.worst_part = part->first;
            statistics.worst_part_students = part->second;
        }
        return statistics;
    }

private:
    void add_check(const GradedItem& lab) {
        ++(lab.passed() ? statistics_.passed : statistics_.failed);
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
        for (const TriedPart& part : lab.check->parts.parts) {
            if (part.state == TriedPart::State::wrong) {
                ++wrong_parts_[fmt::format("part {}{}{}", part.number,
                                           part.title.empty() ? "" : ", ", part.title)];
            }
        }
    }

    LabStatistics statistics_;
    double points_ = 0;
    Counts all_;
    Counts first_;
    std::map<std::string, std::size_t> wrong_parts_; ///< students
};

double median_of(std::vector<double> values) {
    std::ranges::sort(values);
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

} // namespace

ClassStatistics statistics_of(const GradedClass& graded) {
    ClassStatistics statistics;
    std::vector<LabTally> tallies(graded.labs().size());
    std::vector<double> totals;
    for (const GradedStudent& student : graded.students) {
        const auto labs = student.labs();
        for (std::size_t i = 0; i < std::min(tallies.size(), labs.size()); ++i) {
            tallies[i].add(labs[i]);
        }
        if (!student.complete) {
            ++statistics.incomplete;
            continue;
        }
        totals.push_back(student.points);
        if (student.max_points > 0) {
            const double tenth = std::floor(student.points / student.max_points * 10 + 1e-9);
            ++statistics.totals[static_cast<std::size_t>(std::clamp(tenth, 0.0, 9.0))];
        }
    }
    for (const LabTally& tally : tallies) {
        statistics.labs.push_back(tally.statistics());
    }
    if (!totals.empty()) {
        statistics.mean =
            std::accumulate(totals.begin(), totals.end(), 0.0) / static_cast<double>(totals.size());
        statistics.median = median_of(std::move(totals));
    }
    return statistics;
}

} // namespace kit
