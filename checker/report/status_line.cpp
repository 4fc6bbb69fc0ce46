#include "checker/report/status_line.hpp"

#include "checker/base/layout.hpp"
#include "checker/base/utf8.hpp"
#include "checker/report/style.hpp"

#include <fmt/core.h>

#include <cerrno>
#include <cstdlib>
#include <unistd.h>
#include <utility>

namespace kit {

namespace {

bool can_erase(int fd) {
    const char* terminal = std::getenv("TERM");
    return isatty(fd) != 0 && terminal != nullptr && std::string_view(terminal) != "dumb";
}

} // namespace

StatusLine::StatusLine(int fd) : StatusLine(fd, can_erase(fd), style_of_terminal(fd).width) {}

StatusLine::StatusLine(int fd, bool shown, int width) : fd_(fd), shown_(shown), width_(width) {}

StatusLine::StatusLine(std::function<void(std::string_view)> listener)
    : fd_(-1), shown_(false), width_(0), listener_(std::move(listener)) {}

StatusLine::~StatusLine() {
    clear();
}

void StatusLine::show(std::string_view text) {
    if (listener_) {
        listener_(text);
    }
    if (!shown_) {
        return;
    }
    const Clock::time_point now = Clock::now();
    Clock::time_point& oldest = written_at_[writes_ % writes_per_second];
    if (writes_ >= writes_per_second && now - oldest < std::chrono::seconds(1)) {
        return;
    }
    oldest = now;
    ++writes_;
    // One column stays free: a full line makes some terminals scroll.
    write_out(fmt::format("\r{}\x1b[K", cut(printable(text), width_ - 1)));
    visible_ = true;
}

void StatusLine::clear() {
    if (visible_) {
        write_out("\r\x1b[K");
        visible_ = false;
    }
}

void StatusLine::write_out(std::string_view text) const {
    while (!text.empty()) {
        const ssize_t written = ::write(fd_, text.data(), text.size());
        if (written < 0 && errno != EINTR) {
            return; // not worth failing a check
        }
        text.remove_prefix(written < 0 ? 0 : static_cast<std::size_t>(written));
    }
}

} // namespace kit
