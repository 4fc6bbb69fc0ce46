#include "checker/grading/rules/item_points.hpp"

#include "analytics/questions/exercises.hpp"
#include "analytics/quiz/grade.hpp"
#include "analytics/quiz/question.hpp"
#include "checker/base/errors.hpp"
#include "checker/base/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <set>
#include <string>
#include <utility>

namespace kit {

namespace {

double in_hundredths(double points) {
    return std::round(points * 100) / 100;
}

bool is_technique(const Finding& finding) {
    return finding.kind == FindingKind::technique_missing && finding.severity == Severity::error;
}

/// An error without a case, such as a compiler's, spoils all of them.
std::set<std::string> spoiled_cases(const CheckedSubmission& check, bool& all) {
    std::set<std::string> cases;
    all = false;
    for (const Finding& finding : check.findings) {
        if (finding.severity == Severity::error && !is_technique(finding)) {
            cases.insert(finding.cases.begin(), finding.cases.end());
            all = all || finding.cases.empty();
        }
    }
    return cases;
}

Extents extents_of(const CheckedCase& one) {
    Extents extents;
    for (std::size_t axis = 0; axis < one.extents.size(); ++axis) {
        extents[axis] = one.extents[axis];
    }
    return extents;
}

PointsPart part_of_cases(const RightCases& cases, double worth, bool partial) {
    const double share = static_cast<double>(cases.right) / std::max(cases.all, 1);
    const bool whole = cases.right == cases.all;
    return {PointsPart::Kind::cases, in_hundredths(whole || partial ? worth * share : 0), worth,
            whole ? fmt::format("all {} grids are right", cases.all)
                  : fmt::format("{} of {} grids {} right{}", cases.right, cases.all,
                                cases.right == 1 ? "is" : "are", partial ? "" : "; all must be")};
}

/// "1, 2 and 5".
std::string numbers_of(const TriedParts& tried, TriedPart::State state) {
    std::vector<std::string> numbers;
    for (const TriedPart& part : tried.parts) {
        if (part.state == state) {
            numbers.push_back(std::to_string(part.number));
        }
    }
    return join(numbers, ", ", " and ");
}

/// What the right parts of a kernel weigh that did not pass. Nothing where they were not tried, or do not say why it
/// failed: what stands outside them is wrong, or all of them are right.
std::optional<PointsPart> part_of_parts(const Lab& lab, const TriedParts& tried, double worth) {
    double right = 0;
    double all = 0;
    for (std::size_t i = 0; i < tried.parts.size(); ++i) {
        const double weight = i < lab.part_weights.size() ? lab.part_weights[i] : 1;
        right += tried.parts[i].state == TriedPart::State::right ? weight : 0;
        all += weight;
    }
    if (tried.outside_is_wrong || right == all) {
        return std::nullopt;
    }
    std::string reason;
    for (const auto& [state, words] :
         {std::pair{TriedPart::State::right, "right"}, std::pair{TriedPart::State::wrong, "wrong"},
          std::pair{TriedPart::State::not_yet, "not written"},
          std::pair{TriedPart::State::tied, "not to be judged alone"}}) {
        if (const std::string numbers = numbers_of(tried, state); !numbers.empty()) {
            reason += fmt::format("{}{}: {}", reason.empty() ? "parts " : "; ", words, numbers);
        }
    }
    return PointsPart{PointsPart::Kind::parts, in_hundredths(worth * right / all), worth, reason};
}

PointsPart part_of_technique(const CheckedSubmission& check, const RightCases& cases,
                             double worth) {
    PointsPart part{PointsPart::Kind::technique, 0, worth, ""};
    const bool missing = std::ranges::any_of(check.findings, is_technique);
    if (cases.right < cases.all) {
        part.reason = "judged once every grid is right";
    } else if (missing) {
        part.reason = "the output is right, but the lab's technique is missing";
    } else {
        part.points = worth;
        part.reason = "the traffic shows the lab's technique";
    }
    return part;
}

PointsPart bonus_of(const CheckedSubmission& check, const BonusRule& rule) {
    PointsPart part{PointsPart::Kind::bonus, 0, 0, ""};
    if (!check.time || !check.time->reference_seconds) {
        part.reason = "not timed on a GPU beside the reference solution";
    } else if (check.time->inconclusive) {
        part.reason = "the GPU's times spread too far to compare; this costs nothing";
    } else {
        const double speed = *check.time->reference_seconds / check.time->seconds;
        part.points = speed >= rule.at_speed ? rule.points : 0;
        part.reason = fmt::format("{:.2f} times as fast as the reference solution on {}; the bonus "
                                  "starts at {:.2f}",
                                  speed, check.time->gpu, rule.at_speed);
    }
    return part;
}

PointsPart part_of_lateness(int days, double earned, const LateRule& rule, bool by_file_time) {
    const bool over = rule.most_days && days > *rule.most_days;
    const double percent = over ? 100 : std::min(100.0, days * rule.percent_per_day);
    const std::string late = fmt::format("{} day{} late{}", days, days == 1 ? "" : "s",
                                         by_file_time ? " by the file's time" : "");
    return {PointsPart::Kind::late, -in_hundredths(earned * percent / 100), 0,
            over ? fmt::format("{}: accepted up to {} day{}", late, *rule.most_days,
                               *rule.most_days == 1 ? "" : "s")
                 : fmt::format("{}: {:g} % off for each day begun", late, rule.percent_per_day)};
}

QuizPlan plan_of(const GradingRules& rules) {
    QuizPlan plan;
    plan.ids = rules.exercises.empty() ? exercise_ids() : rules.exercises;
    if (rules.quiz_seed) {
        plan.seed = rules.quiz_seed;
        plan.sizes = fresh_sizes(*rules.quiz_seed);
    }
    return plan;
}

std::string reason_of(const Judgement& judgement) {
    return judgement.given.empty() ? judgement.sentence
                                   : fmt::format("\"{}\": {}", judgement.given, judgement.sentence);
}

} // namespace

RightCases right_cases(const Lab& lab, const CheckedSubmission& check) {
    bool all_spoiled = false;
    const std::set<std::string> spoiled = spoiled_cases(check, all_spoiled);
    RightCases cases;
    // Drawn grids run once the lab's are right. One that is wrong counts like one of the lab's; one that lacks the
    // technique alone is right.
    for (const Lab& variant : all_variants(lab)) {
        const std::string variant_text = lab.variants.empty() ? "" : variant_name(variant);
        const auto count = [&](const Extents& extents, bool ran) {
            ++cases.all;
            cases.right +=
                ran && !all_spoiled && spoiled.count(describe(extents, variant)) == 0 ? 1 : 0;
        };
        for (const Extents& extents : variant.cases) {
            count(extents, std::ranges::any_of(check.cases, [&](const CheckedCase& one) {
                      return one.variant == variant_text && extents_of(one) == extents &&
                             one.outcome != Outcome::error;
                  }));
        }
        for (const CheckedCase& one : check.cases) {
            if (one.drawn && one.variant == variant_text) {
                count(extents_of(one), one.outcome != Outcome::error);
            }
        }
    }
    return cases;
}

int days_late(std::chrono::sys_seconds submitted, std::chrono::sys_seconds deadline,
              const LateRule& rule) {
    const auto over = submitted - deadline - std::chrono::minutes(rule.grace_minutes);
    if (over.count() <= 0) {
        return 0;
    }
    // A day later is the same time by the clock, also where the clock is put forward or back between.
    const std::time_t seconds = deadline.time_since_epoch().count();
    std::tm local{};
    localtime_r(&seconds, &local);
    constexpr std::int64_t most = 100'000; // a student's clock may say anything
    const std::int64_t of_24_hours =
        std::chrono::ceil<std::chrono::days>(submitted - deadline).count();
    if (of_24_hours >= most) {
        return most;
    }
    int days = std::max(1, static_cast<int>(of_24_hours) - 1);
    for (;; ++days) {
        std::tm end = local;
        end.tm_mday += days;
        end.tm_isdst = -1;
        if (std::mktime(&end) >= submitted.time_since_epoch().count()) {
            return days;
        }
    }
}

void add_points(GradedItem& graded, const Lab& lab, const GradingRules& rules,
                std::optional<std::chrono::sys_seconds> deadline) {
    graded.max_points = lab.points;
    graded.deadline = deadline;
    graded.parts.clear();
    graded.points = 0;
    if (graded.state != GradedItem::State::graded || !graded.check) {
        return;
    }
    const CheckedSubmission& check = *graded.check;
    const RightCases cases = right_cases(lab, check);
    const double technique =
        lab.technique ? in_hundredths(lab.points * rules.technique_percent / 100) : 0;
    const double worth = lab.points - technique;
    PointsPart output = part_of_cases(cases, worth, rules.partial_credit != Credit::nothing);
    if (rules.partial_credit == Credit::parts && cases.right < cases.all) {
        if (auto parts = part_of_parts(lab, check.parts, worth);
            parts && parts->points > output.points) {
            output = *std::move(parts);
        }
    }
    graded.parts.push_back(std::move(output));
    if (lab.technique && technique > 0) {
        graded.parts.push_back(part_of_technique(check, cases, technique));
    }
    if (rules.partial_credit == Credit::nothing && check.outcome != Outcome::passed) {
        for (PointsPart& part : graded.parts) {
            part.points = 0;
        }
    }
    if (rules.bonus && check.outcome == Outcome::passed) {
        graded.parts.push_back(bonus_of(check, *rules.bonus));
    }
    for (const PointsPart& part : graded.parts) {
        graded.points += part.points;
    }
    if (deadline && graded.submitted) {
        if (const int days = days_late(*graded.submitted, *deadline, rules.late); days > 0) {
            graded.parts.push_back(
                part_of_lateness(days, graded.points, rules.late, graded.submitted_is_file_time));
            graded.points += graded.parts.back().points;
        }
    }
    graded.points = std::max(0.0, in_hundredths(graded.points));
}

void mark_doubt(GradedItem& graded, const std::string& other_lab) {
    if (graded.state != GradedItem::State::graded || !graded.check ||
        graded.check->outcome == Outcome::passed) {
        return;
    }
    const Finding* const first = first_finding(graded.check->findings);
    if (first != nullptr && first->kind == FindingKind::unsupported_feature) {
        graded.reason = "the kit does not support what this kernel uses. " + first->message;
    } else if (graded.points == 0 && !other_lab.empty()) {
        graded.reason = fmt::format("it fails, and its text names another lab ({})", other_lab);
    } else {
        return;
    }
    graded.state = GradedItem::State::needs_look;
    graded.points = 0;
    graded.parts.clear();
}

GradedItem graded_quiz(const HandedIn& answers, const GradingRules& rules) {
    GradedItem quiz;
    quiz.is_quiz = true;
    quiz.id = quiz_facts(0).id;
    quiz.max_points = rules.quiz_points;
    quiz.file = answers.file;
    quiz.reason = answers.reason;
    if (answers.file.empty() || !answers.reason.empty()) {
        quiz.state = answers.file.empty() ? GradedItem::State::missing : GradedItem::State::refused;
        return quiz;
    }
    try {
        const GradedFile graded = grade(answers_from(answers.file, answers.text), plan_of(rules));
        for (const GradedAnswer& answer : graded.answers) {
            quiz.exercises.push_back({answer.question.id, answer.judgement.mark == Mark::right,
                                      reason_of(answer.judgement)});
        }
        const auto count = static_cast<double>(graded.answers.size());
        quiz.points = in_hundredths(rules.quiz_points * graded.score() / count);
        quiz.state = GradedItem::State::graded;
    } catch (const BadInput& error) {
        quiz.state = GradedItem::State::refused;
        constexpr int most_columns = 300; // it may quote a key of any length
        quiz.reason = cut(error.what(), most_columns);
    }
    return quiz;
}

} // namespace kit
