#include "checker/grading/run/similar_submissions.hpp"

#include "checker/grading/store/whole_file.hpp"

#include <utility>

namespace kit {

namespace {

constexpr const char* solution_name = "the kit's solution";

std::string text_of(const std::filesystem::path& path) {
    std::string text;
    read_whole_file(path, text);
    return text;
}

} // namespace

std::vector<LabSimilarity> similar_submissions(const GradedClass& graded,
                                               const std::vector<Lab>& labs,
                                               const SubmissionFinder& finder) {
    std::vector<LabSimilarity> similarities;
    for (std::size_t i = 0; i < labs.size(); ++i) {
        LabSimilarity similarity;
        similarity.lab = labs[i].id;
        std::vector<std::string> texts;
        for (const GradedStudent& student : graded.students) {
            const GradedLab& lab = student.labs[i];
            if (lab.state != GradedLab::State::graded) {
                continue;
            }
            texts.push_back(finder.read(lab.file).text);
            similarity.students.push_back(student.id);
        }
        texts.push_back(text_of(labs[i].solution));
        similarity.students.emplace_back(solution_name);
        similarity.result = similar_files(text_of(labs[i].handed_out), texts);
        similarities.push_back(std::move(similarity));
    }
    return similarities;
}

} // namespace kit
