#include "checker/trace/story.hpp"

#include "checker/base/layout.hpp"
#include "checker/base/numbers.hpp"
#include "checker/base/utf8.hpp"
#include "checker/model/slabs.hpp"
#include "checker/trace/moments.hpp"
#include "checker/trace/naming.hpp"
#include "checker/trace/origins.hpp"
#include "checker/trace/writers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace kit {

namespace {

using Kind = TraceEvent::Kind;

const char* verb_of(Kind kind) {
    switch (kind) {
    case Kind::load: return "reads";
    case Kind::store: return "writes";
    case Kind::atomic: return "changes";
    case Kind::copy: return "copies to";
    default: return "";
    }
}

std::string shown_line(const SubmissionFile& submission, int line, const TextStyle& style) {
    if (line == 0) {
        return paint(style, Tone::faint, "      │ (in the kit's headers)") + "\n";
    }
    return paint(style, Tone::faint, fmt::format("{:5} │ ", line)) +
           cut(trimmed(submission.line(line)), style.width - 8) + "\n";
}

/// How many threads of the block access memory in each line, in one interval between barriers.
using ThreadsOfLines = std::map<int, std::uint64_t>;

/// Threads other than this one, by interval.
std::map<std::uint32_t, ThreadsOfLines> others_in(const Trace& trace, const TracedThread& of) {
    std::map<std::uint32_t, std::set<std::pair<int, std::uint32_t>>> seen;
    std::map<std::uint32_t, ThreadsOfLines> others;
    for (const TraceEvent& event : trace.events) {
        const bool is_access = event.kind != Kind::barrier && event.kind != Kind::end;
        if (event.block == of.block && event.thread != of.thread && event.line != 0 && is_access &&
            seen[event.interval].emplace(event.line, event.thread).second) {
            ++others[event.interval][event.line];
        }
    }
    return others;
}

/// A blank line, unless there is one.
std::string gap_after(const std::string& text) {
    return text.empty() || text.ends_with("\n\n") ? "" : "\n";
}

/// The numbers of the steps of a thread's march, by the event that each begins with: it comes back to a line above, and
/// on the way passes a barrier. Nothing if it never does.
std::map<std::size_t, int> steps_of(const Trace& trace, const TracedThread& of) {
    std::vector<std::size_t> own;
    for (std::size_t i = 0; i < trace.events.size(); ++i) {
        const TraceEvent& event = trace.events[i];
        const bool is_own = event.kind == Kind::barrier || event.thread == of.thread;
        if (event.block == of.block && is_own && event.kind != Kind::end && event.line != 0) {
            own.push_back(i);
        }
    }
    std::vector<std::size_t> returns;
    std::set<int> seen;
    std::set<int> barriers;
    int last = 0;
    for (const std::size_t i : own) {
        const TraceEvent& event = trace.events[i];
        const auto barrier = barriers.lower_bound(event.line);
        if (event.line <= last && seen.contains(event.line) && barrier != barriers.end() &&
            *barrier <= last && (event.line < last || event.kind == Kind::barrier)) {
            returns.push_back(i);
        }
        seen.insert(event.line);
        if (event.kind == Kind::barrier) {
            barriers.insert(event.line);
        }
        last = event.line;
    }
    std::map<std::size_t, int> steps;
    if (returns.empty()) {
        return steps;
    }
    const int top = trace.events[returns.front()].line;
    steps[*std::ranges::find_if(own, [&](std::size_t i) { return trace.events[i].line >= top; })] =
        1;
    for (const std::size_t i : returns) {
        steps.emplace(i, static_cast<int>(steps.size()) + 1);
    }
    return steps;
}

class Story {
public:
    Story(const RecordedLaunch& recorded, const TracedThread& of, const TextStyle& style)
        : recorded_(recorded), trace_(recorded.observation.trace), of_(of), style_(style),
          writers_(trace_), origins_(origins_of(recorded, of.block)), steps_(steps_of(trace_, of)),
          others_(others_in(trace_, of)) {}

