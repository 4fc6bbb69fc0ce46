#include "checker/watch/file_watcher.hpp"

#include "checker/model/fingerprint.hpp"

#include <fcntl.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string>
#include <utility>

namespace kit::watch {

using std::chrono::milliseconds;

namespace {

constexpr milliseconds rest{40};
constexpr milliseconds look_when_notified{1000};
constexpr milliseconds look_when_polled{200};
/// The same text again within this is the same save, of an editor that writes in several steps.
constexpr milliseconds same_save{1000};
/// A submission is refused from 1 MiB on.
constexpr std::size_t most_read = (std::size_t{1} << 20) + 1;

constexpr std::uint32_t wanted = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE |
                                 IN_DELETE | IN_MODIFY | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF |
                                 IN_ONLYDIR;

/// Nothing where the file cannot be read to its end, or to the most.
std::optional<std::string> text_of(int file) {
    std::string text;
    std::array<char, 65536> buffer;
    while (text.size() < most_read) {
        const ssize_t count = read(file, buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            return std::nullopt;
        }
        if (count == 0) {
            break;
        }
        text.append(buffer.data(), static_cast<std::size_t>(count));
    }
    return text;
}

} // namespace

FileWatcher::FileWatcher(Method method) {
    if (method == Method::notified) {
        inotify_ = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    }
}

FileWatcher::~FileWatcher() {
    if (inotify_ >= 0) {
        close(inotify_);
    }
}

void FileWatcher::follow(const std::filesystem::path& file) {
    file_ = std::filesystem::absolute(file);
    if (inotify_ >= 0) {
        if (folder_watch_ >= 0) {
            inotify_rm_watch(inotify_, folder_watch_);
        }
        // Where the folder cannot be watched the looks in between have to do.
        folder_watch_ = inotify_add_watch(inotify_, file_.parent_path().c_str(), wanted);
        drain_events();
    }
    reported_ = seen_ = signature();
    reported_at_ = Clock::time_point{};
    looked_at_ = Clock::now();
}

milliseconds FileWatcher::patience(Clock::time_point now) const {
    const bool notified = inotify_ >= 0 && folder_watch_ >= 0;
    const Clock::time_point next =
        seen_ != reported_ ? seen_at_ + rest
                           : looked_at_ + (notified ? look_when_notified : look_when_polled);
    return std::max(std::chrono::ceil<milliseconds>(next - now), milliseconds{0});
}

std::optional<FileWatcher::Change> FileWatcher::look(Clock::time_point now) {
    drain_events();
    looked_at_ = now;
    Signature is = signature();
    if (is != seen_) {
        seen_ = std::move(is);
        seen_at_ = now;
    }
    if (seen_ == reported_ || now - seen_at_ < rest) {
        return std::nullopt;
    }
    const bool same_text =
        seen_.there == reported_.there && seen_.fingerprint == reported_.fingerprint;
    const bool again = same_text && now - reported_at_ < same_save;
    reported_ = seen_;
    if (again) {
        return std::nullopt;
    }
    reported_at_ = now;
    return seen_.there ? Change::saved : Change::gone;
}

FileWatcher::Signature FileWatcher::signature() const {
    // A pipe in the file's place must not hold the keys up.
    const int file = open(file_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    Signature result;

    struct stat status {};

    if (file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode)) {
        if (const std::optional<std::string> text = text_of(file)) {
            result.there = true;
            result.inode = status.st_ino;
            result.modified =
                std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
            result.fingerprint = fingerprint_of(*text);
        }
    }
    if (file >= 0) {
        close(file);
    }
    return result;
}

void FileWatcher::drain_events() {
    if (inotify_ < 0) {
        return;
    }
    alignas(inotify_event) std::array<char, 4096> buffer;
    for (;;) {
        const ssize_t count = read(inotify_, buffer.data(), buffer.size());
        if (count <= 0) {
            return;
        }
        for (ssize_t at = 0; at < count;) {
            const auto* event = reinterpret_cast<const inotify_event*>(buffer.data() + at);
            if (event->wd == folder_watch_ &&
                (event->mask & (IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF)) != 0) {
                folder_watch_ = -1; // another folder may take its place: looks will see that
            }
            at += static_cast<ssize_t>(sizeof(inotify_event) + event->len);
        }
    }
}

} // namespace kit::watch
