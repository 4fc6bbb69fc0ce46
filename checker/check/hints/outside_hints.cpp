#include "checker/check/hints/outside_hints.hpp"

#include "checker/base/numbers.hpp"
#include "checker/check/hints/kept_out.hpp"
#include "checker/check/hints/kernel_in_text.hpp"
#include "checker/check/hints/thread_walk.hpp"
#include "checker/check/hints/written_out.hpp"
#include "checker/diagnosis/wording.hpp"
#include "checker/trace/naming.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

namespace kit {

namespace {

/// A name in an index that counts cells along an axis.
struct Coordinate {
    std::string_view name;
    std::int64_t value = 0;
    std::size_t axis = 0;
    std::int64_t offset = 0; ///< cells from there to the accessed one, along the axis
    bool counts_rows =
        false; ///< it goes on from each row to the next: the axis is that of all cells

    [[nodiscard]] std::int64_t accessed() const { return value + offset; }
};

/// From one cell to the next along x, y and z, in memory.
std::array<std::int64_t, 3> steps_of(const Extents& extents) {
    return {1, extents.x, extents.x * extents.y};
}

/// The index of an access, as its names make it.
class NamedIndex {
public:
    NamedIndex(const KernelText& text, const StoreOfThread& access, const Lab& lab,
               const Extents& extents)
        : text_(text), access_(access), lab_(lab), extents_(extents) {}

    /// Those in the index; of a name that is an index itself, those that it is made of.
    [[nodiscard]] std::vector<Coordinate> coordinates() const {
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

    /// Where the index grows by a wrong number with each step of a name: by two other extents than those of a plane, or
    /// by another one than that of a row. As a sentence; empty where none does.
    [[nodiscard]] std::string wrong_step() const {
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
                                   is_plane
                                       ? fmt::format("{}·{} = {} cells", x, y, thousands(x * y))
                                       : counted(static_cast<std::uint64_t>(x), "cell"));
            }
        }
        return "";
    }

    /// The last of these conditions on what this name is worked out from: on another name, or on both blockIdx and
    /// threadIdx. As "in line 8 't <= n * n' is true"; empty if there is none.
    [[nodiscard]] std::string condition_behind(std::string_view name,
                                               const std::vector<MetCondition>& passed) const {
        const Range value = definition(name);
        const TokenSpan parts{value.begin, value.end};
        std::string words;
        for (const MetCondition& met : passed) {
            const TokenSpan condition{met.begin, met.end};
            const bool has_name = std::ranges::any_of(condition, [&](const Token& one) {
                return one.kind == Token::Kind::word && !one.is(name) && is_variable(one) &&
                       has_token(parts, one.text);
            });
            const bool has_numbers = std::ranges::all_of(
                std::array{"blockIdx", "threadIdx"}, [&](std::string_view number) {
                    return has_token(parts, number) && has_token(condition, number);
                });
            if (has_name || has_numbers) {
                words = fmt::format("in line {} '{}' is {}", met.begin->line, words_of(condition),
                                    met.holds);
            }
        }
        return words;
    }

private:
    struct Range {
        TokenAt begin;
        TokenAt end;
    };

    static constexpr int most_deep = 4; ///< names in the values of names

    /// What the name was last given before the access; empty once too many were looked for.
    [[nodiscard]] Range definition(std::string_view name) const {
        const auto value = steps_left_ > 0 && --steps_left_ > 0
                               ? last_value(text_, access_.begin, name)
                               : text_.end;
        return {value, end_of_value(value, text_.end)};
    }

    /// Whether the kernel gives it values, which differ among threads. Not a member, as the x of threadIdx.x.
    [[nodiscard]] bool is_variable(const Token& name) const {
        const Range value = definition(name.text);
        return value.begin != value.end && !(&name)[-1].is(".") && !is_constant(name.text);
    }

    /// Whether it is the same for all threads.
    [[nodiscard]] bool is_constant(std::string_view name, int depth = 0) const {
        const Range value = definition(name);
        return text_.numbers.find(name) ||
               (depth < most_deep && value.begin != value.end &&
                std::all_of(value.begin, value.end, [&](const Token& one) {
                    return one.kind != Token::Kind::word || is_constant(one.text, depth + 1);
                }));
    }

