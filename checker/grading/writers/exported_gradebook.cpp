// A platform's own gradebook with the class's points in it: only the bytes of grades change.
#include "checker/grading/writers/formats.hpp"
#include "checker/grading/writers/item_account.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

namespace kit {

namespace {

/// The number that a field's bytes hold, with its quotation marks.
std::optional<double> number_of(std::string cell, bool decimal_comma) {
    std::erase(cell, '"');
    if (decimal_comma) {
        std::replace(cell.begin(), cell.end(), ',', '.');
    }
    double number = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
    return error == std::errc() && end == cell.data() + cell.size() ? std::optional(number)
                                                                    : std::nullopt;
}

std::string cell_text(const Gradebook& gradebook, const std::string& before, double points) {
    constexpr double least_difference = 0.00005; // points have four decimals
    const auto now = number_of(before, gradebook.decimal_comma);
    if (now && std::abs(*now - points) < least_difference) {
        return before;
    }
    std::string text = points_text(points);
    if (gradebook.decimal_comma) {
        std::replace(text.begin(), text.end(), '.', ',');
    }
    const bool is_quoted =
        before.starts_with('"') || text.find(gradebook.separator) != std::string::npos;
    return is_quoted ? "\"" + text + "\"" : text;
}

} // namespace

std::string exported_gradebook(const Gradebook& gradebook, const GradedClass& graded) {
    std::map<std::size_t, std::pair<std::size_t, std::string>> changes; // by where they begin
    for (const GradedStudent& student : graded.students) {
        for (const GradedItem& item : student.items) {
            const auto found = gradebook.cells.find({student.id, item.id});
            if (found != gradebook.cells.end() && item.known()) {
                const auto [begin, end] = found->second;
                changes[begin] = {
                    end,
                    cell_text(gradebook, gradebook.text.substr(begin, end - begin), item.points)};
            }
        }
    }
    std::string text;
    std::size_t at = 0;
    for (const auto& [begin, change] : changes) {
        text += gradebook.text.substr(at, begin - at) + change.second;
        at = change.first;
    }
    return text + gradebook.text.substr(at);
}

} // namespace kit
