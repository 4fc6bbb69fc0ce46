#include "checker/check/hints/kept_out.hpp"

#include "checker/base/layout.hpp"
#include "checker/base/tokens.hpp"
#include "checker/check/hints/kernel_in_text.hpp"
#include "checker/check/hints/thread_walk.hpp"
#include "checker/check/hints/whole_numbers.hpp"
#include "checker/check/hints/written_out.hpp"
#include "checker/diagnosis/wording.hpp"
#include "checker/reference/boundary.hpp"
#include "checker/trace/naming.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace kit {

namespace {

/// A comparison that makes a condition what it is.
struct Part {
    TokenAt begin;
    TokenAt end;
    bool is_true = true;
};

/// "in line 8 'y < n - 1' is false, with y = 34 and n = 33"
std::string part_words(const NamedNumbers& numbers, const Part& part) {
    std::vector<std::string> values;
    for (auto at = part.begin; at != part.end; ++at) {
        const bool has_member = part.end - at > 2 && at[1].is(".");
        const std::string name =
            has_member ? fmt::format("{}.{}", at->text, at[2].text) : std::string(at->text);
        const auto number = numbers.find(name);
        std::string value = number ? fmt::format("{} = {}", name, number->value) : "";
        if (number && std::ranges::find(values, value) == values.end()) {
            values.push_back(std::move(value));
        }
    }
    return fmt::format("in line {} '{}' is {}{}{}", part.begin->line,
                       words_of({part.begin, part.end}), part.is_true,
                       values.empty() ? "" : ", with ", fmt::join(values, " and "));
}

/// Collects the parts of a condition that make it what it is: of those joined by && all where it is true, else the
/// false ones, and the other way round of those joined by ||. A name that is given a condition stands for it: the last
/// one before `known`, where the names in it have their values from.
void deciding_parts(const KernelText& text, TokenAt begin, TokenAt end, TokenAt known,
                    const NamedNumbers& numbers, bool is_true, std::vector<Part>& parts,
                    int depth = 0) {
    for (int level = 0; level < most_depth && end - begin > 2 && begin->is("(") &&
                        closing_bracket(begin, end) == std::prev(end);
         ++level) {
        ++begin;
        --end;
    }
    const bool is_negated = begin != end && begin->is("!");
    const auto name = is_negated ? std::next(begin) : begin;
    if (depth < most_depth && end - name == 1 && name->kind == Token::Kind::word) {
        if (const auto value = last_value(text, known, name->text); value != text.end) {
            deciding_parts(text, value, end_of_value(value, text.end), std::prev(value, 2), numbers,
                           is_true != is_negated, parts, depth + 1);
            return;
        }
    }
    const auto joint_behind = [&](TokenAt from, std::string_view joint) {
        while (from != end && !follows(from, end, {joint, joint})) {
            from = from->is("(") ? closing_bracket(from, end) : from;
            from += from != end ? 1 : 0;
        }
        return from;
    };
    const std::string_view joint = joint_behind(begin, "|") != end ? "|" : "&";
    for (auto from = begin; from != end;) {
        const auto to = joint_behind(from, joint);
        const auto part =
            evaluate_whole(from, to, [&](std::string_view other) { return numbers.find(other); });
        if (part && (part->value != 0) == is_true) {
            if (from != begin || to != end) {
                deciding_parts(text, from, to, known, numbers, is_true, parts, depth);
            } else if (std::ranges::none_of(parts,
                                            [&](const Part& one) { return one.begin == from; })) {
                parts.push_back({from, to, is_true});
            }
        }
        from = to == end ? end : to + 2;
    }
}

/// Finds the thread that comes nearest to storing the element, among those that have it.
class KeptOut {
public:
    KeptOut(const KernelText& text, std::string element, std::int64_t index, int& steps_left)
        : text_(text), element_(std::move(element)), index_(index), steps_left_(steps_left) {}

