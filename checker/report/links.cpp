#include "checker/report/links.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <system_error>

namespace kit {

namespace fs = std::filesystem;

namespace {

std::string_view value_of(const char* variable) {
    const char* value = std::getenv(variable);
    return value == nullptr ? std::string_view{} : std::string_view{value};
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
    return std::ranges::find(words, word) != words.end();
}

bool is_letter_or_digit(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_of_path(char c) {
    const bool plain = is_letter_or_digit(c) || c == '/' || c == '.' || c == '-' || c == '_';
    return plain || (static_cast<unsigned char>(c) & 0x80U) != 0;
}

std::string host() {
    char name[256] = {};
    return gethostname(name, sizeof name - 1) == 0 ? name : "";
}

std::string address_of(const fs::path& file) {
    std::error_code error;
    const std::string path = fs::absolute(file, error).lexically_normal().string();
    std::string address = "file://" + host();
    for (const char c : error ? file.string() : path) {
        const bool plain = is_of_path(c) && (static_cast<unsigned char>(c) & 0x80U) == 0;
        address +=
            plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return address;
}

/// Bytes of ":45" at the start of the text; 0 if it begins otherwise.
std::size_t number_length(std::string_view text) {
    if (text.empty() || text.front() != ':') {
        return 0;
    }
    const std::size_t end = std::min(text.find_first_not_of("0123456789", 1), text.size());
    return end > 1 ? end : 0;
}

/// Whether the text at `at` is this file's name, and not a part of a longer one.
bool is_named_at(std::string_view text, std::size_t at, const std::string& name) {
    if (name.empty() || text.compare(at, name.size(), name) != 0 ||
        (at > 0 && is_of_path(text[at - 1]))) {
        return false;
    }
    const std::string_view behind = text.substr(at + name.size());
    // A full stop may end a sentence, or begin a longer ending: kernel.cu.kept.
    return behind.empty() || !is_of_path(behind[0]) ||
           (behind[0] == '.' && (behind.size() == 1 || !is_of_path(behind[1])));
}

} // namespace

bool shows_links(int fd) {
    const std::string_view forced = value_of("FORCE_HYPERLINK");
    if (!forced.empty()) {
        return forced != "0";
    }
    const std::string_view terminal = value_of("TERM");
    const std::string_view program = value_of("TERM_PROGRAM");
    if (isatty(fd) == 0 || terminal == "dumb") {
        return false;
    }
    // What the terminal around tmux or screen can do is nothing that these pass on.
    if (terminal.starts_with("tmux") || terminal.starts_with("screen") || program == "tmux") {
        const double version = std::atof(std::string(value_of("TERM_PROGRAM_VERSION")).c_str());
        return program == "tmux" && version >= 3.4;
    }
    return is_one_of(program, {"iTerm.app", "WezTerm", "vscode", "ghostty", "rio"}) ||
           is_one_of(terminal, {"xterm-kitty", "xterm-ghostty", "foot", "alacritty", "wezterm"}) ||
           std::atoi(std::string(value_of("VTE_VERSION")).c_str()) >= 5000 ||
           !value_of("KONSOLE_VERSION").empty() || !value_of("WT_SESSION").empty();
}

std::string with_links(std::string_view text, const std::vector<fs::path>& files) {
    std::string linked;
    for (std::size_t at = 0; at < text.size();) {
        const auto file = std::ranges::find_if(
            files, [&](const fs::path& each) { return is_named_at(text, at, each.string()); });
        if (file == files.end()) {
            linked += text[at++];
            continue;
        }
        std::size_t end = at + file->string().size();
        const std::size_t line = number_length(text.substr(end));
        const std::string place =
            line == 0 ? "" : "#" + std::string(text.substr(end + 1, line - 1));
        end += line;
        end += number_length(text.substr(end));
        linked += fmt::format("\x1b]8;;{}{}\x1b\\{}\x1b]8;;\x1b\\", address_of(*file), place,
                              text.substr(at, end - at));
        at = end;
    }
    return linked;
}

} // namespace kit
