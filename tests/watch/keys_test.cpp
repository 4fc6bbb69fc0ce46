// Keys from bytes that come in any pieces.
#include "checker/watch/keys.hpp"
#include "tests/catch.hpp"

using namespace kit;

namespace {

std::vector<Key> take_keys(std::string& bytes) {
    std::vector<Key> keys;
    while (const auto event = take_key(bytes, false)) {
        keys.push_back(std::get<Key>(*event));
    }
    return keys;
}

std::vector<Key> keys(std::string bytes) {
    return take_keys(bytes);
}

} // namespace

TEST_CASE("letters, arrows and pages") {
    CHECK(keys("nhdtlqQ?") == std::vector<Key>{Key::next, Key::hint, Key::details, Key::trace,
                                               Key::list, Key::quit, Key::quit, Key::hint});
    CHECK(keys("rRaAxy/\x7f") == std::vector<Key>{Key::check, Key::check, Key::check_all,
                                                  Key::check_all, Key::reset, Key::yes, Key::filter,
                                                  Key::erase});
    CHECK(keys("\x1b[A\x1bOB\x1b[5~\x1b[6~\x1b[H\x1b[F\r") ==
          std::vector<Key>{Key::up, Key::down, Key::page_up, Key::page_down, Key::home, Key::end,
                           Key::enter});
}

TEST_CASE("what is no key of ours is dropped, modified arrows and pasted text among it") {
    CHECK(keys("wvz\xc3\xa4\x1b[1;5C\x1b[200~").empty());
    CHECK(keys("\x1b[1;5Cn") == std::vector<Key>{Key::next});
    CHECK(keys("\x1bn") == std::vector<Key>{Key::escape, Key::next});
}

TEST_CASE("where text is wanted, letters are letters, and control keys stay keys") {
    std::string bytes = "q2 \x7f\r\x1b[A\xc3\xa4\x03";
    std::vector<Event> events;
    while (const auto event = take_key(bytes, true)) {
        events.push_back(*event);
    }
    REQUIRE(events.size() == 7);
    CHECK(std::get<Letter>(events[0]) == Letter{'q'});
    CHECK(std::get<Letter>(events[1]) == Letter{'2'});
    CHECK(std::get<Letter>(events[2]) == Letter{' '});
    CHECK(std::get<Key>(events[3]) == Key::erase);
    CHECK(std::get<Key>(events[4]) == Key::enter);
    CHECK(std::get<Key>(events[5]) == Key::up);
    CHECK(std::get<Key>(events[6]) == Key::quit);
}

TEST_CASE("a sequence that is cut waits for its rest") {
    std::string bytes = "n\x1b";
    CHECK(take_keys(bytes) == std::vector<Key>{Key::next});
    CHECK(bytes == "\x1b");
    CHECK(may_be_escape(bytes));
    bytes += "[";
    CHECK(take_keys(bytes).empty());
    CHECK_FALSE(may_be_escape(bytes));
    bytes += "Aq";
    CHECK(take_keys(bytes) == std::vector<Key>{Key::up, Key::quit});
    CHECK(bytes.empty());
}
