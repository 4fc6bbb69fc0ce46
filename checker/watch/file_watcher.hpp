// Sees that a student saved a file, however the editor saves and wherever the file lies.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace kit::watch {

/// Looks at the file when its folder says that something happened (inotify: editors put a new file
/// in the old one's place, so the file itself is no use) and, because network folders and links
/// say nothing, now and then in any case. A change is reported once it has rested for a moment: one
/// save makes several events.
class FileWatcher {
public:
    using Clock = std::chrono::steady_clock;

    enum class Method {
        notified, ///< by inotify where it can be had, and a look each second
        polled,   ///< a look five times a second
    };

    enum class Change { saved, gone };

    explicit FileWatcher(Method method);
    ~FileWatcher();
    FileWatcher(const FileWatcher&) = delete;
    FileWatcher& operator=(const FileWatcher&) = delete;

    /// From now on this file, as it is now.
    void follow(const std::filesystem::path& file);

    /// To wait for: readable when the folder says something; -1 where it cannot.
    [[nodiscard]] int descriptor() const { return inotify_; }

    /// How long to wait at most before the next look().
    [[nodiscard]] std::chrono::milliseconds patience(Clock::time_point now) const;

    /// What happened, if it has come to rest. To be called when the descriptor is readable and when
    /// the patience is over.
    [[nodiscard]] std::optional<Change> look(Clock::time_point now);

private:
    /// What tells one state of the file from another; none of it alone does on every file system.
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
    int inotify_ = -1;
    int folder_watch_ = -1;
    Signature reported_;
    Signature seen_; ///< equal to reported_ where nothing is on its way
    Clock::time_point seen_at_{};
    Clock::time_point reported_at_{};
    Clock::time_point looked_at_{};
};

} // namespace kit::watch
