#include "checker/grading/run/similar_submissions.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/grading/run/in_copies.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <utility>

namespace kit {

std::vector<LabSimilarity> similar_submissions(const GradedClass& graded,
                                               const std::vector<Lab>& labs,
                                               const SubmissionFinder& finder,
                                               const GradingRules& rules) {
    std::vector<LabSimilarity> similarities;
    SimilarityOptions options;
    options.least = rules.similar_percent / 100;
    options.least_near = std::min(options.least_near, options.least);
    for (std::size_t i = 0; i < labs.size(); ++i) {
        LabSimilarity similarity;
        similarity.lab = labs[i].id;
        similarity.least = options.least;
        std::vector<std::string> texts;
        std::set<std::string> files;
        for (const GradedStudent& student : graded.students) {
            const GradedItem& lab = student.items[i];
            // Partners handed in one file.
            if (lab.state != GradedItem::State::graded || !files.insert(lab.file).second) {
                continue;
            }
            texts.push_back(finder.read(lab.file).text);
            similarity.students.push_back(student.id);
        }
        texts.push_back(read_file_if_there(labs[i].solution).value_or(""));
        similarity.students.emplace_back("the kit's solution");
        try {
            similarity.result = similar_files_in_copy(skeleton_text(labs[i]), texts, options);
        } catch (const KitError& error) {
            similarity.not_compared = error.what(); // the grades stand without it
        }
        similarities.push_back(std::move(similarity));
    }
    return similarities;
}

} // namespace kit
