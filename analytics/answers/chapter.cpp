#include "analytics/answers/chapter.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/layout.hpp"

#include <fmt/format.h>

#include <array>

namespace kit {

namespace {

constexpr std::array<ChapterTopic, 13> topics{{
    {"intensity", "abc", intensity_question, "Operations per byte (PMPP 8.2 and 8.3)"},
    {"halo", "ab", halo_question, "The halo of a tile (PMPP 8.3)"},
    {"bounds", "ab", bounds_question, "Upper bounds of operations per byte (PMPP 8.3)"},
    {"loads", "abc", loads_question, "Loads of each kernel (PMPP 8.2 to 8.5)"},
    {"line", "abc", line_question, "Stencils on a line (the Numba course, chapter 5)"},
    {"faces", "ab", faces_question, "A block that loads its halo's faces (the Laplacian lab)"},
    {"image", "abc", image_question, "A stencil on an image (the von Neumann lab)"},
    {"limit", "ab", limit_question, "The largest tile (PMPP 8.3)"},
    {"threads", "ab", threads_question, "Threads that compute (PMPP 8.3 and 8.4)"},
    {"warps", "ab", warps_question, "Rows and sectors of a warp (PMPP 8.3 and 8.4)"},
    {"coarsening", "ab", coarsening_question, "A block that marches (PMPP 8.4)"},
    {"registers", "ab", registers_question, "Register tiling (PMPP 8.5)"},
    {"differences", "abc", differences_question,
     "Finite differences (PMPP 8.1 and the Numba course, chapter 5)"},
}};

} // namespace

std::span<const ChapterTopic> chapter_topics() {
    return topics;
}

std::vector<std::string> chapter_ids(std::string_view name) {
    std::vector<std::string> ids;
    std::vector<std::string> names;
    for (const ChapterTopic& topic : topics) {
        names.emplace_back(topic.name);
        for (const char part : std::string_view(topic.parts)) {
            const std::string id = fmt::format("{}.{}", topic.name, part);
            if (name.empty() || name == topic.name || name == id) {
                ids.push_back(id);
            }
        }
    }
    if (ids.empty()) {
        throw BadInput(fmt::format("There is no topic '{}'; the topics are {}, with parts like "
                                   "halo.b.",
                                   name, join(names)));
    }
    return ids;
}

Exercise chapter_question(std::string_view id, const ChapterSizes& sizes) {
    for (const ChapterTopic& topic : topics) {
        for (const char part : std::string_view(topic.parts)) {
            if (fmt::format("{}.{}", topic.name, part) == id) {
                Exercise question = topic.question(part, sizes);
                question.id = std::string(id);
                question.title = topic.title;
                return question;
            }
        }
    }
    throw BadInput(fmt::format("There is no question '{}'.", id));
}

} // namespace kit