    /// The index if this name had a value by so much greater.
    [[nodiscard]] std::optional<std::int64_t> index(std::string_view changed,
                                                    std::int64_t by) const {
        int depth = 0;
        ValueOfName value_of = [&](std::string_view name) -> std::optional<WholeNumber> {
            auto number = access_.numbers.find(name);
            if (name == changed && number) {
                number->value += by;
                return number;
            }
            const Range value = definition(name);
            const bool depends = std::any_of(value.begin, value.end,
                                             [&](const Token& one) { return one.is(changed); });
            if (!depends || depth == most_deep) {
                return number;
            }
            const Deeper here(depth);
            return evaluate_whole(value.begin, value.end, value_of);
        };
        const auto whole = evaluate_whole(access_.begin, access_.end, value_of);
        return whole ? std::optional(whole->value) : std::nullopt;
    }

    /// By how much the index grows with one more of this name; 0 where that is not known.
    [[nodiscard]] std::int64_t step_along(std::string_view name) const {
        const auto here = index(name, 0);
        const auto further = index(name, 1);
        return here && further ? *further - *here : 0;
    }

    [[nodiscard]] std::optional<Coordinate> coordinate(std::string_view name) const {
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

    [[nodiscard]] std::vector<Coordinate> coordinates_in(const Range& value) const {
        std::vector<Coordinate> found;
        for (auto at = value.begin; at != value.end; ++at) {
            if (const auto one = coordinate(at->text)) {
                found.push_back(*one);
            }
        }
        return found;
    }

    const KernelText& text_;
    const StoreOfThread& access_;
    const Lab& lab_;
    const Extents& extents_;
    mutable int steps_left_ = 2'000; ///< names whose values may be looked for
};

/// One for each axis, with their offsets, where no coordinate lies outside of the grid itself. Empty where an axis has
/// several or none, but for an index that is counted on from row to row. In one dimension the last of several counts,
/// if the others are 0.
std::vector<Coordinate> one_for_each_axis(const std::vector<Coordinate>& all, const Lab& lab,
                                          const Extents& extents, std::int64_t access) {
    constexpr std::int64_t most = 8; // cells to a neighbour
    const std::array<std::int64_t, 3> ends{extents.x, extents.y, extents.z};
    const std::array<std::int64_t, 3> steps = steps_of(extents);
    std::vector<Coordinate> found;
    std::int64_t index = access;
    bool is_outside = false;
    for (const Coordinate& one : all) {
        const bool is_nothing = lab.axes == 1 && one.value == 0 && one.name != all.back().name;
        if (!is_nothing && std::ranges::find(found, one.name, &Coordinate::name) == found.end()) {
            found.push_back(one);
            index -= one.value * steps[one.axis];
            is_outside = is_outside || one.value < 0 || one.value >= ends[one.axis];
        }
    }
    for (std::size_t i = found.size(); i-- > 1;) { // where two axes have one step, x is named last
        Coordinate& before = found[i - 1];
        const std::size_t next = before.axis + 1;
        if (before.axis == found[i].axis && next < lab.axes && steps[next] == steps[before.axis]) {
            before.axis = next;
        }
    }
    std::ranges::sort(found, std::ranges::greater(), &Coordinate::axis); // the longest steps first
    if (found.size() == 1 && found.front().value == access && lab.axes > 1) {
        found.front().counts_rows = true;
        return found;
    }
    const auto twice = std::ranges::adjacent_find(found, {}, &Coordinate::axis);
    if (found.size() != lab.axes || twice != found.end()) {
        return {};
    }
    for (Coordinate& one : found) {
        const std::int64_t step = steps[one.axis];
        const std::int64_t offset = (index + (index < 0 ? -step : step) / 2) / step; // the nearest
        index -= offset * step;
        one.offset = is_outside || std::abs(offset) > most ? 0 : offset;
    }
    return found;
}

/// "i - 1"
std::string accessed_words(const Coordinate& one) {
    return one.offset == 0 ? std::string(one.name)
                           : fmt::format("{} {} {}", one.name, one.offset < 0 ? "-" : "+",
                                         std::abs(one.offset));
}

/// "i = 0 for the cell at i - 1 = -1, and along i this grid goes from 0 to 32"
std::string place_words(const Coordinate& one, const Lab& lab, std::int64_t last) {
    return fmt::format(
        "{} = {}{}, and {} from 0 to {}", one.name, one.value,
        one.offset == 0
            ? ""
            : fmt::format(" for the cell at {} = {}", accessed_words(one), one.accessed()),
        one.counts_rows ? "this grid's cells are counted"
                        : fmt::format("along {} this grid goes", axis_name(lab, one.axis)),
        last);
}

/// The last condition of an if or a ?: among these, as "'threadIdx.x < n' in line 8": of a name, the one that it was
/// given. Empty if there is none.
std::string last_condition(const KernelText& text, const std::vector<MetCondition>& passed) {
    const auto last = std::find_if(passed.rbegin(), passed.rend(), [](const MetCondition& met) {
        return !std::prev(met.begin)->is(";"); // of a for
    });
    if (last == passed.rend()) {
        return "";
    }
    const auto value =
        last->end - last->begin == 1 ? last_value(text, last->begin, last->begin->text) : text.end;
    const TokenSpan words = value == text.end ? TokenSpan(last->begin, last->end)
                                              : TokenSpan(value, end_of_value(value, text.end));
    return fmt::format("'{}' in line {}", words_of(words), words.front().line);
}

/// What lets the thread through that passed these conditions, by the last comparison that asks for this end;
/// `comparison` is empty if none does.
std::string way_words(const KernelText& text, const Coordinate& one, std::int64_t last,
                      bool is_below, const std::vector<MetCondition>& passed,
                      const std::string& comparison) {
    const std::string accessed = accessed_words(one);
    if (comparison.empty()) {
        const std::string condition = last_condition(text, passed);
        return fmt::format("No condition on its way asks whether {} is at {}{}.", accessed,
                           is_below ? "least 0" : fmt::format("most {}", last),
                           condition.empty() ? "" : fmt::format(": {} does not", condition));
    }
    const bool is_meant = one.offset == 0 || comparison.find(accessed) != std::string::npos;
    const bool is_of_edge = comparison.find(" == ") != std::string::npos;
    return fmt::format("I{}: {}", comparison.substr(1),
                       is_meant ? "that lets it through."
                       : is_of_edge
                           ? "beyond that the grid has no cell. Is the block's edge meant?"
                           : fmt::format("that asks about {}, not about {}.", one.name, accessed));
}

/// The name that the file gives to a parameter of the lab's kernel; empty if it has none of this name.
std::string_view parameter(const KernelText& text, const Lab& lab, std::string_view name) {
    const auto found = std::ranges::find(lab.arguments, name, &KernelArgument::name);
    const auto place = static_cast<std::size_t>(found - lab.arguments.begin());
    return place < text.parameters.size() ? text.parameters[place] : std::string_view();
}

/// Why the thread's access, whose index is this, lies outside of the grid; empty where it does not.
std::string outside_words(const ThreadPlace& who, const KernelText& text,
                          const StoreOfThread& access, const Lab& lab, const Extents& extents) {
    constexpr std::int64_t far = 1'000;
    const NamedIndex index(text, access, lab, extents);
    const std::array<std::int64_t, 3> ends{extents.x, extents.y, extents.z};
    const std::vector<Coordinate> all =
        one_for_each_axis(index.coordinates(), lab, extents, access.element);
    if (all.empty()) {
        return index.wrong_step();
    }
    for (const Coordinate& one : all) {
        const bool is_below = one.accessed() < 0;
        const std::int64_t last = (one.counts_rows ? extents.cells() : ends[one.axis]) - 1;
        if (is_below || one.accessed() > last) {
            std::string comparison =
                comparison_at(text, access.passed, one.value, is_below ? -far : far, one.name);
            comparison =
                comparison.empty() ? index.condition_behind(one.name, access.passed) : comparison;
            return fmt::format("Thread {} of block {} comes to line {} with {}. {}",
                               triple(who.thread), triple(who.block), access.line,
                               place_words(one, lab, last),
                               way_words(text, one, last, is_below, access.passed, comparison));
        }
    }
    return "";
}

} // namespace

bool says_guard_alone(const Finding& access) {
    return (access.cause.kind == Cause::Kind::before_array ||
            access.cause.kind == Cause::Kind::past_array) &&
           (access.hint.starts_with("Guard the ") || access.hint.starts_with("An index below 0 "));
}

std::string coordinate_outside(const Finding& access, const Lab& lab,
                               const SubmissionFile& submission, const Extents& extents,
                               const LaunchShape& launch) {
    const Tokens tokens = written_out(tokens_of(submission.text));
    auto text = kernel_text(lab, tokens, extents, launch);
    if (!text || !access.index) {
        return "";
    }
    text->out = parameter(*text, lab, access.array);
    for (const ThreadPlace& who : access.threads) {
        for (const SourceLine& line : access.lines) {
            int steps_left = 20'000;
            text->line_of_access = line.line;
            const auto found = store_of_thread(
                *text, who.block, who.thread,
                [&](std::int64_t index) { return index == *access.index; }, steps_left);
            const bool is_known = found && found->line != 0 && found->obstacles.empty();
            std::string words = is_known ? outside_words(who, *text, *found, lab, extents) : "";
            if (!words.empty()) {
                return words;
            }
        }
    }
    return "";
}

} // namespace kit
