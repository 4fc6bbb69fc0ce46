#include "checker/watch/keys.hpp"

#include <string_view>
#include <utility>

namespace kit {

namespace {

constexpr char escape = '\x1b';

std::optional<Key> control_key(char letter) {
    switch (letter) {
    case '\x03': // Ctrl-C and Ctrl-D, where the terminal hands them on
    case '\x04': return Key::quit;
    case '\r':
    case '\n': return Key::enter;
    case '\b':
    case '\x7f': return Key::erase;
    default: return std::nullopt;
    }
}

std::optional<Key> key_of(char letter) {
    switch (letter) {
    case 'n':
    case 'N': return Key::next;
    case 'h':
    case 'H':
    case '?': return Key::hint;
    case 'd':
    case 'D': return Key::details;
    case 't':
    case 'T': return Key::trace;
    case 'l':
    case 'L': return Key::list;
    case 'r':
    case 'R': return Key::check;
    case 'a':
    case 'A': return Key::check_all;
    case 'x':
    case 'X': return Key::reset;
    case 'y':
    case 'Y': return Key::yes;
    case '/': return Key::filter;
    case 'q':
    case 'Q': return Key::quit;
    case 'k': return Key::up;
    case 'j': return Key::down;
    case 'b': return Key::page_up;
    case ' ': return Key::page_down;
    case 'g': return Key::home;
    case 'G': return Key::end;
    default: return control_key(letter);
    }
}

constexpr std::pair<std::string_view, Key> sequences[] = {
    {"[A", Key::up},       {"OA", Key::up},         {"[B", Key::down}, {"OB", Key::down},
    {"[5~", Key::page_up}, {"[6~", Key::page_down}, {"[H", Key::home}, {"[1~", Key::home},
    {"[F", Key::end},      {"[4~", Key::end},       {"OH", Key::home}, {"OF", Key::end},
};

/// Bytes of the sequence after an escape; nothing if its end has not arrived.
std::optional<std::size_t> sequence_length(std::string_view text) {
    if (text.empty()) {
        return std::nullopt;
    }
    if (text.front() == 'O') {
        return text.size() < 2 ? std::nullopt : std::optional<std::size_t>(2);
    }
    if (text.front() != '[') {
        return 0; // a lone Escape before another key
    }
    for (std::size_t i = 1; i < text.size(); ++i) {
        if (text[i] >= '@' && text[i] <= '~') {
            return i + 1;
        }
    }
    return std::nullopt;
}

std::optional<Key> key_of_sequence(std::string_view sequence) {
    if (sequence.empty()) {
        return Key::escape;
    }
    for (const auto& [known, key] : sequences) {
        if (sequence == known) {
            return key;
        }
    }
    return std::nullopt;
}

} // namespace

std::optional<Event> take_key(std::string& bytes, bool as_text) {
    while (!bytes.empty()) {
        const char first = bytes.front();
        std::size_t length = 1;
        std::optional<Key> key;
        if (first == escape) {
            const auto sequence = sequence_length(std::string_view(bytes).substr(1));
            if (!sequence) {
                return std::nullopt;
            }
            key = key_of_sequence(std::string_view(bytes).substr(1, *sequence));
            length += *sequence;
        } else if (as_text && first >= ' ' && first <= '~') {
            bytes.erase(0, 1);
            return Letter{first};
        } else {
            key = as_text ? control_key(first) : key_of(first);
        }
        bytes.erase(0, length);
        if (key) {
            return *key;
        }
    }
    return std::nullopt;
}

bool may_be_escape(const std::string& bytes) {
    return bytes.size() == 1 && bytes.front() == escape;
}

} // namespace kit
