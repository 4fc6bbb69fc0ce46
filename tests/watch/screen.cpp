#include "tests/watch/screen.hpp"

#include <algorithm>

namespace kit {

namespace {

std::size_t bytes_of_character(unsigned char first) {
    return first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

} // namespace

Screen::Screen(int columns, int rows)
    : columns_(columns), rows_(rows),
      cells_(static_cast<std::size_t>(rows),
             std::vector<std::string>(static_cast<std::size_t>(columns), " ")),
      main_cells_(cells_) {}

void Screen::write(std::string_view bytes) {
    pending_ += bytes;
    std::string_view rest = pending_;
    while (!rest.empty()) {
        std::size_t length = bytes_of_character(static_cast<unsigned char>(rest.front()));
        if (rest.starts_with("\x1b]8;;")) {
            const std::size_t end = rest.find("\x1b\\");
            if (end == std::string_view::npos) {
                break;
            }
            if (end > 5) {
                links_.emplace_back(rest.substr(5, end - 5));
            }
            length = end + 2;
        } else if (rest.front() == '\x1b') {
            // "\x1b[", parameters, one letter
            const auto end =
                std::find_if(rest.begin() + std::min<std::ptrdiff_t>(2, rest.end() - rest.begin()),
                             rest.end(), [](char c) { return c >= '@' && c <= '~'; });
            if (end == rest.end()) {
                break;
            }
            length = static_cast<std::size_t>(end - rest.begin()) + 1;
            obey(rest.substr(2, length - 3), *end);
        } else if (length > rest.size()) {
            break;
        } else {
            put(rest.substr(0, length));
        }
        rest.remove_prefix(length);
    }
    pending_ = std::string(rest);
}

void Screen::put(std::string_view character) {
    if (character == "\r") {
        column_ = 0;
    } else if (character == "\n") {
        if (row_ + 1 < rows_) {
            ++row_;
        } else {
            cells_.erase(cells_.begin());
            cells_.emplace_back(static_cast<std::size_t>(columns_), " ");
        }
    } else {
        if (column_ == columns_) {
            put("\r");
            put("\n");
        }
        cells_[row_][column_] = std::string(character);
        ++column_;
    }
}

void Screen::clear(int row, int from) {
    auto& line = cells_[row];
    std::fill(line.begin() + std::min(from, columns_), line.end(), " ");
}

void Screen::obey(std::string_view parameters, char command) {
    if (command == 'H' && parameters.empty()) {
        row_ = 0;
        column_ = 0;
    } else if (command == 'K' && parameters.empty()) {
        clear(row_, column_);
    } else if (command == 'J') {
        const bool all = parameters == "2";
        for (int row = all ? 0 : row_; row < rows_; ++row) {
            clear(row, row == row_ && !all ? column_ : 0);
        }
    } else if (parameters == "?1049" && alternate_ != (command == 'h')) {
        alternate_ = command == 'h';
        std::swap(cells_, main_cells_);
    } else if (parameters == "?25") {
        cursor_shown_ = command == 'h';
    } else if (command == 'm') {
        coloured_ = coloured_ || parameters != "0";
    } else if (parameters != "?1049") {
        unknown_ += "[" + std::string(parameters) + command + " ";
    }
}

std::string Screen::text() const {
    std::string text;
    for (const auto& line : cells_) {
        std::string row;
        for (const std::string& cell : line) {
            row += cell;
        }
        row.erase(row.find_last_not_of(' ') + 1);
        text += row + "\n";
    }
    return text;
}

} // namespace kit
