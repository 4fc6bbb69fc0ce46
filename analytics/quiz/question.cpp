#include "analytics/quiz/question.hpp"

#include "checker/base/numbers.hpp"

namespace kit {

namespace {

Unit unit_of(std::string_view id) {
    if (id == "1a") {
        return Unit::points;
    }
    if (id[0] == '1') {
        return Unit::blocks;
    }
    if (id == "2c") {
        return Unit::operations_per_byte;
    }
    return id == "2a" || id == "2b" ? Unit::cells : Unit::bytes;
}

std::string question_text(const Exercise& exercise, const ExerciseSizes& sizes) {
    const std::string least = " Give the least count that computes every output point.";
    if (exercise.id == "1c") {
        return exercise.question + least;
    }
    if (exercise.id == "1d") {
        const std::string planes = sizes.sweep_planes
                                       ? thousands(*sizes.sweep_planes) + " output planes"
                                       : "as many output planes as its output tile is wide";
        return exercise.question + " A block computes " + planes + "." + least;
    }
    if (exercise.id == "2c") {
        return exercise.question + " Count multiplications and additions, 2p − 1 for each point, "
                                   "and the bytes loaded.";
    }
    const bool bytes = unit_of(exercise.id) == Unit::bytes;
    return exercise.question + (bytes ? " In bytes." : "");
}

std::vector<Answer> accepted_answers(const Exercise& exercise, Conventions conventions) {
    const std::vector<Answer>& all = exercise.answers;
    if (exercise.id == "2c") {
        return conventions == Conventions::any ? all : std::vector<Answer>{all.front()};
    }
    // The textbook's count comes before the least one. It is sufficient for a basic kernel; for tiles
    // it may be too small.
    if (exercise.id == "1c" || exercise.id == "1d") {
        return {all.back()};
    }
    return all;
}

} // namespace

Question question(std::string_view id, const ExerciseSizes& sizes, Conventions conventions) {
    Question asked;
    asked.id = id;
    asked.sizes = sizes;
    asked.exercise = exercise(id, sizes);
    asked.text = question_text(asked.exercise, sizes);
    asked.unit = unit_of(id);
    asked.accepted = accepted_answers(asked.exercise, conventions);
    asked.known = wrong_workings(id, sizes);
    return asked;
}

} // namespace kit