    /// Looks at one more thread; `has_it` is asked once the thread's index fits. False: no other thread need be looked
    /// at, since the text does not tell, this one reaches its store, or a single part of a condition keeps it out.
    bool look_at(const std::array<std::uint32_t, 3>& block,
                 const std::array<std::uint32_t, 3>& thread, const std::function<bool()>& has_it) {
        const auto store = store_of_thread(
            text_, block, thread, [&](std::int64_t index) { return index == index_; }, steps_left_);
        if (!store || (store->line > 0 && store->obstacles.empty())) {
            sentence_.clear();
            return false;
        }
        if (store->line == 0 || !has_it()) {
            return true;
        }
        std::vector<Part> why;
        std::string first_words;
        for (const MetCondition& met : store->obstacles) {
            deciding_parts(text_, met.begin, met.end, met.begin, met.numbers, met.holds, why);
            if (first_words.empty() && !why.empty()) {
                first_words = part_words(met.numbers, why.front());
            }
        }
        if (why.empty() || (fewest_ > 0 && why.size() >= fewest_)) {
            return true;
        }
        fewest_ = why.size();
        sentence_ = fmt::format(
            "Thread {} of block {} {}: {}{}.", triple(thread), triple(block),
            store->obstacles.front().is_loop
                ? fmt::format("ends its loop before {}", element_)
                : fmt::format("has {}, and does not come to the store in line {}", element_,
                              store->line),
            first_words,
            fewest_ == 1   ? ""
            : fewest_ == 2 ? "; so is another part of its conditions"
                           : fmt::format("; so are {} more parts of its conditions", fewest_ - 1));
        return fewest_ > 1;
    }

    [[nodiscard]] const std::string& sentence() const { return sentence_; }

private:
    const KernelText& text_;
    const std::string element_;
    const std::int64_t index_;
    int& steps_left_;
    // Several threads may have a cell of a tile: those of its halo fail more than one condition.
    std::size_t fewest_ = 0;
    std::string sentence_;
};

std::uint64_t volume(const std::array<std::uint32_t, 3>& extents) {
    return std::uint64_t{extents[0]} * extents[1] * extents[2];
}

constexpr int most_steps = 100'000; // half a second

/// Whether a comparison that holds may be what asks for the lower end of the axis on which the thread's cell has the
/// coordinate `at`: it has a name near it, and would not hold far below; it works a coordinate out from an index; or
/// it is two in a row.
bool may_ask(const Part& part, const NamedNumbers& numbers, std::int64_t at, std::int64_t radius) {
    constexpr std::int64_t far = 1'000;
    const auto compares = std::count_if(
        part.begin, part.end, [](const Token& one) { return one.is("<") || one.is(">"); });
    return compares > 1 || std::any_of(part.begin, part.end, [&](const Token& one) {
               const auto value = numbers.find(one.text);
               if (!value || std::abs(value->value - at) > radius) {
                   return one.is("%") || one.is("/");
               }
               NamedNumbers below = numbers;
               below.set(one.text, WholeNumber{at - far});
               const auto then = evaluate_whole(
                   part.begin, part.end, [&](std::string_view name) { return below.find(name); });
               return !then || (then->value != 0) != part.is_true;
           });
}

/// Whether no condition asks for the axis's lower end before a store to a cell with this coordinate, which lies below
/// it: as a thread of the first block shows whose other coordinates are far from this one.
bool is_never_asked(const Lab& lab, const Tokens& tokens, const LaunchShape& launch,
                    std::size_t axis, std::int64_t at) {
    constexpr std::int64_t enough = 40; // for blocks to have cells in its middle
    const Extents extents{enough, lab.axes > 1 ? enough : 1, lab.axes > 2 ? enough : 1};
    const auto text = kernel_text(lab, tokens, extents, launch);
    const Interior inner = interior(lab, extents);
    const std::int64_t radius = reach(lab);
    const auto is_wanted = [&](std::int64_t index) {
        Cell cell = index >= 0 && index < extents.cells() ? extents.cell(index) : Cell{-1, -1, -1};
        const bool is_there = cell[axis] == at;
        cell[axis] = inner.first[axis];
        for (std::size_t other = 0; is_there && other < lab.axes; ++other) {
            if (other != axis && cell[other] <= at + 2 * radius) {
                return false;
            }
        }
        return is_there && inner.contains(cell);
    };
    int steps_left = most_steps;
    for (std::uint64_t number = 0; text && number < volume(launch.block); ++number) {
        const auto store =
            store_of_thread(*text, {}, position(number, launch.block), is_wanted, steps_left);
        if (!store) {
            return false;
        }
        if (store->line == 0 || !store->obstacles.empty()) {
            continue;
        }
        for (const MetCondition& met : store->passed) {
            std::vector<Part> parts;
            deciding_parts(*text, met.begin, met.end, met.begin, met.numbers, met.holds, parts);
            if (std::ranges::any_of(parts, [&](const Part& part) {
                    return may_ask(part, met.numbers, at, radius);
                })) {
                return false;
            }
        }
        return true;
    }
    return false;
}

} // namespace

