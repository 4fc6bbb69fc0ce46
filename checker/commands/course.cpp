#include "checker/commands/course.hpp"

#include "checker/base/places.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/course/progress_file.hpp"
#include "checker/course/student_folder.hpp"
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
    CourseProgress course = ProgressFile(folder_of(session)).read(notice);
    say(notice);
    return course;
}

CourseProgress update_progress(const Session& session,
                               const std::function<void(CourseProgress&)>& change) {
    std::string notice;
    CourseProgress course = ProgressFile(folder_of(session)).update(change, notice);
    say(notice);
    return course;
}

fs::path shown_path(const fs::path& path) {
    std::error_code error;
    // Not fs::proximate(), which leads through a link to the place behind it.
    const fs::path relative = fs::absolute(path, error).lexically_proximate(fs::current_path());
    return error || relative.string().size() > path.string().size() ? path : relative;
}

fs::path folder_of(const Session& session) {
    const fs::path folder = session.root == source_root() ? find_student_folder() : "";
    return folder.empty() ? session.root : folder;
}

std::vector<Lab> labs_of(const Session& session) {
    std::vector<Lab> labs = labs_in(folder_of(session), read_catalog(session.root));
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
