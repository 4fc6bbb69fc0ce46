#include "checker/grading/points/quiz_points.hpp"

#include "analytics/errors.hpp"
#include "analytics/exercises.hpp"
#include "analytics/quiz/fresh_sizes.hpp"
#include "analytics/quiz/grade.hpp"

#include <fmt/format.h>

#include <cmath>

namespace kit {

namespace {

analytics::QuizPlan plan_of(const GradingRules& rules) {
    analytics::QuizPlan plan;
    plan.ids = rules.exercises.empty() ? analytics::exercise_ids() : rules.exercises;
    if (rules.quiz_seed) {
        plan.seed = rules.quiz_seed;
        plan.sizes = analytics::fresh_sizes(*rules.quiz_seed);
    }
    return plan;
}

std::string reason_of(const analytics::Judgement& judgement) {
    return judgement.given.empty() ? judgement.sentence
                                   : fmt::format("\"{}\": {}", judgement.given, judgement.sentence);
}

} // namespace

GradedQuiz graded_quiz(const HandedIn& answers, const GradingRules& rules) {
    GradedQuiz quiz;
    quiz.max_points = rules.quiz_points;
    quiz.file = answers.file;
    quiz.reason = answers.reason;
    if (answers.file.empty() || !answers.reason.empty()) {
        quiz.state = answers.file.empty() ? GradedLab::State::missing : GradedLab::State::refused;
        return quiz;
    }
    try {
        const analytics::GradedFile graded =
            analytics::grade(analytics::answers_from(answers.file, answers.text), plan_of(rules));
        for (const analytics::GradedAnswer& answer : graded.answers) {
            quiz.exercises.push_back({answer.question.id,
                                      answer.judgement.mark == analytics::Mark::right,
                                      reason_of(answer.judgement)});
        }
        const auto count = static_cast<double>(graded.answers.size());
        quiz.points = std::round(100 * rules.quiz_points * graded.score() / count) / 100;
        quiz.state = GradedLab::State::graded;
    } catch (const analytics::BadInput& error) {
        quiz.state = GradedLab::State::refused;
        quiz.reason = error.what();
    }
    return quiz;
}

} // namespace kit
