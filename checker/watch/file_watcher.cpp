#include "checker/watch/file_watcher.hpp"

#include "checker/base/descriptor.hpp"
#include "checker/base/fingerprint.hpp"
#include "checker/model/verdict.hpp"

#include <fcntl.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace kit {

using std::chrono::milliseconds;

namespace {

constexpr milliseconds rest{40};
constexpr milliseconds look_when_notified{1000};
constexpr milliseconds look_when_polled{200};
/// The same text again within this time is the same save, by an editor that writes in several steps.
constexpr milliseconds same_save{1000};
/// Submissions of 1 MiB or more are refused.
constexpr std::size_t most_read = (std::size_t{1} << 20) + 1;

constexpr std::uint32_t wanted = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE |
                                 IN_DELETE | IN_MODIFY | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF |
                                 IN_ONLYDIR;

/// The name of a file system whose files are another machine's, Windows' for WSL and a Mac's for a container, which
/// tells of none of its saves. Numbers of statfs(2) and of the sources of VirtualBox and VMware. Not NFS, where
/// students save on the machine that looks.
std::string silent_system_of(const std::filesystem::path& folder) {
    struct statfs system {};

    if (statfs(folder.c_str(), &system) != 0) {
        return "";
    }
    switch (static_cast<std::uint32_t>(system.f_type)) {
    case 0x01021997: return "9p";
    case 0x65735546: return "FUSE";
    case 0x786f4256: return "vboxsf";
    case 0xbacbacbc: return "vmhgfs";
    case 0xff534d42:
    case 0xfe534d42: return "SMB";
    default: return "";
    }
}

} // namespace

FileWatcher::FileWatcher(Method method) {
    if (method == Method::notified) {
        inotify_ = Descriptor(inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
    }
}

void FileWatcher::follow(const std::filesystem::path& file) {
    file_ = std::filesystem::absolute(file);
    if (inotify_.is_open()) {
        if (folder_watch_ >= 0) {
            inotify_rm_watch(inotify_.number(), folder_watch_);
        }
        silent_system_ = silent_system_of(file_.parent_path());
        // If the folder cannot be watched, the looks at intervals suffice.
        folder_watch_ =
            silent_system_.empty()
                ? inotify_add_watch(inotify_.number(), file_.parent_path().c_str(), wanted)
                : -1;
        drain_events();
    }
    reported_ = seen_ = signature();
    reported_at_ = Clock::time_point{};
    looked_at_ = Clock::now();
}

milliseconds FileWatcher::patience(Clock::time_point now) const {
    const bool notified = inotify_.is_open() && folder_watch_ >= 0;
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
    // Opening a pipe in the file's place must not block.
    const Descriptor file(open(file_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    Signature result;

    struct stat status {};

    if (file.is_open() && fstat(file.number(), &status) == 0 && S_ISREG(status.st_mode)) {
        if (const FileText content = read_from(file, most_read); content.error == 0) {
            result.there = true;
            result.inode = status.st_ino;
            result.modified =
                std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
            result.fingerprint = fingerprint_of(content.text);
        }
    }
    return result;
}

void FileWatcher::drain_events() {
    if (!inotify_.is_open()) {
        return;
    }
    alignas(inotify_event) std::array<char, 4096> buffer;
    for (;;) {
        const ssize_t count = read(inotify_.number(), buffer.data(), buffer.size());
        if (count <= 0) {
            return;
        }
        for (ssize_t at = 0; at < count;) {
            const auto* event = reinterpret_cast<const inotify_event*>(buffer.data() + at);
            if (event->wd == folder_watch_ &&
                (event->mask & (IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF)) != 0) {
                folder_watch_ = -1; // looks will notice a folder that takes its place
            }
            at += static_cast<ssize_t>(sizeof(inotify_event) + event->len);
        }
    }
}

} // namespace kit
