#include "analytics/quiz/grade.hpp"

#include "analytics/notation.hpp"
#include "analytics/quiz/fresh_sizes.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace analytics {

namespace {

QuizPlan plan_of(const AnswersFile& file, QuizPlan plan) {
    if (!file.seed || file.seed == plan.seed) {
        return plan;
    }
    if (plan.seed) {
        throw BadInput(fmt::format("{} holds answers to --seed {}, not to --seed {}.",
                                   file.path.string(), *file.seed, *plan.seed));
    }
    if (plan.sizes_chosen) {
        throw BadInput(fmt::format("{} holds answers to --seed {}, not to other sizes.",
                                   file.path.string(), *file.seed));
    }
    plan.seed = file.seed;
    plan.sizes = fresh_sizes(*file.seed);
    return plan;
}

} // namespace

int GradedFile::score() const {
    return static_cast<int>(
        std::count_if(answers.begin(), answers.end(),
                      [](const GradedAnswer& each) { return each.judgement.mark == Mark::right; }));
}

std::vector<Question> questions(const QuizPlan& plan) {
    std::vector<Question> all;
    for (const std::string& id : plan.ids) {
        all.push_back(question(id, plan.sizes, plan.conventions));
    }
    return all;
}

GradedFile grade(const AnswersFile& file, const QuizPlan& plan) {
    const QuizPlan own = plan_of(file, plan);
    GradedFile graded;
    graded.file = printable(file.path.string());
    const std::string named = file.student.value_or("");
    graded.student = printable(named.empty() ? file.path.stem().string() : named);
    graded.seed = own.seed;
    for (Question& asked : questions(own)) {
        const auto found = file.answers.find(asked.id);
        Judgement judgement = judge(asked, found == file.answers.end() ? "" : found->second);
        graded.answers.push_back({std::move(asked), std::move(judgement)});
    }
    return graded;
}

} // namespace analytics
