#include "checker/grading/run/in_copies.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/json_text.hpp"
#include "checker/grading/rules/item_points.hpp"
#include "checker/sandbox/work_in_copies.hpp"

#include <fmt/format.h>

namespace kit {

using Json = nlohmann::ordered_json;

namespace {

/// UTF-8, whatever bytes the texts in it have.
std::string one_line_json(const Json& json) {
    return json_line(json);
}

std::vector<LineRange> ranges_from(const Json& json) {
    std::vector<LineRange> ranges;
    for (const Json& range : json) {
        ranges.push_back({range.at(0), range.at(1)});
    }
    return ranges;
}

Json pairs_json(const std::vector<SimilarFiles>& pairs) {
    Json json = Json::array();
    for (const SimilarFiles& one : pairs) {
        json.push_back({one.files, one.similarity, ranges_json(one.first_lines),
                        ranges_json(one.second_lines), one.same_names});
    }
    return json;
}

std::vector<SimilarFiles> pairs_from(const Json& json) {
    std::vector<SimilarFiles> pairs;
    for (const Json& one : json) {
        pairs.push_back({one.at(0).get<std::vector<std::size_t>>(), one.at(1), false,
                         ranges_from(one.at(2)), ranges_from(one.at(3)), one.at(4)});
    }
    return pairs;
}

} // namespace

GradedItem graded_quiz_in_copy(const HandedIn& answers, const GradingRules& rules) {
    const ForkEnd end = work_in_copy([&] {
        const GradedItem quiz = graded_quiz(answers, rules);
        Json exercises = Json::array();
        for (const GradedExercise& one : quiz.exercises) {
            exercises.push_back({one.id, one.right, one.reason});
        }
        return one_line_json({{"state", static_cast<int>(quiz.state)},
                              {"reason", quiz.reason},
                              {"points", quiz.points},
                              {"exercises", exercises}});
    });
    GradedItem quiz;
    quiz.is_quiz = true;
    quiz.id = quiz_facts(0).id;
    quiz.max_points = rules.quiz_points;
    quiz.file = answers.file;
    if (end.threw || !end.ended_by.empty()) {
        quiz.state = GradedItem::State::error;
        quiz.reason =
            end.threw ? end.text : fmt::format("the kit ended on this file by {}", end.ended_by);
        return quiz;
    }
    const Json json = ordered_json_from(end.text);
    quiz.state = static_cast<GradedItem::State>(json.at("state").get<int>());
    quiz.reason = json.at("reason");
    quiz.points = json.at("points");
    for (const Json& one : json.at("exercises")) {
        quiz.exercises.push_back({one.at(0), one.at(1), one.at(2)});
    }
    return quiz;
}

Similarities similar_files_in_copy(const std::string& skeleton,
                                   const std::vector<std::string>& texts,
                                   const SimilarityOptions& options) {
    const ForkEnd end = work_in_copy([&] {
        const Similarities all = similar_files(skeleton, texts, options);
        return one_line_json({{"found", pairs_json(all.found)},
                              {"near", pairs_json(all.near)},
                              {"left_out", all.left_out},
                              {"too_small", all.too_small}});
    });
    if (end.threw || !end.ended_by.empty()) {
        throw KitError("files cannot be compared: {}",
                       end.threw ? end.text : "ended by " + end.ended_by);
    }
    const Json json = ordered_json_from(end.text);
    Similarities all;
    all.left_out = json.at("left_out");
    all.too_small = json.at("too_small");
    all.found = pairs_from(json.at("found"));
    all.near = pairs_from(json.at("near"));
    return all;
}

} // namespace kit
