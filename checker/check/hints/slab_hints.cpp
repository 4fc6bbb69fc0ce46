#include "checker/check/hints/slab_hints.hpp"

#include "checker/base/tokens.hpp"
#include "checker/check/hints/loops_in_text.hpp"
#include "checker/check/hints/race_hints.hpp"
#include "checker/diagnosis/merged_findings.hpp"
#include "checker/model/slabs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

namespace {

/// What stands behind "slab.out[...]" at this token.
TokenAt behind_element_of_out(TokenAt at, TokenAt end) {
    if (!follows(std::next(at), end, {".", "out", "["})) {
        return end;
    }
    const TokenAt close = closing_bracket(std::next(at, 3), end);
    return close == end ? end : std::next(close);
}

/// The stores to the neighbour's slab, which is the kernel's argument `name`.
struct StoresToNeighbour {
    bool is_sure = false; ///< the name is an argument, and no other name stands for it
    std::vector<int> lines;
};

StoresToNeighbour stores_to(const Tokens& tokens, std::string_view name) {
    StoresToNeighbour stores;
    bool is_passed_on = false;
    for (auto at = tokens.begin(); at != tokens.end(); ++at) {
        if (!at->is(name) || at == tokens.begin()) {
            continue;
        }
        if (std::prev(at)->is("Slab")) {
            stores.is_sure = true;
            continue;
        }
        const TokenAt next = std::next(at);
        const bool is_element = follows(next, tokens.end(), {".", "out", "["});
        const bool is_read =
            follows(next, tokens.end(), {"."}) && !follows(next, tokens.end(), {".", "out"});
        is_passed_on = is_passed_on || (!is_element && !is_read);
        if (is_element) {
            stores.lines.push_back(at->line);
        }
    }
    stores.is_sure = stores.is_sure && !is_passed_on;
    return stores;
}

/// "plane 1 of GPU 0", where another GPU writes it, too.
std::string place_of(const Finding& race) {
    const auto begin = race.message.find("], in ");
    const auto end = race.message.find(':', begin);
    constexpr std::size_t intro = 6;
    return begin == std::string::npos || end == std::string::npos
               ? ""
               : race.message.substr(begin + intro, end - begin - intro);
}

void speak_of_unsent(const Tokens& tokens, const std::vector<Finding>& findings, Finding& unsent) {
    const bool is_below = unsent.message.find("in its ghost plane below") != std::string::npos;
    const bool is_above = unsent.message.find("in its ghost plane above") != std::string::npos;
    if (unsent.kind != FindingKind::uninitialized_global || is_below == is_above) {
        return;
    }
    const std::string_view neighbour = is_below ? "above" : "below"; // as the sender calls it
    const StoresToNeighbour stores = stores_to(tokens, neighbour);
    if (!stores.is_sure) {
        return;
    }
    if (stores.lines.empty()) {
        unsent.hint = fmt::format("No line stores to {}.out. {}", neighbour, unsent.hint);
        return;
    }
    if (unsent.message.find("before anything was sent") != std::string::npos) {
        return; // it may come later
    }
    const int line = stores.lines.front();
    const auto is_of_line = [&](const Finding& one) {
        return share_a_case(one, unsent) &&
               std::ranges::any_of(one.lines,
                                   [line](const SourceLine& l) { return l.line == line; });
    };
    const auto outside = std::ranges::find_if(findings, [&](const Finding& one) {
        return one.kind == FindingKind::out_of_bounds_global && is_of_line(one);
    });
    const auto race = std::ranges::find_if(findings, [&](const Finding& one) {
        return one.kind == FindingKind::race_global && one.cause.of == "two writers" &&
               is_of_line(one) &&
               one.message.find(fmt::format("the ghost plane {} of GPU",
                                            is_below ? "below" : "above")) == std::string::npos;
    });
    const bool left_out = std::ranges::any_of(findings, [&](const Finding& one) {
        return one.kind == FindingKind::wrong_output && one.has_unwritten;
    });
    if (outside != findings.end()) {
        unsent.hint = fmt::format("Line {} stores to {}.out, but past its end. {}", line, neighbour,
                                  unsent.hint);
    } else if (race != findings.end() && !place_of(*race).empty()) {
        unsent.hint = fmt::format("Line {} stores to {}.out, but in {}. {}", line, neighbour,
                                  place_of(*race), unsent.hint);
    } else if (left_out) {
        unsent.hint += " Cells of own.out were never written, either: planes count from 1 to "
                       "own.planes. Begin there.";
    } else {
        unsent.hint = fmt::format("Which threads reach line {}, where {}.out is written, and which "
                                  "plane does its index lead to? {}",
                                  line, neighbour, unsent.hint);
    }
}

/// An if that asks for the neighbour on the other side, round a line that uses the one that is not there.
void speak_of_other_neighbour(const Tokens& tokens, Finding& wild) {
    if (wild.kind != FindingKind::out_of_bounds_global ||
        wild.message.find("belongs to no array") == std::string::npos) {
        return;
    }
    for (auto at = tokens.begin(); at != tokens.end(); ++at) {
        if (!follows(at, tokens.end(), {"if", "("})) {
            continue;
        }
        const TokenAt close = closing_bracket(std::next(at), tokens.end());
        const auto asks_for = [&](std::string_view slab) { return has_token({at, close}, slab); };
        const bool of_above = asks_for("above");
        if (close == tokens.end() || of_above == asks_for("below")) {
            continue;
        }
        const std::string_view other = of_above ? "below" : "above";
        const TokenAt body = std::next(close);
        const TokenAt end = end_of_statement(body, tokens.end());
        const TokenAt use = std::ranges::find(body, end, other, &Token::text);
        const bool is_of_finding =
            use != end && std::ranges::any_of(wild.lines, [&](const SourceLine& line) {
                return line.line == use->line;
            });
        if (is_of_finding) {
            wild.hint =
                fmt::format("Line {} asks for the GPU {}, line {} uses the one {}. {}", at->line,
                            of_above ? "above" : "below", use->line, other, wild.hint);
            return;
        }
    }
}

/// A line of a race that reads the array that its sweep writes. Flags order sweeps: a line in a race of two sweeps may
/// send on what its own thread has stored.
void speak_of_read_output(Finding& race) {
    const bool is_of_one_sweep =
        race.message.find(" in the same sweep") != std::string::npos ||
        (race.message.starts_with("Threads of two blocks") && !is_written_twice(race));
    if (race.kind != FindingKind::race_global || !is_of_one_sweep) {
        return;
    }
    for (const SourceLine& line : race.lines) {
        const Tokens tokens = tokens_of(line.text);
        for (auto at = tokens.begin(); at != tokens.end(); ++at) {
            const TokenAt behind = behind_element_of_out(at, tokens.end());
            if (behind != tokens.end() && !follows(behind, tokens.end(), {"="})) {
                race.hint = fmt::format("Line {} reads {}.out, which this sweep writes: read "
                                        "{}.in, which it does not change.",
                                        line.line, at->text, at->text);
                return;
            }
        }
    }
}

/// An atomic of a flag: "atomicAdd_system(&below.flags[1], 1u)".
struct Raise {
    int line = 0;
    std::string_view slab;
    bool is_of_all_threads = false; ///< no condition on the thread's number stands before it
};

/// In the kernel's own text, from `at` to `end`: what calls another function is not known.
std::vector<Raise> raises_in(TokenAt at, TokenAt end, const Tokens& tokens) {
    const std::set<std::string_view> of_thread =
        names_set_from(tokens, {"threadIdx", "thread_rank", "thread_index"});
    std::vector<Raise> raises;
    TokenAt guarded = at; // the end of what has a condition on the thread
    for (; at != end; ++at) {
        const TokenAt close =
            follows(std::next(at), end, {"("}) ? closing_bracket(std::next(at), end) : end;
        if (close == end) {
            continue;
        }
        if (at->is("if") && std::any_of(at, close, [&](const Token& one) {
                return of_thread.contains(one.text);
            })) {
            const TokenAt body = std::next(close);
            const TokenAt behind = end_of_statement(body, end);
            guarded = std::max(guarded, has_token({body, behind}, "return") ? end : behind);
        }
        for (auto part = at; at->text.starts_with("atomic") && part != close; ++part) {
            if (follows(std::next(part), close, {".", "flags"})) {
                raises.push_back({at->line, part->text, at >= guarded});
            }
        }
    }
    return raises;
}

/// Whether a number is worked out from the launch's blocks, and not from their threads, too.
bool counts_blocks(const Tokens& tokens) {
    bool has_blocks = false;
    bool has_threads = false; // both of the statement
    for (const Token& token : tokens) {
        has_blocks = has_blocks || token.is("gridDim");
        has_threads = has_threads || token.text.starts_with("BLOCK") || token.is("blockDim");
        if (token.is(";") || token.is("{") || token.is("}")) {
            if (has_blocks && !has_threads) {
                return true;
            }
            has_blocks = has_threads = false;
        }
    }
    return false;
}

/// GPUs do not wait as they should: a flag is raised that no neighbour looks at, or by every thread of a block.
void speak_of_flags(const Lab& lab, const Tokens& tokens, Finding& late) {
    constexpr std::array<std::string_view, 4> signs{"before anything was sent", "without having",
                                                    "may still read", ".flags["};
    const auto kernel = std::ranges::find(tokens, lab.kernel, &Token::text);
    const auto comma = std::ranges::find(kernel, tokens.end(), ",", &Token::text);
    const auto body = std::ranges::find(comma, tokens.end(), "{", &Token::text);
    if (body == tokens.end() || std::ranges::none_of(signs, [&](std::string_view sign) {
            return late.message.find(sign) != std::string::npos;
        })) {
        return;
    }
    const std::string_view own = std::prev(comma)->text;
    for (const Raise& raise : raises_in(body, closing_bracket(body, tokens.end()), tokens)) {
        if (raise.slab == own) {
            late.hint =
                fmt::format("Line {} raises a flag of {}, and so wakes this GPU itself. Raise "
                            "one of the neighbour's slab: it waits for its own.",
                            raise.line, own);
            return;
        }
        if (raise.is_of_all_threads && late.kind != FindingKind::timeout && counts_blocks(tokens)) {
            late.hint = fmt::format("In line {} every thread of the block raises the flag, and it "
                                    "counts up before all have stored. Let one thread raise it, "
                                    "behind a barrier and a __threadfence_system().",
                                    raise.line);
            return;
        }
    }
}

} // namespace

void speak_of_slabs(const Lab& lab, const SubmissionFile& submission,
                    std::vector<Finding>& findings, Finding& first) {
    if (!has_slabs(lab)) {
        return;
    }
    const Tokens tokens = tokens_of(submission.text);
    speak_of_unsent(tokens, findings, first);
    speak_of_other_neighbour(tokens, first);
    speak_of_flags(lab, tokens, first);
    std::ranges::for_each(findings, speak_of_read_output);
}

} // namespace kit
