#include "checker/grading/model/graded_class.hpp"

#include "checker/base/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <utility>

namespace kit {

namespace {

/// The labs among items, which come before the quiz.
template <class Item>
std::span<const Item> labs_among(const std::vector<Item>& items) {
    const auto quiz = std::ranges::find_if(items, [](const Item& item) { return item.is_quiz; });
    return {items.begin(), quiz};
}

// In the order of PointsPart::Kind.
constexpr std::array<std::string_view, 5> part_names{"cases", "parts", "technique", "bonus",
                                                     "late"};
// In the order of GradedItem::State.
constexpr std::array<std::string_view, 7> state_names{"graded",  "missing", "refused",   "error",
                                                      "not-due", "excused", "needs-look"};

template <std::size_t count>
std::size_t place_of(const std::array<std::string_view, count>& names, std::string_view name) {
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) {
        throw std::out_of_range(std::string(name));
    }
    return static_cast<std::size_t>(found - names.begin());
}

} // namespace

std::string_view name(PointsPart::Kind kind) {
    return part_names.at(static_cast<std::size_t>(kind));
}

std::string_view name(GradedItem::State state) {
    return state_names.at(static_cast<std::size_t>(state));
}

PointsPart::Kind part_named(std::string_view name) {
    return static_cast<PointsPart::Kind>(place_of(part_names, name));
}

GradedItem::State state_named(std::string_view name) {
    return static_cast<GradedItem::State>(place_of(state_names, name));
}

bool GradedItem::passed() const {
    if (state != State::graded) {
        return false;
    }
    return is_quiz ? points >= max_points : check && check->outcome == Outcome::passed;
}

bool GradedItem::late() const {
    return marked_late || std::ranges::any_of(parts, [](const PointsPart& part) {
               return part.kind == PointsPart::Kind::late;
           });
}

std::span<const GradedItem> GradedStudent::labs() const {
    return labs_among(items);
}

const GradedItem* GradedStudent::item(std::string_view wanted) const {
    const auto found =
        std::ranges::find_if(items, [&](const GradedItem& one) { return one.id == wanted; });
    return found == items.end() ? nullptr : &*found;
}

const GradedItem* GradedStudent::quiz() const {
    return !items.empty() && items.back().is_quiz ? &items.back() : nullptr;
}

void set_by_hand(GradedItem& item, const SetByHand& decision) {
    GradedItem::ByHand by_hand{.points = decision.points,
                               .why = decision.why,
                               .when = decision.when,
                               .computed = item.state,
                               .computed_points =
                                   item.known() ? std::optional(item.points) : std::nullopt};
    item.points = decision.points.value_or(0);
    if (!decision.points) {
        item.state = GradedItem::State::excused;
    }
    item.by_hand = std::move(by_hand);
}

ItemFacts quiz_facts(double max_points) {
    return {0, "Quiz", "Quiz", "", max_points, true};
}

std::span<const ItemFacts> GradedClass::labs() const {
    return labs_among(items);
}

std::string name(GradebookPlatform platform) {
    return platform == GradebookPlatform::canvas ? "Canvas" : "Moodle";
}

std::string points_text(double points) {
    // The sum as people add it: thirds may add up to 7.499999….
    const double rounded = std::round(points * 1e4) / 1e4;
    std::string text = fmt::format("{:.4f}", rounded == 0 ? 0 : rounded);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') {
        text.pop_back();
    }
    return text;
}

std::string by_hand_text(const GradedItem& item) {
    if (!item.by_hand) {
        return "";
    }
    const GradedItem::ByHand& change = *item.by_hand;
    const std::string set =
        change.points ? fmt::format("Set to {} by the instructor", points_text(*change.points))
                      : "Excused by the instructor";
    const std::string computed =
        change.computed_points ? fmt::format("; computed: {}", points_text(*change.computed_points))
                               : "";
    return fmt::format("{}: {} ({}{})", set, one_line(change.why), change.when, computed);
}

} // namespace kit
