#include "analytics/questions/chapter.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/layout.hpp"

#include <fmt/format.h>

namespace kit {

const std::vector<ChapterTopic>& chapter_topics() {
    static const std::vector<ChapterTopic> topics{
        {"intensity",
         {"order type ratios", "cube order type ratios", "order type ratios"},
         intensity_question,
         "Operations per byte (PMPP 8.2 and 8.3)"},
        {"halo", {"cube order", "cube order"}, halo_question, "The halo of a tile (PMPP 8.3)"},
        {"bounds",
         {"order type ratios", "order type ratios"},
         bounds_question,
         "Upper bounds of operations per byte (PMPP 8.3)"},
        {"loads",
         {"grid order", "grid cube order", "grid plane order"},
         loads_question,
         "Loads of each kernel (PMPP 8.2 to 8.5)"},
        {"line",
         {"threads order", "", "order"},
         line_question,
         "Stencils on a line (the Numba course, chapter 5)"},
        {"faces",
         {"cube order type", "cube order"},
         faces_question,
         "A block that loads its halo's faces (the Laplacian lab)"},
        {"image",
         {"plane", "plane image", ""},
         image_question,
         "A stencil on an image (the von Neumann lab)"},
        {"limit", {"", "order type ratios"}, limit_question, "The largest tile (PMPP 8.3)"},
        {"threads",
         {"cube order", "plane order"},
         threads_question,
         "Threads that compute (PMPP 8.3 and 8.4)"},
        {"warps",
         {"cube plane", "cube plane type"},
         warps_question,
         "Rows and sectors of a warp (PMPP 8.3 and 8.4)"},
        {"coarsening",
         {"plane order", "plane order type ratios"},
         coarsening_question,
         "A block that marches (PMPP 8.4)"},
        {"registers",
         {"plane order type", "plane order type gpu"},
         registers_question,
         "Register tiling (PMPP 8.5)"},
        {"differences",
         {"points", "order", "order"},
         differences_question,
         "Finite differences (PMPP 8.1 and the Numba course, chapter 5)"},
    };
    return topics;
}

const std::vector<QuestionPart>& chapter_parts() {
    static const std::vector<QuestionPart> parts = [] {
        std::vector<QuestionPart> all;
        for (const ChapterTopic& topic : chapter_topics()) {
            char letter = 'a';
            for (const std::string_view uses : topic.uses) {
                all.push_back({fmt::format("{}.{}", topic.name, letter++), uses});
            }
        }
        return all;
    }();
    return parts;
}

std::vector<std::string> chapter_ids(std::string_view name) {
    std::vector<std::string> ids = ids_named(chapter_parts(), name);
    if (ids.empty()) {
        std::vector<std::string> names;
        for (const ChapterTopic& topic : chapter_topics()) {
            names.emplace_back(topic.name);
        }
        throw BadInput(fmt::format("There is no topic '{}'; the topics are {}, with parts like "
                                   "halo.b.",
                                   name, join(names)));
    }
    return ids;
}

Question chapter_question(std::string_view id, const ChapterSizes& sizes) {
    for (const ChapterTopic& topic : chapter_topics()) {
        if (group_of(id) == topic.name && chapter_ids(id).front() == id) {
            Question question = topic.question(id.back(), sizes);
            question.id = id;
            question.title = topic.title;
            return question;
        }
    }
    throw BadInput(fmt::format("There is no question '{}'.", id));
}

} // namespace kit
