#include "checker/grading/writers/roster_column.hpp"

namespace kit {

namespace {

std::string letters_of(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (c >= 'A' && c <= 'Z') {
            result += static_cast<char>(c - 'A' + 'a');
        } else if (c >= 'a' && c <= 'z') {
            result += c;
        }
    }
    return result;
}

} // namespace

std::string roster_column(const GradedStudent& student,
                          std::initializer_list<std::string_view> names) {
    for (const std::string_view wanted : names) {
        for (const auto& [column, value] : student.columns) {
            if (!value.empty() && letters_of(column) == wanted) {
                return value;
            }
        }
    }
    return "";
}

} // namespace kit
