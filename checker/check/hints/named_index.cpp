#include "checker/check/hints/named_index.hpp"

#include "checker/base/numbers.hpp"
#include "checker/diagnosis/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

namespace kit {

namespace {

constexpr int most_deep = 4; ///< names in the values of names

/// Whether both blockIdx and threadIdx along this axis are among the tokens.
bool has_thread_number(TokenSpan tokens, std::string_view axis) {
    const auto has = [&](std::string_view number) {
        for (std::size_t i = 2; i < tokens.size(); ++i) {
            if (tokens[i - 2].is(number) && tokens[i].is(axis)) {
                return true;
            }
        }
        return false;
    };
    return has("blockIdx") && has("threadIdx");
}

} // namespace

std::array<std::int64_t, 3> steps_of(const Extents& extents) {
    return {1, extents.x, extents.x * extents.y};
}

std::vector<Coordinate> NamedIndex::coordinates() const {
    std::vector<Coordinate> all;
    if (has_token({access_.begin, access_.end}, "?")) {
        return all; // it decides which of them count
    }
    for (auto at = access_.begin; at != access_.end; ++at) {
        const auto own = coordinate(at->text);
        const Range value = definition(at->text);
        const bool is_quotient = std::any_of(value.begin, value.end, [](const Token& one) {
            return one.is("/") || one.is("%");
        }); // of an index, and a coordinate itself
        const std::vector<Coordinate> parts =
            is_quotient ? std::vector<Coordinate>() : coordinates_in(value);
        const bool is_index = std::ranges::any_of(
            parts, [&own](const Coordinate& part) { return !own || part.axis != own->axis; });
        if (is_index) {
            all.insert(all.end(), parts.begin(), parts.end());
        } else if (own) {
            all.push_back(*own);
        }
    }
    return all;
}

std::string NamedIndex::wrong_step() const {
    constexpr std::int64_t vector = 16; // elements that a thread may take at once
    const auto& [x, y, z] = extents_;
    for (auto at = access_.begin; at != access_.end; ++at) {
        const Range value = definition(at->text);
        std::vector<std::string_view> names{at->text};
        std::transform(value.begin, value.end, std::back_inserter(names),
                       [](const Token& one) { return one.text; });
        for (const std::string_view name : names) {
            const std::int64_t step = is_constant(name) ? 0 : step_along(name);
            const std::set<std::int64_t> planes{x * x, y * y, x * z, y * z, z * z};
            const bool is_plane = lab_.axes > 2 && x * y > 1 && planes.contains(step);
            const bool is_row = lab_.axes > 1 && (step == y || (lab_.axes > 2 && step == z));
            if (step <= vector || step == x || step == x * y || (!is_plane && !is_row)) {
                continue;
            }
            return fmt::format("In line {} the index grows by {} with each step of {}, and a "
                               "{} of this grid has {}.",
                               access_.line, thousands(step), name, is_plane ? "plane" : "row",
                               is_plane ? fmt::format("{}·{} = {} cells", x, y, thousands(x * y))
                                        : counted(static_cast<std::uint64_t>(x), "cell"));
        }
    }
    return "";
}

std::string NamedIndex::condition_behind(std::string_view name,
                                         const std::vector<MetCondition>& passed) const {
    const Range value = definition(name);
    const TokenSpan parts{value.begin, value.end};
    std::string words;
    for (const MetCondition& met : passed) {
        const TokenSpan condition{met.begin, met.end};
        const bool has_name = std::ranges::any_of(condition, [&](const Token& one) {
            const Range of_one = definition(one.text);
            const bool is_copy = of_one.end - of_one.begin == 1 && of_one.begin->is(name);
            return one.kind == Token::Kind::word && !one.is(name) && is_variable(one) &&
                   (is_copy || has_token(parts, one.text));
        });
        const bool has_numbers =
            std::ranges::any_of(std::array{"x", "y", "z"}, [&](std::string_view axis) {
                return has_thread_number(parts, axis) && has_thread_number(condition, axis);
            });
        if (has_name || has_numbers) {
            words = fmt::format("in line {} '{}' is {}", met.begin->line, words_of(condition),
                                met.holds);
        }
    }
    return words;
}

NamedIndex::Range NamedIndex::definition(std::string_view name) const {
    const auto value =
        steps_left_ > 0 && --steps_left_ > 0 ? last_value(text_, access_.begin, name) : text_.end;
    return {value, end_of_value(value, text_.end)};
}

bool NamedIndex::is_variable(const Token& name) const {
    const Range value = definition(name.text);
    return value.begin != value.end && !(&name)[-1].is(".") && !is_constant(name.text);
}

bool NamedIndex::is_constant(std::string_view name, int depth) const {
    const Range value = definition(name);
    return text_.numbers.find(name) || (depth < most_deep && value.begin != value.end &&
                                        std::all_of(value.begin, value.end, [&](const Token& one) {
                                            return one.kind != Token::Kind::word ||
                                                   is_constant(one.text, depth + 1);
                                        }));
}

std::optional<std::int64_t> NamedIndex::index(std::string_view changed, std::int64_t by) const {
    int depth = 0;
    ValueOfName value_of = [&](std::string_view name) -> std::optional<WholeNumber> {
        auto number = access_.numbers.find(name);
        if (name == changed && number) {
            number->value += by;
            return number;
        }
        const Range value = definition(name);
        const bool depends =
            std::any_of(value.begin, value.end, [&](const Token& one) { return one.is(changed); });
        if (!depends || depth == most_deep) {
            return number;
        }
        const Deeper here(depth);
        return evaluate_whole(value.begin, value.end, value_of);
    };
    const auto whole = evaluate_whole(access_.begin, access_.end, value_of);
    return whole ? std::optional(whole->value) : std::nullopt;
}

std::int64_t NamedIndex::step_along(std::string_view name) const {
    const auto here = index(name, 0);
    const auto further = index(name, 1);
    return here && further ? *further - *here : 0;
}

std::optional<Coordinate> NamedIndex::coordinate(std::string_view name) const {
    const auto number = access_.numbers.find(name);
    if (!number || is_constant(name) || steps_left_ == 0) {
        return std::nullopt;
    }
    const std::int64_t step = step_along(name);
    const std::array<std::int64_t, 3> steps = steps_of(extents_);
    for (std::size_t axis = 0; axis < lab_.axes; ++axis) {
        if (step == steps[axis]) {
            return Coordinate{name, number->value, axis, 0};
        }
    }
    return std::nullopt;
}

std::vector<Coordinate> NamedIndex::coordinates_in(const Range& value) const {
    std::vector<Coordinate> found;
    for (auto at = value.begin; at != value.end; ++at) {
        if (const auto one = coordinate(at->text)) {
            found.push_back(*one);
        }
    }
    return found;
}

} // namespace kit
