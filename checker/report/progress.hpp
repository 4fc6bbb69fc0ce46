// One line on standard error that says what takes so long; it leaves no trace.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <functional>
#include <string_view>

namespace kit {

/// Shows only on a terminal that can erase a line (TERM other than "dumb") and writes at most 20
/// times in any second: what comes faster is left out, but a short burst is shown to its end, so
/// that the line never names a step that is long over. No background thread, because the checker
/// starts processes. Erased by clear() and by the destructor.
class Progress {
public:
    /// For an open file, usually standard error.
    explicit Progress(int fd);

    /// As told; `width` is the terminal's in columns.
    Progress(int fd, bool shown, int width);

    /// Hands every text on, as it is and at once, instead of writing it; clear() does nothing.
    explicit Progress(std::function<void(std::string_view)> listener);

    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

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
    std::function<void(std::string_view)> listener_; ///< empty where there is none
    bool visible_ = false;
    std::size_t writes_ = 0;
    std::array<Clock::time_point, writes_per_second> written_at_{}; ///< ring of the last writes
};

} // namespace kit
