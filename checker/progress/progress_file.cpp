#include "checker/progress/progress_file.hpp"

#include "checker/progress/progress_text.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string_view>

namespace kit {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t largest_file = std::size_t{4} << 20;

/// An open file, closed with the object; a lock on it ends then, too.
class Descriptor {
public:
    Descriptor(const fs::path& path, int flags)
        : number_(open(path.c_str(), flags | O_CLOEXEC, 0644)) {}

    ~Descriptor() {
        if (number_ >= 0) {
            close(number_);
        }
    }

    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    [[nodiscard]] int number() const { return number_; }

    [[nodiscard]] bool is_open() const { return number_ >= 0; }

private:
    int number_;
};

/// A file of its own is locked: the progress file itself is replaced by every change, and a folder
/// cannot be locked for writing on NFS.
void lock(const Descriptor& file) {
    while (file.is_open() && flock(file.number(), LOCK_EX) != 0 && errno == EINTR) {
    }
}

struct FileText {
    std::string text;
    int error = 0; ///< errno; ENOENT where there is no file
};

FileText text_of(const fs::path& path) {
    // A pipe in the file's place must not hold the check up.
    const Descriptor file(path, O_RDONLY | O_NONBLOCK);
    if (!file.is_open()) {
        return {"", errno};
    }
    FileText read_so_far;
    std::array<char, 65536> buffer;
    for (;;) {
        const ssize_t count = read(file.number(), buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            return {"", errno};
        }
        if (count == 0 || read_so_far.text.size() > largest_file) {
            return read_so_far;
        }
        read_so_far.text.append(buffer.data(), static_cast<std::size_t>(count));
    }
}

bool write_whole(int file, std::string_view text) {
    while (!text.empty()) {
        const ssize_t count = write(file, text.data(), text.size());
        if (count < 0 && errno != EINTR) {
            return false;
        }
        text.remove_prefix(count < 0 ? 0 : static_cast<std::size_t>(count));
    }
    return fsync(file) == 0;
}

/// Writes beside the file and renames: under the lock one name will do, and what a process left
/// there that was ended in the middle is written over. 0 or errno.
int replace(const fs::path& path, std::string_view text) {
    const fs::path beside = path.string() + ".new";
    {
        const Descriptor file(beside, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW);
        if (!file.is_open() || !write_whole(file.number(), text)) {
            return errno;
        }
    }
    if (rename(beside.c_str(), path.c_str()) != 0) {
        return errno;
    }
    const Descriptor folder(path.parent_path(), O_RDONLY | O_DIRECTORY);
    if (folder.is_open()) {
        fsync(folder.number()); // not every file system can; the file itself is whole in any case
    }
    return 0;
}

/// Where the damaged file went; empty where it could not be moved.
fs::path move_aside(const fs::path& file) {
    for (int number = 1; number < 1000; ++number) {
        const std::string name = number == 1 ? ".lab-progress.damaged.toml"
                                             : fmt::format(".lab-progress.damaged.{}.toml", number);
        const fs::path aside = file.parent_path() / name;
        std::error_code error;
        if (fs::exists(fs::symlink_status(aside, error))) {
            continue;
        }
        fs::rename(file, aside, error);
        return error ? fs::path() : aside;
    }
    return {};
}

struct Known {
    std::string text;
    CourseProgress course;
    bool usable = true; ///< what stands in the file may be written over
};

std::optional<Known> parsed(std::string text, std::string& what) {
    std::optional<CourseProgress> course = read_progress_text(text, what);
    if (!course) {
        return std::nullopt;
    }
    return Known{std::move(text), std::move(*course)};
}

/// Precondition: the caller holds the lock, where it can be had.
Known read_or_move_aside(const fs::path& file, std::string& notice) {
    FileText read = text_of(file);
    if (read.error == ENOENT) {
        return {};
    }
    if (read.error != 0) {
        notice = fmt::format("{}: your progress cannot be read: {}; nothing is noted.",
                             file.string(), std::strerror(read.error));
        return {"", {}, false};
    }
    std::string what;
    if (std::optional<Known> known = parsed(std::move(read.text), what)) {
        return std::move(*known);
    }
    const fs::path aside = move_aside(file);
    if (aside.empty()) {
        notice = fmt::format("{}: your progress cannot be read ({}), nor can the file be moved; "
                             "nothing is noted.",
                             file.string(), what);
        return {"", {}, false};
    }
    notice = fmt::format("{}: your progress could not be read ({}); the file is now {} and "
                         "progress begins anew.",
                         file.string(), what, aside.filename().string());
    return {};
}

bool switched_off() {
    const char* setting = std::getenv("KIT_PROGRESS");
    return setting != nullptr && std::string_view(setting) == "none";
}

} // namespace

ProgressFile::ProgressFile(fs::path root)
    : folder_(std::move(root)), file_(folder_ / ".lab-progress.toml") {}

CourseProgress ProgressFile::read(std::string& notice) const {
    notice.clear();
    if (switched_off()) {
        return {};
    }
    const FileText read = text_of(file_);
    if (read.error == ENOENT) {
        return {};
    }
    std::string what;
    if (read.error == 0) {
        if (std::optional<Known> known = parsed(read.text, what)) {
            return std::move(known->course);
        }
    }
    const Descriptor lock_file(folder_ / ".lab-progress.lock", O_RDWR | O_CREAT);
    lock(lock_file);
    return read_or_move_aside(file_, notice).course;
}

CourseProgress ProgressFile::update(const std::function<void(CourseProgress&)>& change,
                                    std::string& notice) const {
    notice.clear();
    if (switched_off()) {
        CourseProgress course;
        change(course);
        return course;
    }
    const Descriptor lock_file(folder_ / ".lab-progress.lock", O_RDWR | O_CREAT);
    lock(lock_file);
    Known known = read_or_move_aside(file_, notice);
    change(known.course);
    if (!known.usable) {
        return std::move(known.course);
    }
    if (const int error = replace(file_, progress_text(known.course, known.text))) {
        notice = fmt::format("{}: your progress cannot be written: {}.", file_.string(),
                             std::strerror(error));
    }
    return std::move(known.course);
}

std::string note_check(const fs::path& root, const Lab& lab, const CheckResult& result,
                       bool all_grids) {
    std::string notice;
    ProgressFile(root).update(
        [&](CourseProgress& course) { enter_check(course[lab.id], result, all_grids, utc_now()); },
        notice);
    return notice;
}

} // namespace kit