std::string why_never_written(const Lab& lab, const SubmissionFile& submission,
                              const Extents& extents, const LaunchShape& launch,
                              std::int64_t element) {
    constexpr std::uint64_t most_threads = 70'000;
    int steps_left = most_steps;
    const Tokens tokens = written_out(tokens_of(submission.text));
    const auto text = kernel_text(lab, tokens, extents, launch);
    const std::uint64_t threads = volume(launch.block);
    if (!text || volume(launch.grid) * threads > most_threads) {
        return "";
    }
    // On a larger grid a thread has the same cell, unless its index has run on into another row.
    const auto threads_along = [&launch](std::size_t axis) {
        return std::int64_t{launch.grid[axis]} * launch.block[axis];
    };
    const Extents larger{extents.x + threads_along(0), extents.y + threads_along(1),
                         extents.z + threads_along(2)};
    const auto larger_text = kernel_text(lab, tokens, larger, launch);
    const auto cell = extents.cell(element);
    KeptOut kept_out(*text, element_name(std::string(text->out), cell, lab), element, steps_left);
    bool goes_on = true;
    for (std::uint64_t number = 0; goes_on && number < volume(launch.grid) * threads; ++number) {
        const auto block = position(number / threads, launch.grid);
        const auto thread = position(number % threads, launch.block);
        goes_on = kept_out.look_at(block, thread, [&] {
            if (is_linear(launch) || lab.axes == 1) { // the cell comes from the index
                return true;
            }
            const std::int64_t same = larger.index(cell[0], cell[1], cell[2]);
            const auto there = store_of_thread(
                *larger_text, block, thread, [same](std::int64_t index) { return index == same; },
                steps_left);
            return there && there->line > 0;
        });
    }
    return kept_out.sentence();
}

std::string why_never_stored(const Finding& finding, const RecordedLaunch& recorded) {
    int steps_left = most_steps;
    const Trace& trace = recorded.observation.trace;
    const LaunchShape& launch = recorded.observation.launch;
    const auto read = std::ranges::find_if(trace.events, [&](const TraceEvent& event) {
        return event.array >= 0 && trace.arrays[event.array].name == finding.array &&
               element_index(trace, event) == finding.index;
    });
    const Tokens tokens = written_out(tokens_of(recorded.submission.text));
    auto text = kernel_text(recorded.lab, tokens, recorded.extents, launch);
    if (!text || read == trace.events.end() || finding.threads.empty()) {
        return "";
    }
    text->out = finding.array;
    text->extents = trace.arrays[read->array].extents;
    KeptOut kept_out(*text, element_of(trace, *read), *finding.index, steps_left);
    bool goes_on = true;
    for (std::uint64_t number = 0; goes_on && number < volume(launch.block); ++number) {
        goes_on = kept_out.look_at(finding.threads.front().block, position(number, launch.block),
                                   [] { return true; });
    }
    return kept_out.sentence();
}

