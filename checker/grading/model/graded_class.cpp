#include "checker/grading/model/graded_class.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace kit {

namespace {

/// The labs among items, which come before the quiz.
template <class Item>
std::span<const Item> labs_among(const std::vector<Item>& items) {
    const auto quiz =
        std::find_if(items.begin(), items.end(), [](const Item& item) { return item.is_quiz; });
    return {items.begin(), quiz};
}

} // namespace

std::string_view name(PointsPart::Kind kind) {
    // In the order of PointsPart::Kind.
    constexpr std::array<std::string_view, 4> names{"cases", "technique", "bonus", "late"};
    return names.at(static_cast<std::size_t>(kind));
}

std::string_view name(GradedItem::State state) {
    // In the order of GradedItem::State.
    constexpr std::array<std::string_view, 4> names{"graded", "missing", "refused", "error"};
    return names.at(static_cast<std::size_t>(state));
}

bool GradedItem::passed() const {
    if (state != State::graded) {
        return false;
    }
    return is_quiz ? points >= max_points : check && check->outcome == Outcome::passed;
}

bool GradedItem::late() const {
    return std::any_of(parts.begin(), parts.end(), [](const PointsPart& part) {
        return part.kind == PointsPart::Kind::late && part.points < 0;
    });
}

std::span<const GradedItem> GradedStudent::labs() const {
    return labs_among(items);
}

const GradedItem* GradedStudent::item(std::string_view wanted) const {
    const auto found = std::find_if(items.begin(), items.end(),
                                    [&](const GradedItem& one) { return one.id == wanted; });
    return found == items.end() ? nullptr : &*found;
}

const GradedItem* GradedStudent::quiz() const {
    return !items.empty() && items.back().is_quiz ? &items.back() : nullptr;
}

ItemFacts quiz_facts(double max_points) {
    return {0, "Quiz", "Quiz", "", max_points, true};
}

std::span<const ItemFacts> GradedClass::labs() const {
    return labs_among(items);
}

} // namespace kit
