#include "checker/model/tried_part.hpp"

#include <algorithm>
#include <iterator>

namespace kit {

const TriedPart* TriedParts::first(TriedPart::State state) const {
    const auto found =
        std::ranges::find_if(parts, [&](const TriedPart& part) { return part.state == state; });
    return found == parts.end() ? nullptr : &*found;
}

bool TriedParts::say_more_than(FindingKind first_found, int line) const {
    const bool is_of_output =
        first_found == FindingKind::wrong_output || first_found == FindingKind::technique_missing;
    const auto next =
        std::ranges::find_if(parts, [line](const TriedPart& part) { return part.line > line; });
    const bool is_in_unwritten =
        next != parts.begin() && std::prev(next)->state == TriedPart::State::not_yet;
    return (is_of_output || is_in_unwritten) && !outside_is_wrong &&
           first(TriedPart::State::not_yet) != nullptr &&
           first(TriedPart::State::wrong) == nullptr && first(TriedPart::State::tied) == nullptr;
}

std::string_view name(TriedPart::State state) {
    switch (state) {
    case TriedPart::State::right: return "right";
    case TriedPart::State::wrong: return "wrong";
    case TriedPart::State::not_yet: return "not yet";
    case TriedPart::State::tied: return "tied";
    }
    return "";
}

std::optional<TriedPart::State> part_state_named(std::string_view wanted) {
    for (const auto state : {TriedPart::State::right, TriedPart::State::wrong,
                             TriedPart::State::not_yet, TriedPart::State::tied}) {
        if (name(state) == wanted) {
            return state;
        }
    }
    return std::nullopt;
}

} // namespace kit
