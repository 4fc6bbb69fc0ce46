#include "checker/check/hints/outside_hints.hpp"

#include "checker/check/hints/kept_out.hpp"
#include "checker/check/hints/kernel_in_text.hpp"
#include "checker/check/hints/named_index.hpp"
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
#include <string_view>
#include <vector>

namespace kit {

namespace {

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
