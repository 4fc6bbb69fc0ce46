#include "checker/grading/class_folder/separated_table.hpp"

#include "checker/base/source_text.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace kit {

namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

char separator_of(std::string_view text) {
    constexpr std::array<char, 3> candidates{',', ';', '\t'};
    std::array<int, 3> counts{};
    bool is_quoted = false;
    for (const char letter : text) {
        if (letter == '"') {
            is_quoted = !is_quoted;
        } else if (!is_quoted && (letter == '\r' || letter == '\n')) {
            break;
        } else if (!is_quoted) {
            for (std::size_t i = 0; i < candidates.size(); ++i) {
                counts[i] += letter == candidates[i] ? 1 : 0;
            }
        }
    }
    return candidates[std::ranges::max_element(counts) - counts.begin()];
}

/// Reads a text from its beginning to its end.
class TableReader {
public:
    TableReader(std::string_view text, std::size_t begin) : text_(text), at_(begin) {
        table_.separator = separator_of(text.substr(begin));
    }

    SeparatedTable read() {
        begin_row();
        while (at_ < text_.size()) {
            const char letter = text_[at_];
            if (letter == '"' && at_ == field_.begin) {
                read_quoted();
            } else if (letter == table_.separator) {
                end_field();
                field_.begin = ++at_;
            } else if (letter == '\r' || letter == '\n') {
                end_row();
                at_ += letter == '\r' && text_.substr(at_ + 1, 1) == "\n" ? 2 : 1;
                ++line_;
                begin_row();
            } else {
                field_.value += letter;
                ++at_;
            }
        }
        end_row();
        return std::move(table_);
    }

private:
    void begin_row() {
        row_ = {line_, {}};
        field_.begin = at_;
    }

    void end_field() {
        field_.end = at_;
        SourceText converted = as_utf8(field_.value);
        if (!converted.converted_from.empty()) {
            field_.bytes = std::exchange(field_.value, std::move(converted.text));
        }
        row_.fields.push_back(std::exchange(field_, {}));
    }

    void end_row() {
        end_field();
        if (row_.fields.size() > 1 || !row_.fields.front().value.empty()) {
            table_.rows.push_back(std::move(row_));
        }
    }

    void read_quoted() {
        const int begin = line_;
        for (++at_; at_ < text_.size(); ++at_) {
            const char letter = text_[at_];
            line_ += letter == '\n' ? 1 : 0;
            if (letter != '"') {
                field_.value += letter;
            } else if (text_.substr(at_ + 1, 1) == "\"") {
                field_.value += '"';
                ++at_;
            } else {
                ++at_;
                return;
            }
        }
        table_.unclosed = begin;
    }

    std::string_view text_;
    std::size_t at_;
    int line_ = 1;
    TableField field_;
    TableRow row_;
    SeparatedTable table_;
};

} // namespace

SeparatedTable read_separated_table(std::string_view text) {
    return TableReader(text, text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0).read();
}

} // namespace kit
