// Notices that a student saved a file, with any editor and on any file system.
#pragma once

#include "checker/base/descriptor.hpp"

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace kit {

/// Looks at the file whenever inotify reports an event in its folder: editors often replace the file, so
/// watching the file itself does not work. Also looks at intervals, because network folders and links
/// send no events; oftener where another machine writes the files, as Windows does in /mnt/c. One save
/// causes several events, so a change is reported after a short rest.
class FileWatcher {
public:
    using Clock = std::chrono::steady_clock;

    enum class Method {
        notified, ///< inotify if available, and a look each second
        polled,   ///< a look five times a second
    };

    enum class Change { saved, gone };

    explicit FileWatcher(Method method);

    /// Watches this file from now on, starting from its present state.
    void follow(const std::filesystem::path& file);

    /// The kind of file system that tells of no saves, so that the file is looked at five times a second, as "9p";
    /// empty where there are events, and where the caller chose to look.
    [[nodiscard]] const std::string& silent_system() const { return silent_system_; }

    /// Readable when there is an event in the folder; -1 without inotify.
    [[nodiscard]] int descriptor() const { return inotify_.number(); }

    /// The longest wait before the next look().
    [[nodiscard]] std::chrono::milliseconds patience(Clock::time_point now) const;

    /// The change, once the file is at rest. Call this when the descriptor is readable and when
    /// patience() is over.
    [[nodiscard]] std::optional<Change> look(Clock::time_point now);

private:
    /// Tells two states of the file apart. No single member does so on every file system.
    struct Signature {
        bool there = false;
        ino_t inode = 0;
        std::int64_t modified = 0; ///< nanoseconds
        std::string fingerprint;

        friend bool operator==(const Signature&, const Signature&) = default;
    };

    [[nodiscard]] Signature signature() const;
    void drain_events();

    std::filesystem::path file_;
    Descriptor inotify_;
    int folder_watch_ = -1;
    std::string silent_system_;
    Signature reported_;
    Signature seen_; ///< equal to reported_ unless a change is at rest
    Clock::time_point seen_at_{};
    Clock::time_point reported_at_{};
    Clock::time_point looked_at_{};
};

} // namespace kit