std::string comparison_at(const KernelText& text, const std::vector<MetCondition>& passed,
                          std::int64_t at, std::int64_t beyond, std::string_view name) {
    std::string words;
    for (const MetCondition& met : passed) {
        std::vector<Part> parts;
        deciding_parts(text, met.begin, met.end, met.begin, met.numbers, met.holds, parts);
        for (const Part& part : parts) {
            for (auto one = part.begin; one != part.end; ++one) {
                const auto value = met.numbers.find(one->text);
                if (!value || value->value != at || (!name.empty() && !one->is(name))) {
                    continue;
                }
                NamedNumbers moved = met.numbers;
                moved.set(one->text, WholeNumber{at + beyond});
                const auto then = evaluate_whole(part.begin, part.end, [&](std::string_view other) {
                    return moved.find(other);
                });
                if (then && (then->value != 0) != part.is_true) {
                    words = part_words(met.numbers, part);
                }
            }
        }
    }
    return words;
}

WayToStore what_lets_through(const Lab& lab, const SubmissionFile& submission,
                             const Extents& extents, const LaunchShape& launch,
                             const std::array<std::uint32_t, 3>& block,
                             const std::array<std::uint32_t, 3>& thread, bool lacks_others) {
    constexpr std::int64_t far = 1'000;
    int steps_left = 20'000;
    const Tokens tokens = written_out(tokens_of(submission.text));
    const auto text = kernel_text(lab, tokens, extents, launch);
    const Interior inner = interior(lab, extents);
    const auto is_boundary = [&](std::int64_t index) {
        return index >= 0 && index < extents.cells() && !inner.contains(extents.cell(index));
    };
    const auto store =
        text ? store_of_thread(*text, block, thread, is_boundary, steps_left) : std::nullopt;
    if (!store || store->line == 0 || !store->obstacles.empty()) {
        return {};
    }
    const auto cell = extents.cell(store->element);
    // Several comparisons should keep the thread out; the last one is the store's own.
    std::string words;
    for (std::size_t axis = 0; axis < lab.axes; ++axis) {
        const std::int64_t at = cell[axis];
        const std::int64_t beyond = at < inner.first[axis]   ? -far
                                    : at >= inner.last[axis] ? far
                                                             : 0;
        const std::string asked =
            beyond == 0 ? "" : comparison_at(*text, store->passed, at, beyond);
        words = asked.empty() ? words : asked;
    }
    std::vector<std::string> never_asked;
    for (std::size_t axis = 0; words.empty() && !lacks_others && axis < lab.axes; ++axis) {
        if (cell[axis] < inner.first[axis] &&
            is_never_asked(lab, tokens, launch, axis, cell[axis])) {
            never_asked.push_back(axis_name(lab, axis));
        }
    }
    if (!never_asked.empty()) {
        return {fmt::format("No condition on its way asks whether {} {} at least {}.",
                            join(never_asked, ", ", " and "),
                            never_asked.size() == 1 ? "is" : "are", reach(lab)),
                true};
    }
    if (!words.empty()) {
        return {fmt::format("I{}: that lets it through.{}", words.substr(1),
                            reach(lab) > 1
                                ? fmt::format(" Here the boundary is {} cells wide.", reach(lab))
                                : ""),
                true};
    }
    const auto last =
        std::find_if(store->passed.rbegin(), store->passed.rend(),
                     [](const MetCondition& met) { return std::prev(met.begin, 2)->is("if"); });
    return {last == store->passed.rend()
                ? ""
                : fmt::format("The condition in line {} lets it through: it must ask whether the "
                              "cell is an inner one.",
                              last->begin->line),
            false};
}

} // namespace kit
