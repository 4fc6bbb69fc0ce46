#include "checker/watch/keys.hpp"

#include <optional>
#include <string_view>
#include <utility>

namespace kit::watch {

namespace {

constexpr char escape = '\x1b';

std::optional<Key> key_of(char letter) {
    switch (letter) {
    case 'n':
    case 'N': return Key::next;
    case 'h':
    case 'H':
    case '?': return Key::hint;
    case 'd':
    case 'D': return Key::details;
    case 'l':
    case 'L': return Key::list;
    case 'q':
    case 'Q':
    case '\x03': // Ctrl-C and Ctrl-D, where the terminal hands them on
    case '\x04': return Key::quit;
    case '\r':
    case '\n': return Key::enter;
    case 'k': return Key::up;
    case 'j': return Key::down;
    case 'b': return Key::page_up;
    case ' ': return Key::page_down;
    case 'g': return Key::home;
    case 'G': return Key::end;
    default: return std::nullopt;
    }
}

constexpr std::pair<std::string_view, Key> sequences[] = {
    {"[A", Key::up},       {"OA", Key::up},         {"[B", Key::down}, {"OB", Key::down},
    {"[5~", Key::page_up}, {"[6~", Key::page_down}, {"[H", Key::home}, {"[1~", Key::home},
    {"[F", Key::end},      {"[4~", Key::end},       {"OH", Key::home}, {"OF", Key::end},
};

/// Bytes of the sequence that begins behind an escape; absent where its end is still to come.
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

} // namespace

std::vector<Key> take_keys(std::string& bytes) {
    std::vector<Key> keys;
    std::string_view rest = bytes;
    while (!rest.empty()) {
        if (rest.front() != escape) {
            if (const std::optional<Key> key = key_of(rest.front())) {
                keys.push_back(*key);
            }
            rest.remove_prefix(1);
            continue;
        }
        const std::optional<std::size_t> length = sequence_length(rest.substr(1));
        if (!length) {
            break;
        }
        for (const auto& [sequence, key] : sequences) {
            if (rest.substr(1, *length) == sequence) {
                keys.push_back(key);
            }
        }
        rest.remove_prefix(1 + *length);
    }
    bytes = std::string(rest);
    return keys;
}

} // namespace kit::watch
