#include "checker/command_line/refusal.hpp"

#include "analytics/print/layout.hpp"
#include "analytics/print/nearest_word.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace kit {

namespace {

/// What is typed for the first `count` levels: "./lab check".
std::string path_of(const Misuse& misuse, std::size_t count) {
    std::string path;
    for (std::size_t level = 0; level < count; ++level) {
        path += (path.empty() ? "" : " ") + misuse.levels[level].name;
    }
    return path;
}

bool is_option(const std::string& word) {
    return word.size() > 1 && word.front() == '-' && word != "--";
}

/// "the commands are: ..." or "did you mean ...?".
std::string of_these(const std::string& word, const std::vector<std::string>& commands) {
    const auto meant = nearest(word, commands);
    return meant ? fmt::format("did you mean '{}'?", *meant)
                 : "the commands are: " + join(commands);
}

std::string about_option(const Misuse& misuse, const std::string& word) {
    const std::string typed = word.substr(0, word.find('='));
    const std::string bare = typed.substr(std::min(typed.find_first_not_of('-'), typed.size()));
    for (std::size_t count = misuse.levels.size() - 1; count > 0; --count) {
        const std::vector<std::string>& names = misuse.levels[count - 1].options;
        if (std::find(names.begin(), names.end(), bare) != names.end()) {
            return fmt::format("{} stands before the command: {} {} ... {}", typed,
                               path_of(misuse, count), typed, misuse.levels.back().name);
        }
    }
    const std::string path = path_of(misuse, misuse.levels.size());
    const auto meant = nearest(bare, misuse.levels.back().options);
    return fmt::format("{} has no option '{}'; ", path, typed) +
           (meant ? fmt::format("did you mean '--{}'?", *meant)
                  : fmt::format("see {} --help", path));
}

} // namespace

std::string refusal(const Misuse& misuse) {
    const std::string path = path_of(misuse, misuse.levels.size());
    const std::vector<std::string>& unread = misuse.unread;
    const std::vector<std::string>& commands = misuse.levels.back().commands;
    const bool is_too_much = misuse.kind == Misuse::Kind::too_much;
    const bool is_missing = misuse.kind == Misuse::Kind::missing;
    if ((is_missing || is_too_much) && !unread.empty() && is_option(unread.front())) {
        return about_option(misuse, unread.front());
    }
    if (!commands.empty() && (is_missing || is_too_much)) {
        return unread.empty() ? "a command is missing; the commands are: " + join(commands)
                              : fmt::format("{} has no command '{}'; {}", path, unread.front(),
                                            of_these(unread.front(), commands));
    }
    if (is_too_much && !unread.empty()) {
        return fmt::format("{} takes no further word '{}'; see {} --help", path, unread.front(),
                           path);
    }
    return fmt::format("{}; see {} --help", misuse.message, path);
}

} // namespace kit
