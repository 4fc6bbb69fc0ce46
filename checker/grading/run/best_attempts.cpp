#include "checker/grading/run/best_attempts.hpp"

#include "checker/base/encodings.hpp"
#include "checker/base/errors.hpp"
#include "checker/grading/rules/item_points.hpp"
#include "checker/grading/writers/item_account.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace kit {

namespace {

/// An attempt, and what its check is kept under; no key: it cannot be checked.
struct Attempted {
    Submission submission;
    HandedIn file;
    std::string sha256;
    std::string key;
};

/// The one that counts so far first.
std::vector<Attempted> attempts_at(const GradingRequest& request, const SubmissionFinder& finder,
                                   const RosterEntry& student, const Lab& lab) {
    const auto others = request.hand_ins.other_attempts.find({student.id, lab.id});
    const Submission* const first = request.hand_ins.find(student.id, lab.id);
    if (others == request.hand_ins.other_attempts.end() || first == nullptr) {
        return {};
    }
    std::vector<Submission> all{*first};
    all.insert(all.end(), others->second.begin(), others->second.end());
    const std::string identity = settings_identity(lab, request.settings);
    std::vector<Attempted> attempts;
    for (const Submission& one : all) {
        Attempted attempt{one, finder.read(one.file), "", ""};
        if (attempt.file.reason.empty()) {
            attempt.sha256 = sha256_of(attempt.file.text);
            attempt.key = check_key(attempt.sha256, identity);
        }
        attempts.push_back(std::move(attempt));
    }
    return attempts;
}

/// By the class's rules; below zero: not known.
double points_of(const Attempted& attempt, const GradingRequest& request,
                 const RosterEntry& student, const Lab& lab, const ResultFolder& results) {
    const auto document = results.check(attempt.key);
    if (attempt.key.empty() || !document) {
        return -1;
    }
    GradedItem item;
    item.state = GradedItem::State::graded;
    try {
        item.check = checked_submission_from(*document, attempt.submission.file);
    } catch (const KitError&) {
        return -1;
    }
    item.submitted = hand_in_time(request, student, lab, attempt.submission, attempt.file).moment;
    add_points(item, lab, request.rules, deadline_of(request.rules, student, lab));
    double points = item.points;
    for (const PointsPart& part : item.parts) {
        const bool is_left_out =
            part.kind == PointsPart::Kind::late && request.rules.attempt == CountedAttempt::best;
        points -= is_left_out ? part.points : 0;
    }
    return points;
}

} // namespace

std::vector<CheckTask> checks_of_attempts(const GradingRequest& request,
                                          const SubmissionFinder& finder,
                                          const ResultFolder& results) {
    std::vector<CheckTask> tasks;
    std::set<std::string> keys;
    for (const Lab& lab : request.labs) {
        for (const RosterEntry& student : request.roster) {
            for (const Attempted& one : attempts_at(request, finder, student, lab)) {
                if (!one.key.empty() && !results.check(one.key).has_value() &&
                    keys.insert(one.key).second) {
                    tasks.push_back({one.key, lab.id, one.submission.file, one.sha256});
                }
            }
        }
    }
    return tasks;
}

void take_best_attempts(GradingRequest& request, const SubmissionFinder& finder,
                        const ResultFolder& results) {
    for (const Lab& lab : request.labs) {
        for (const RosterEntry& student : request.roster) {
            std::vector<Attempted> attempts = attempts_at(request, finder, student, lab);
            std::vector<double> points;
            for (const Attempted& one : attempts) {
                points.push_back(points_of(one, request, student, lab, results));
            }
            const auto best = std::ranges::max_element(points);
            if (best == points.end() || *best < 0) {
                continue;
            }
            Submission& counts = request.hand_ins.labs.at({student.id, lab.id});
            counts = attempts[best - points.begin()].submission;
            counts.doubt.clear();
            counts.notes.push_back(fmt::format("the best of {} attempts counts, with {} points",
                                               attempts.size(), points_text(*best)));
        }
    }
}

} // namespace kit
