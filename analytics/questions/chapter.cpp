#include "analytics/questions/chapter.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/layout.hpp"

#include <fmt/format.h>

namespace kit {

const std::vector<ChapterTopic>& chapter_topics() {
    static const std::vector<ChapterTopic> topics = [] {
        std::vector<ChapterTopic> all = tile_topics();
        for (const auto& more : {thread_topics(), stencil_topics(), difference_topics()}) {
            all.insert(all.end(), more.begin(), more.end());
        }
        return all;
    }();
    return topics;
}

const std::vector<QuestionPart>& chapter_parts() {
    static const std::vector<QuestionPart> parts = [] {
        std::vector<QuestionPart> all;
        for (const ChapterTopic& topic : chapter_topics()) {
            char letter = 'a';
            for (const ChapterPart& part : topic.parts) {
                all.push_back({fmt::format("{}.{}", topic.name, letter++), part.uses});
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
        throw BadInput("There is no topic '{}'; the topics are {}, with parts like "
                       "halo.b.",
                       name, join(names));
    }
    return ids;
}

Question chapter_question(std::string_view id, const ChapterSizes& sizes) {
    for (const ChapterTopic& topic : chapter_topics()) {
        if (group_of(id) == topic.name && chapter_ids(id).front() == id) {
            Question question =
                topic.parts.at(static_cast<std::size_t>(id.back() - 'a')).work(sizes);
            question.id = id;
            question.title = topic.title;
            return question;
        }
    }
    throw BadInput("There is no question '{}'.", id);
}

} // namespace kit