    std::string text() {
        std::string text;
        int line = -1;
        for (std::size_t i = 0; i < trace_.events.size(); ++i) {
            const TraceEvent& event = trace_.events[i];
            if (event.block != of_.block) {
                continue;
            }
            if (const auto step = steps_.find(i); step != steps_.end()) {
                text += gap_after(text) +
                        paint(style_, Tone::heading, fmt::format("Step {}", step->second)) + "\n";
                line = -1;
            }
            if (event.kind == Kind::barrier) {
                barrier_lines_[event.interval] = event.line;
                if (!ended_) {
                    text += not_run(event.interval);
                    text += fmt::format("{}{}        {} threads meet at this barrier\n\n",
                                        gap_after(text),
                                        shown_line(recorded_.submission, event.line, style_),
                                        thousands(event.bytes));
                    line = -1;
                }
                continue;
            }
            if (event.thread != of_.thread) {
                continue;
            }
            if (event.kind == Kind::end) {
                ended_ = true;
                text += not_run(event.interval);
                text += gap_after(text);
                text += accesses_ == 0 ? "        The thread reads and writes no array, and ends.\n"
                                       : "        The thread ends.\n";
                continue;
            }
            if (event.line != line) {
                line = event.line;
                text += shown_line(recorded_.submission, line, style_);
            }
            own_.insert(event.line);
            ++accesses_;
            text += access(i);
        }
        if (text.empty()) {
            text = "        This thread reads and writes no array.\n";
        }
        return text;
    }

private:
    /// The lines of this interval that others run and this thread does not: the branches that it does not take.
    std::string not_run(std::uint32_t interval) {
        constexpr std::size_t most_lines = 8;
        std::string text;
        std::string lines;
        std::size_t count = 0;
        const ThreadsOfLines& others = others_[interval];
        for (auto line = others.begin(); line != others.end(); ++line) {
            if (own_.count(line->first) != 0) {
                continue;
            }
            if (count++ < most_lines) {
                lines += shown_line(recorded_.submission, line->first, style_);
            }
            auto next = std::next(line);
            while (next != others.end() && own_.count(next->first) != 0) {
                ++next;
            }
            if (next != others.end() && next->second == line->second) {
                continue;
            }
            text += lines;
            text += count > most_lines
                        ? fmt::format("        … and {} more lines\n", count - most_lines)
                        : "";
            text +=
                fmt::format("        not run by this thread, but by {} of the block\n",
                            line->second == 1 ? "one other" : thousands(line->second) + " others");
            lines.clear();
            count = 0;
        }
        own_.clear();
        return text;
    }

    std::string access(std::size_t i) const {
        const TraceEvent& event = trace_.events[i];
        if (event.array < 0) {
            return fmt::format("        {} {} bytes of no array\n", verb_of(event.kind),
                               event.bytes);
        }
        std::string element = element_and_cell(trace_, event, recorded_.lab, recorded_.extents);
        // In shared memory: the cell whose value is stored or read.
        const auto origin = origins_.find(event.kind == Kind::load ? writers_.of[i] : i);
        if (origin != origins_.end()) {
            element +=
                fmt::format(" ({})", cell_of(origin->second, recorded_.lab, recorded_.extents));
        }
        const std::string head = fmt::format("        {:<9} {:<38}", verb_of(event.kind), element);
        if (event.outside) {
            return paint(style_, Tone::bad, head + " outside the array") + "\n";
        }
        const std::string value = fmt::format("{} {:>12}", head, value_of(trace_, event));
        const auto [tone, from] = source(i);
        if (from.empty()) {
            return value + "\n";
        }
        const bool fits = width_of(value) + 3 + width_of(from) <= style_.width;
        return value + (fits ? "   " : "\n" + std::string(18, ' ')) + paint(style_, tone, from) +
               "\n";
    }

    /// Who wrote what is read, and whether that is a mistake.
    std::pair<Tone, std::string> source(std::size_t i) const {
        const TraceEvent& event = trace_.events[i];
        if (event.kind != Kind::load) {
            return {};
        }
        const TraceArray& array = trace_.arrays[event.array];
        if (writers_.of[i] == Writers::nobody) {
            return array.is_shared ? std::pair(Tone::bad, std::string("no thread has written it"))
                   : array.is_input
                       ? std::pair(Tone::plain, std::string())
                       : std::pair(Tone::plain,
                                   std::string(has_slabs(recorded_.lab) ? "as it was"
                                                                        : "as before the launch"));
        }
        const TraceEvent& writer = trace_.events[writers_.of[i]];
        if (writer.block == event.block && writer.thread == event.thread) {
            return {Tone::plain, "its own"};
        }
        const auto& launch = recorded_.observation.launch;
        const std::string thread = "from thread " + triple(position(writer.thread, launch.block));
        if (writer.block != event.block) {
            return {Tone::plain,
                    thread + " of block " + triple(position(writer.block, launch.grid))};
        }
        if (writer.interval == event.interval) {
            return {Tone::bad, thread + ", with no barrier between"};
        }
        const auto barrier = barrier_lines_.find(event.interval - 1);
        return {Tone::plain, barrier == barrier_lines_.end()
                                 ? thread
                                 : fmt::format("{} before line {}", thread, barrier->second)};
    }

