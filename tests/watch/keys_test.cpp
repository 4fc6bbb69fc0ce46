// Keys from bytes that come in any pieces.
#include "checker/watch/terminal.hpp"
#include "tests/catch.hpp"

using namespace kit;

namespace {

std::vector<Key> keys(std::string bytes) {
    return take_keys(bytes);
}

} // namespace

TEST_CASE("letters, arrows and pages") {
    CHECK(keys("nhdlqQ?") == std::vector<Key>{Key::next, Key::hint, Key::details, Key::list,
                                              Key::quit, Key::quit, Key::hint});
    CHECK(keys("\x1b[A\x1bOB\x1b[5~\x1b[6~\x1b[H\x1b[F\r") ==
          std::vector<Key>{Key::up, Key::down, Key::page_up, Key::page_down, Key::home, Key::end,
                           Key::enter});
}

TEST_CASE("what is no key of ours is dropped, modified arrows and pasted text among it") {
    CHECK(keys("xyz\xc3\xa4\x1b[1;5C\x1b[200~").empty());
    CHECK(keys("\x1b[1;5Cn") == std::vector<Key>{Key::next});
    CHECK(keys("\x1bn") == std::vector<Key>{Key::next});
}

TEST_CASE("a sequence that is cut waits for its rest") {
    std::string bytes = "n\x1b";
    CHECK(take_keys(bytes) == std::vector<Key>{Key::next});
    CHECK(bytes == "\x1b");
    bytes += "[";
    CHECK(take_keys(bytes).empty());
    bytes += "Aq";
    CHECK(take_keys(bytes) == std::vector<Key>{Key::up, Key::quit});
    CHECK(bytes.empty());
}
