// Which parts of a failed submission are right, and the sentence to begin with.
#include "checker/base/layout.hpp"
#include "checker/base/utf8.hpp"
#include "checker/report/text_parts.hpp"

#include <fmt/format.h>

namespace kit {

namespace {

using State = TriedPart::State;

/// Continues "part 3, the barrier (line 52), ": what its trial among right parts showed.
std::string_view shown_by(std::optional<FindingKind> kind) {
    switch (kind.value_or(FindingKind::wrong_output)) {
    case FindingKind::build_error:
    case FindingKind::unsupported_feature: return "does not compile";
    case FindingKind::invalid_launch: return "gives a launch that CUDA refuses";
    case FindingKind::timeout: return "does not come to an end";
    case FindingKind::crash: return "ends the kernel with an error";
    case FindingKind::out_of_bounds_global: return "goes past the end of an array";
    case FindingKind::out_of_bounds_shared: return "goes past the end of a shared array";
    case FindingKind::race_shared:
    case FindingKind::race_global: return "lets two threads use one place at the same time";
    case FindingKind::uninitialized_shared: return "reads shared memory that nothing has written";
    case FindingKind::uninitialized_global: return "reads output that nothing has written";
    case FindingKind::barrier_divergence:
    case FindingKind::early_exit_before_barrier:
        return "has a barrier that not all threads of a block reach";
    case FindingKind::input_modified: return "changes the input";
    case FindingKind::technique_missing: return "moves more data than the technique allows";
    case FindingKind::wrong_output:
    case FindingKind::compiler_warning: return "gives a wrong output";
    }
    return "";
}

std::string place_of(const TriedPart& part) {
    const std::string title = part.title.empty() ? "" : ", " + printable(part.title);
    return fmt::format("part {}{} (line {})", part.number, title, part.line);
}

std::string_view mark_of(State state) {
    switch (state) {
    case State::right: return "✓";
    case State::wrong: return "✗";
    case State::not_yet: return "not yet";
    case State::tied: return "?";
    }
    return "";
}

} // namespace

std::string parts_row(const TriedParts& tried) {
    std::string row;
    for (const TriedPart& part : tried.parts) {
        row += fmt::format("{}{} {}", row.empty() ? "" : "  ", part.number, mark_of(part.state));
    }
    return row;
}

std::string parts_sentence(const TriedParts& tried) {
    std::string text;
    if (tried.outside_is_wrong) {
        text = "Something outside the marked parts is not as in the skeleton, and with it even "
               "right parts fail: begin there. ";
    }
    if (const TriedPart* wrong = tried.first(State::wrong)) {
        text += fmt::format("Look at {} first: with right parts around it, it {}. ",
                            place_of(*wrong), shown_by(wrong->shows));
    } else if (const TriedPart* next = tried.first(State::not_yet)) {
        const bool has_right = tried.first(State::right) != nullptr;
        text += fmt::format("{} {}. ",
                            has_right ? "What you have written is right so far. Next:"
                            : tried.outside_is_wrong ? "Then:"
                                                     : "Begin with",
                            place_of(*next));
    } else if (tried.first(State::tied) == nullptr && !tried.outside_is_wrong) {
        text += "Each part is right where the others are right ones of the kit's: look at what "
                "your parts expect of each other. ";
    }
    if (tried.first(State::tied) != nullptr) {
        text += "A part marked ? uses names of your other parts, so it cannot be tried alone. ";
    }
    return std::string(trimmed(text));
}

std::string part_lines(const TriedParts& tried, const TextStyle& style) {
    if (tried.parts.empty()) {
        return "";
    }
    return paragraph(style, Tone::heading, "Parts   " + parts_row(tried)) +
           paragraph(style, Tone::plain, parts_sentence(tried));
}

std::string change_sentence(const RightChange& change) {
    return fmt::format("Tried on {}: with {}, and nothing else changed, the kernel is right.",
                       plural(change.grids, "grid"), change.what);
}

} // namespace kit