    const RecordedLaunch& recorded_;
    const Trace& trace_;
    const TracedThread of_;
    const TextStyle style_;
    const Writers writers_;
    const std::map<std::size_t, std::int64_t> origins_;
    const std::map<std::size_t, int> steps_;
    std::map<std::uint32_t, int> barrier_lines_; ///< by the interval that it ends
    std::map<std::uint32_t, ThreadsOfLines> others_;
    std::set<int> own_; ///< lines in which it accesses memory in this interval
    std::uint64_t accesses_ = 0;
    bool ended_ = false;
};

constexpr std::uint32_t word_bytes = 4;
constexpr std::uint32_t words_of_sector = 8;

/// One line for each sector that the request touches: which lanes name its words.
std::string drawn_sectors(const Trace& trace, const Moment& request) {
    std::map<std::uint64_t, std::array<std::vector<std::uint32_t>, words_of_sector>> sectors;
    std::map<std::uint64_t, TraceEvent> first_of;
    for (std::uint32_t lane = 0; lane < WarpRequest::lanes_of_warp; ++lane) {
        if (request.event[lane] == WarpRequest::none) {
            continue;
        }
        const TraceEvent& event = trace.events[request.event[lane]];
        for (std::uint32_t at = 0; at < event.bytes; at += word_bytes) {
            const std::uint64_t word = (event.address + at) / word_bytes;
            const std::uint64_t sector = word / words_of_sector;
            sectors[sector][word % words_of_sector].push_back(lane);
            TraceEvent begin = event;
            begin.place -=
                static_cast<std::int64_t>(event.address - sector * words_of_sector * word_bytes);
            first_of.try_emplace(sector, begin);
        }
    }
    std::string text;
    for (const auto& [sector, words] : sectors) {
        text += fmt::format("          {:<14}", element_of(trace, first_of.at(sector)));
        for (const std::vector<std::uint32_t>& lanes : words) {
            text += lanes.empty()       ? "    ·"
                    : lanes.size() == 1 ? fmt::format("{:5}", lanes.front())
                                        : fmt::format(" {:2}+{}", lanes.front(), lanes.size() - 1);
        }
        text += "\n";
    }
    return text;
}

std::string heading(const Moment& moment, const Trace& trace) {
    const std::size_t lanes = static_cast<std::size_t>(__builtin_popcount(moment.lanes));
    std::string text =
        fmt::format("        {}: {}", operation_name(trace, moment), plural(lanes, "lane"));
    if (moment.outside) {
        return text + ", outside the array";
    }
    if (!moment.is_request) {
        return text;
    }
    if (is_shared(trace, moment)) {
        text += moment.conflicts == 0
                    ? ", no bank conflict"
                    : fmt::format(", {} more {} for bank conflicts", moment.conflicts,
                                  moment.conflicts == 1 ? "pass" : "passes");
        return text;
    }
    text += fmt::format(", {}", plural(moment.sectors, "sector"));
    if (moment.sectors > moment.least_sectors) {
        text += fmt::format("; {} would hold the bytes", moment.least_sectors);
    }
    return text;
}

} // namespace

std::string thread_story(const RecordedLaunch& recorded, const TracedThread& of,
                         const TextStyle& style) {
    return Story(recorded, of, style).text();
}

std::string warp_story(const RecordedLaunch& recorded, const TracedThread& of,
                       const TextStyle& style) {
    const Trace& trace = recorded.observation.trace;
    std::string text;
    int line = -1;
    std::uint32_t interval = 0;
    for (const Moment& moment : moments_of(trace, of.block)) {
        if (moment.warp != of.thread / WarpRequest::lanes_of_warp) {
            continue;
        }
        if (moment.interval != interval) {
            interval = moment.interval;
            line = -1;
            text += paint(style, Tone::faint, fmt::format("        barrier {}", interval)) + "\n";
        }
        if (moment.line != line) {
            line = moment.line;
            text += shown_line(recorded.submission, line, style);
        }
        text += heading(moment, trace) + "\n";
        if (moment.is_request && !is_shared(trace, moment)) {
            text += drawn_sectors(trace, moment);
        }
    }
    return text.empty() ? "        This warp makes no request.\n" : text;
}

} // namespace kit
