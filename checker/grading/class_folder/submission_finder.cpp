#include "checker/grading/class_folder/submission_finder.hpp"

#include "checker/base/descriptor.hpp"
#include "checker/base/errors.hpp"
#include "checker/base/layout.hpp"
#include "checker/base/source_text.hpp"
#include "checker/grading/class_folder/class_tree.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace kit {

namespace fs = std::filesystem;

namespace {

std::vector<std::string> usual_places(const std::string& folder, const Lab& lab) {
    return {path_below(folder, lab.id + "/kernel.cu"),
            path_below(folder, "labs/" + lab.id + "/kernel.cu"),
            path_below(folder, lab.id + ".cu")};
}

/// Results of grading one student's folder are beside it.
bool is_results(const fs::path& folder) {
    std::error_code error;
    return folder.filename().string().ends_with("-results") &&
           fs::is_regular_file(folder / "class.json", error);
}

/// Why a step of the path cannot be opened; empty if there is no such file.
std::string refusal(int error, bool last) {
    switch (error) {
    case ELOOP:
        return last ? "it is a symbolic link, not a file"
                    : "a folder on the way is a symbolic link";
    case ENOTDIR: return last ? "" : "a folder on the way is a symbolic link or a file";
    default: return fmt::format("it cannot be read: {}", std::strerror(error));
    }
}

/// Why what is no plain file is not taken.
std::string kind_refusal(mode_t mode) {
    return S_ISDIR(mode)    ? "it is a folder, not a file"
           : S_ISLNK(mode)  ? "it is a symbolic link, not a file"
           : S_ISSOCK(mode) ? "it is a socket, not a file"
                            : "it is a pipe or a device, not a file";
}

/// Opens one folder after the other and follows no link.
HandedIn read_below(const fs::path& folder, const std::string& file, std::size_t most) {
    HandedIn found;
    Descriptor at(open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    const fs::path path(file);

    struct stat facts {};

    for (auto step = path.begin(); step != path.end(); ++step) {
        const bool last = std::next(step) == path.end();
        // To open a pipe wakes who writes to it, and to open a device may do anything.
        if (last && fstatat(at.number(), step->c_str(), &facts, AT_SYMLINK_NOFOLLOW) == 0 &&
            !S_ISREG(facts.st_mode)) {
            found.file = file;
            found.reason = kind_refusal(facts.st_mode);
            return found;
        }
        const int flags = last ? O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC
                               : O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
        Descriptor next(openat(at.number(), step->c_str(), flags));
        if (!next.is_open()) {
            if (errno != ENOENT && errno != ENAMETOOLONG) {
                found.reason = refusal(errno, last);
                found.file = found.reason.empty() ? "" : file;
            }
            return found;
        }
        at = std::move(next);
    }
    found.file = file;
    if (fstat(at.number(), &facts) != 0 || !S_ISREG(facts.st_mode)) {
        found.reason = kind_refusal(facts.st_mode);
        return found;
    }
    found.modified = std::chrono::sys_seconds(std::chrono::seconds(facts.st_mtim.tv_sec));
    FileText content = read_from(at, most);
    found.text = std::move(content.text);
    if (content.error != 0) {
        found.reason = refusal(content.error, true);
    }
    return found;
}

} // namespace

bool matches_pattern(std::string_view name, std::string_view pattern) {
    // On a mismatch the last star takes one letter more: at most as many steps as the product of
    // both lengths.
    std::size_t n = 0;
    std::size_t p = 0;
    std::size_t star = std::string_view::npos;
    std::size_t tried = 0;
    while (n < name.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            tried = n;
        } else if (p < pattern.size() && pattern[p] == name[n]) {
            ++p;
            ++n;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            n = ++tried;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*') {
        ++p;
    }
    return p == pattern.size();
}

SubmissionFinder::SubmissionFinder(fs::path folder, fs::path unpacked)
    : folder_(std::move(folder)), unpacked_(std::move(unpacked)) {
    std::error_code error;
    if (!fs::is_directory(folder_, error)) {
        throw UsageError("{}: no such folder; give the one that has a folder for "
                         "each student",
                         folder_.string());
    }
    fs::directory_iterator(folder_, error);
    if (error) {
        throw UsageError("{}: cannot be read: {}", folder_.string(), error.message());
    }
}

std::vector<RosterEntry> SubmissionFinder::students() const {
    std::vector<RosterEntry> found;
    for (const fs::directory_entry& item : fs::directory_iterator(folder_)) {
        const std::string name = item.path().filename().string();
        std::error_code error;
        if (item.symlink_status(error).type() == fs::file_type::directory && name[0] != '.' &&
            !is_results(item.path())) {
            RosterEntry entry;
            entry.id = id_of_bytes(name);
            entry.name = name;
            entry.folder = name;
            found.push_back(std::move(entry));
        }
    }
    std::ranges::sort(found, {}, &RosterEntry::id);
    return found;
}

HandedIn SubmissionFinder::find(const RosterEntry& student, const Lab& lab) const {
    if (student.files.empty()) {
        return first_of(usual_places(student.folder, lab));
    }
    std::string pattern = with_replaced(student.files, "{lab}", lab.id);
    pattern = with_replaced(pattern, "{number}", fmt::format("{:02}", lab.number));
    const fs::path parent = fs::path(pattern).parent_path();
    const std::string wanted = fs::path(pattern).filename().string();
    std::vector<std::pair<fs::file_time_type, std::string>> found;
    std::error_code error;
    for (const fs::directory_entry& item : fs::directory_iterator(folder_ / parent, error)) {
        const std::string name = item.path().filename().string();
        if (matches_pattern(name, wanted)) {
            std::error_code no_time;
            found.emplace_back(item.is_symlink(no_time) ? fs::file_time_type::min()
                                                        : item.last_write_time(no_time),
                               (parent / name).string());
        }
    }
    return found.empty() ? HandedIn{} : read(std::ranges::max_element(found)->second);
}

HandedIn SubmissionFinder::find_answers(const RosterEntry& student) const {
    return first_of({path_below(student.folder, "answers.toml"),
                     path_below(student.folder, "quiz/answers.toml")});
}

std::vector<SubmissionFinder::LeftOut> SubmissionFinder::left_out() const {
    std::vector<LeftOut> found;
    for (const fs::directory_entry& item : fs::directory_iterator(folder_)) {
        const std::string name = item.path().filename().string();
        std::error_code error;
        const fs::file_type type = item.symlink_status(error).type();
        if (name[0] == '.') {
            if (type == fs::file_type::directory && name != ".git") {
                found.push_back({name, "has a name that begins with a dot"});
            }
            continue;
        }
        if (type == fs::file_type::directory && is_results(item.path())) {
            found.push_back({name, "holds the results of an earlier grading"});
        } else if (type == fs::file_type::symlink && fs::is_directory(item.path(), error)) {
            found.push_back({name, "is a link to a folder"});
        } else if (type != fs::file_type::directory && item.path().extension() == ".cu") {
            found.push_back({name, "is in nobody's folder"});
        }
    }
    std::ranges::sort(found, {}, &LeftOut::name);
    return found;
}

bool SubmissionFinder::is_one_student(const std::vector<Lab>& labs) const {
    const auto holds_a_lab = [&](const std::string& folder) {
        return std::ranges::any_of(labs, [&](const Lab& lab) {
            return !first_of(usual_places(folder, lab)).file.empty();
        });
    };
    // A student's folder may be a copy of the kit, which has its solutions.
    const auto is_part_of_kit = [&](const std::string& folder) {
        return folder == "labs" || folder == "solutions" ||
               std::ranges::any_of(labs, [&](const Lab& lab) { return lab.id == folder; });
    };
    if (!holds_a_lab("")) {
        return false;
    }
    const std::vector<RosterEntry> folders = students();
    return std::ranges::none_of(folders, [&](const RosterEntry& one) {
        return !is_part_of_kit(one.folder) && holds_a_lab(one.folder);
    });
}

HandedIn SubmissionFinder::first_of(const std::vector<std::string>& candidates) const {
    for (const std::string& file : candidates) {
        HandedIn found = read(file);
        if (!found.file.empty()) {
            return found;
        }
    }
    return {};
}

HandedIn SubmissionFinder::read(const std::string& file) const {
    HandedIn found = read_bytes(file);
    // One that is cut must not become short enough by its conversion.
    if (found.text.size() < most_submitted_bytes) {
        SourceText source = as_utf8(std::move(found.text));
        found.text = std::move(source.text);
        found.converted_from = std::move(source.converted_from);
    }
    if (!found.file.empty() && found.reason.empty()) {
        found.reason = why_no_source(found.text);
    }
    return found;
}

HandedIn SubmissionFinder::read_bytes(const std::string& file, std::size_t most) const {
    HandedIn found = read_below(folder_, file, most);
    // An archive on the way is a file in the class's folder.
    if (!unpacked_.empty() && (found.file.empty() || !found.reason.empty())) {
        HandedIn of_archive = read_below(unpacked_, file, most);
        if (of_archive.reason.empty() && !of_archive.file.empty()) {
            return of_archive;
        }
    }
    return found;
}

bool SubmissionFinder::holds_results(const std::string& name) const {
    return is_results(folder_ / name);
}

} // namespace kit
