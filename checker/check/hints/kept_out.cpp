#include "checker/check/hints/kept_out.hpp"

#include "checker/base/tokens.hpp"
#include "checker/check/hints/thread_walk.hpp"
#include "checker/diagnosis/wording.hpp"
#include "checker/trace/naming.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace kit {

namespace {

/// "in line 8 'y < n - 1' is false, with y = 34 and n = 33"
std::string part_words(const Obstacle& obstacle, TokenAt begin, TokenAt end, bool is_true) {
    std::vector<std::string> values;
    for (auto at = begin; at != end; ++at) {
        const bool has_member = end - at > 2 && at[1].is(".");
        const std::string name =
            has_member ? fmt::format("{}.{}", at->text, at[2].text) : std::string(at->text);
        const auto number = obstacle.numbers.find(name);
        std::string value = number ? fmt::format("{} = {}", name, number->value) : "";
        if (number && std::ranges::find(values, value) == values.end()) {
            values.push_back(std::move(value));
        }
    }
    return fmt::format("in line {} '{}' is {}{}{}", begin->line, words_of({begin, end}), is_true,
                       values.empty() ? "" : ", with ", fmt::join(values, " and "));
}

/// Collects the parts of a condition that make it what it is, in words: of those joined by && the false ones, of those
/// joined by || the true ones. A name that is given a condition before stands for it.
void deciding_parts(const KernelText& text, const Obstacle& obstacle, TokenAt begin, TokenAt end,
                    bool is_true, std::vector<std::string>& words) {
    const bool is_negated = begin != end && begin->is("!");
    const auto name = is_negated ? std::next(begin) : begin;
    if (end - name == 1 && name->kind == Token::Kind::word) {
        for (auto at = std::prev(name); at != text.body; --at) {
            if (at->is("=") && std::prev(at)->is(name->text)) {
                deciding_parts(text, obstacle, std::next(at), semicolon(at, text.end),
                               is_true != is_negated, words);
                return;
            }
        }
    }
    const std::string_view joint = is_true ? "|" : "&";
    for (auto from = begin; from != end;) {
        auto to = from;
        while (to != end && !follows(to, end, {joint, joint})) {
            to = to->is("(") ? closing_bracket(to, end) : to;
            to += to != end ? 1 : 0;
        }
        const auto part = evaluate_whole(
            from, to, [&](std::string_view other) { return obstacle.numbers.find(other); });
        if (part && (part->value != 0) == is_true) {
            if (from == begin && to == end) {
                words.push_back(part_words(obstacle, from, to, is_true));
            } else {
                deciding_parts(text, obstacle, from, to, is_true, words);
            }
        }
        from = to == end ? end : to + 2;
    }
}

} // namespace

std::string why_never_written(const Lab& lab, const SubmissionFile& submission,
                              const Extents& extents, const LaunchShape& launch,
                              std::int64_t element) {
    constexpr std::uint64_t most_threads = 70'000;
    int steps_left = 100'000; // half a second
    const Tokens tokens = tokens_of(submission.text);
    const auto text = kernel_text(lab, tokens, extents, launch);
    const auto volume = [](const std::array<std::uint32_t, 3>& of) {
        return std::uint64_t{of[0]} * of[1] * of[2];
    };
    const std::uint64_t threads = volume(launch.block);
    if (!text || volume(launch.grid) * threads > most_threads) {
        return "";
    }
    // On a larger grid a thread has the same cell, unless its index has run on into another row.
    constexpr std::int64_t margin = 2'000;
    const Extents larger{extents.x + margin, extents.y + (lab.axes > 1 ? margin : 0),
                         extents.z + (lab.axes > 2 ? margin : 0)};
    const auto larger_text = kernel_text(lab, tokens, larger, launch);
    const auto cell = extents.cell(element);
    const auto is_of_cell = [&](const auto& block, const auto& thread) {
        if (is_linear(launch) || lab.axes == 1) { // the cell comes from the index
            return true;
        }
        const auto there = store_of_thread(*larger_text, block, thread,
                                           larger.index(cell[0], cell[1], cell[2]), steps_left);
        return there && there->line > 0;
    };
    std::string sentence;
    // Of a tile's threads several may have the cell: to those of its halo more than one thing lacks.
    std::size_t fewest = 0;
    for (std::uint64_t number = 0; fewest != 1 && number < volume(launch.grid) * threads;
         ++number) {
        const auto block = position(number / threads, launch.grid);
        const auto thread = position(number % threads, launch.block);
        const auto store = store_of_thread(*text, block, thread, element, steps_left);
        if (!store || (store->line > 0 && store->obstacles.empty())) {
            return "";
        }
        if (store->line == 0 || !is_of_cell(block, thread)) {
            continue;
        }
        std::vector<std::string> why;
        for (const Obstacle& obstacle : store->obstacles) {
            deciding_parts(*text, obstacle, obstacle.begin, obstacle.end, !obstacle.must_hold, why);
        }
        if (why.empty() || (fewest > 0 && why.size() >= fewest)) {
            continue;
        }
        fewest = why.size();
        const std::string name = element_name(std::string(text->out), cell, lab);
        sentence = fmt::format(
            "Thread {} of block {} {}: {}{}.", triple(thread), triple(block),
            store->obstacles.front().is_loop
                ? fmt::format("ends its loop before {}", name)
                : fmt::format("has {}, and does not come to the store in line {}", name,
                              store->line),
            why.front(),
            fewest == 1   ? ""
            : fewest == 2 ? "; so is another part of its conditions"
                          : fmt::format("; so are {} more parts of its conditions", fewest - 1));
    }
    return sentence;
}

} // namespace kit
