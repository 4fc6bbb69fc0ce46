// One line on standard error that shows the current step, and is erased at the end.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <functional>
#include <string_view>

namespace kit {

/// Shown only on a terminal that can erase a line (TERM other than "dumb"). Writes at most 20 times in
/// any second and drops what comes faster; a short burst is shown to its end, so that the line rarely
/// names a step that is over. Uses no thread, because the checker starts processes. Erased by clear()
/// and by the destructor.
class StatusLine {
public:
    /// For an open file, usually standard error.
    explicit StatusLine(int fd);

    /// Without asking the terminal; `width` in columns.
    StatusLine(int fd, bool shown, int width);

    /// Passes every text on, unchanged and at once, and writes nothing; clear() does nothing.
    explicit StatusLine(std::function<void(std::string_view)> listener);

    ~StatusLine();
    StatusLine(const StatusLine&) = delete;
    StatusLine& operator=(const StatusLine&) = delete;

    /// Replaces the line: "checking 121³ (5 of 7)…". Cut to the terminal's width.
    void show(std::string_view text);

    /// Erases the line; call it before anything else is written to the terminal.
    void clear();

private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::size_t writes_per_second = 20;

    void write_out(std::string_view text) const;

    int fd_;
    bool shown_;
    int width_;
    std::function<void(std::string_view)> listener_; ///< may be empty
    bool visible_ = false;
    std::size_t writes_ = 0;
    std::array<Clock::time_point, writes_per_second>
        written_at_{}; ///< ring buffer of the last writes
};

} // namespace kit
