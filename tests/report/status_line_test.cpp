#include "checker/report/status_line.hpp"
#include "tests/catch.hpp"

#include <algorithm>
#include <array>
#include <fcntl.h>
#include <string>
#include <unistd.h>
#include <vector>

using namespace kit;

namespace {

/// A pipe that stands for the terminal.
struct Pipe {
    Pipe() {
        REQUIRE(pipe(ends.data()) == 0);
        fcntl(ends[0], F_SETFL, O_NONBLOCK);
    }

    ~Pipe() {
        close(ends[0]);
        close(ends[1]);
    }

    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;

    [[nodiscard]] std::string read_all() const {
        std::array<char, 65536> buffer{};
        const ssize_t bytes = read(ends[0], buffer.data(), buffer.size());
        return bytes > 0 ? std::string(buffer.data(), static_cast<std::size_t>(bytes)) : "";
    }

    std::array<int, 2> ends{};
};

} // namespace

TEST_CASE("a progress line is replaced and leaves no trace") {
    const Pipe terminal;
    {
        StatusLine status(terminal.ends[1], true, 12);
        status.show("one");
        status.show("checking 121³ (5 of 7)");
    }
    CHECK(terminal.read_all() == "\rone\x1b[K\rchecking 1…\x1b[K\r\x1b[K");
}

TEST_CASE("no progress where it is no terminal") {
    const Pipe terminal;
    {
        StatusLine status(terminal.ends[1]);
        status.show("one");
    }
    CHECK(terminal.read_all().empty());
}

TEST_CASE("progress writes at most 20 times in a second") {
    const Pipe terminal;
    StatusLine status(terminal.ends[1], true, 80);
    for (int i = 0; i < 1000; ++i) {
        status.show("x");
    }
    const std::string written = terminal.read_all();
    CHECK(std::ranges::count(written, 'x') == 20);
}

TEST_CASE("a listener gets every text, whole and at once") {
    std::vector<std::string> heard;
    StatusLine status([&](std::string_view text) { heard.emplace_back(text); });
    for (int i = 0; i < 100; ++i) {
        status.show(std::to_string(i) + std::string(200, '.'));
    }
    status.clear();
    CHECK(heard.size() == 100);
    CHECK(heard[7] == "7" + std::string(200, '.'));
}
