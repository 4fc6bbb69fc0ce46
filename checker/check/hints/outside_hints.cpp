#include "checker/check/hints/outside_hints.hpp"

#include "checker/check/hints/kept_out.hpp"
#include "checker/check/hints/kernel_in_text.hpp"
#include "checker/check/hints/thread_walk.hpp"
#include "checker/diagnosis/wording.hpp"
#include "checker/trace/naming.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
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
};

/// The index of an access, as its names make it.
class NamedIndex {
public:
    NamedIndex(const KernelText& text, const StoreOfThread& access, const Lab& lab,
               const Extents& extents)
        : text_(text), access_(access), lab_(lab), extents_(extents) {}

    /// Those in the index; of a name that is an index itself, those that it is made of.
    [[nodiscard]] std::vector<Coordinate> coordinates() const {
        std::vector<Coordinate> all;
        for (auto at = access_.begin; at != access_.end; ++at) {
            const auto own = coordinate(at->text);
            const std::vector<Coordinate> parts = coordinates_in(definition(at->text));
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

    [[nodiscard]] std::optional<Coordinate> coordinate(std::string_view name) const {
        const auto number = access_.numbers.find(name);
        if (!number || is_constant(name) || steps_left_ == 0) {
            return std::nullopt;
        }
        const auto here = index(name, 0);
        const auto further = index(name, 1);
        const std::array<std::int64_t, 3> steps{1, extents_.x, extents_.x * extents_.y};
        for (std::size_t axis = 0; here && further && axis < lab_.axes; ++axis) {
            if (*further - *here == steps[axis]) {
                return Coordinate{name, number->value, axis};
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

/// The name that the file gives to a parameter of the lab's kernel; empty if it has none of this name.
std::string_view parameter(const KernelText& text, const Lab& lab, std::string_view name) {
    const auto found = std::ranges::find(lab.arguments, name, &KernelArgument::name);
    const auto place = static_cast<std::size_t>(found - lab.arguments.begin());
    return place < text.parameters.size() ? text.parameters[place] : std::string_view();
}

} // namespace

std::string coordinate_outside(const Finding& access, const Lab& lab,
                               const SubmissionFile& submission, const Extents& extents,
                               const LaunchShape& launch) {
    constexpr std::int64_t far = 1'000;
    const Tokens tokens = tokens_of(submission.text);
    auto text = kernel_text(lab, tokens, extents, launch);
    if (!text || !access.index || access.threads.empty()) {
        return "";
    }
    text->out = parameter(*text, lab, access.array);
    const ThreadPlace& who = access.threads.front();
    for (const SourceLine& line : access.lines) {
        int steps_left = 20'000;
        text->line_of_access = line.line;
        const auto found = store_of_thread(
            *text, who.block, who.thread,
            [&](std::int64_t index) { return index == *access.index; }, steps_left);
        if (!found || found->line == 0 || !found->obstacles.empty()) {
            continue;
        }
        const std::array<std::int64_t, 3> ends{extents.x, extents.y, extents.z};
        const std::vector<Coordinate> all = NamedIndex(*text, *found, lab, extents).coordinates();
        std::set<std::size_t> axes; // an index that is counted on through all rows has one
        std::ranges::transform(all, std::inserter(axes, axes.end()), &Coordinate::axis);
        for (const Coordinate& one : axes.size() == lab.axes ? all : std::vector<Coordinate>()) {
            const bool is_below = one.value < 0;
            if (!is_below && one.value < ends[one.axis]) {
                continue;
            }
            const std::string words =
                comparison_at(*text, found->passed, one.value, is_below ? -far : far, one.name);
            return fmt::format(
                "Thread {} of block {} comes to line {} with {} = {}, and along {} this grid goes "
                "from 0 to {}. {}",
                triple(who.thread), triple(who.block), line.line, one.name, one.value,
                axis_name(lab, one.axis), ends[one.axis] - 1,
                words.empty()
                    ? fmt::format("No condition on its way asks whether {} is at {}.", one.name,
                                  is_below ? "least 0" : fmt::format("most {}", ends[one.axis] - 1))
                    : fmt::format("I{}: that lets it through.", words.substr(1)));
        }
    }
    return "";
}

} // namespace kit
