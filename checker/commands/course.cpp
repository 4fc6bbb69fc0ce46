#include "checker/commands/course.hpp"

#include "checker/course/progress_file.hpp"
#include "checker/report/links.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <cstdio>
#include <system_error>

namespace kit {

namespace fs = std::filesystem;

void say(const std::string& sentence) {
    if (!sentence.empty()) {
        fmt::print(stderr, "{}", fitted(STDERR_FILENO, "lab: " + sentence));
    }
}

CourseProgress read_progress(const Session& session) {
    std::string notice;
    CourseProgress course = ProgressFile(session.root).read(notice);
    say(notice);
    return course;
}

CourseProgress update_progress(const Session& session,
                               const std::function<void(CourseProgress&)>& change) {
    std::string notice;
    CourseProgress course = ProgressFile(session.root).update(change, notice);
    say(notice);
    return course;
}

fs::path shown_path(const fs::path& path) {
    std::error_code error;
    const fs::path relative = fs::proximate(path, error);
    return error || relative.string().size() > path.string().size() ? path : relative;
}

std::vector<Lab> with_shown_paths(std::vector<Lab> labs) {
    for (Lab& lab : labs) {
        lab.skeleton = shown_path(lab.skeleton);
        if (!lab.handout.empty()) {
            lab.handout = shown_path(lab.handout);
        }
    }
    return labs;
}

void print_linked(std::string_view text, const std::vector<fs::path>& files) {
    print_out(shows_links(STDOUT_FILENO) ? with_links(text, files) : std::string(text));
}

} // namespace kit
