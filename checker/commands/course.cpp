#include "checker/commands/course.hpp"

#include "checker/course/progress_file.hpp"
#include "checker/files/whole_file.hpp"
#include "checker/model/errors.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>

namespace kit {

namespace fs = std::filesystem;

void say(const std::string& sentence) {
    if (!sentence.empty()) {
        fmt::print(stderr, "lab: {}\n", sentence);
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

std::string handed_out_text(const Lab& lab) {
    std::error_code error;
    if (!fs::is_regular_file(lab.handed_out, error)) {
        throw UsageError(fmt::format("Lab {} has no copy of its skeleton, which would be {}.",
                                     lab.id, lab.handed_out.string()));
    }
    return read_file(lab.handed_out);
}

} // namespace kit
