#include "checker/trace/finding_accesses.hpp"

#include "checker/trace/finding_thread.hpp"
#include "checker/trace/naming.hpp"
#include "checker/trace/origins.hpp"

#include <algorithm>
#include <array>

namespace kit {

namespace {

using Kind = TraceEvent::Kind;

bool is_write(const TraceEvent& event) {
    return event.kind != Kind::load;
}

/// Whether one of the element's subscripts is `subscript`, which is none of its dimension's: the others' are read as if
/// it were 0. plane[2][5][-1] of plane[3][8][8] is element 2 · 64 + 5 · 8 − 1.
bool has_subscript(const TraceArray& array, std::int64_t element, std::int64_t subscript) {
    std::int64_t stride = 1;
    for (auto extent = array.extents.rbegin(); extent != array.extents.rend(); ++extent) {
        const std::int64_t rest = element - subscript * stride;
        const std::int64_t rows = rest / stride - (rest % stride < 0 ? 1 : 0);
        if ((subscript < 0 || subscript >= *extent) && rows % *extent == 0) {
            return true;
        }
        stride *= *extent;
    }
    return false;
}

class Search {
public:
    Search(const Finding& finding, const RecordedLaunch& launch, std::uint64_t block,
           const std::vector<std::size_t>& order)
        : finding_(finding), trace_(launch.observation.trace), shape_(launch.observation.launch),
          block_(block), order_(order) {}

    [[nodiscard]] FindingAccesses accesses() const {
        if (finding_.threads.empty()) {
            const auto last =
                std::find_if(order_.rbegin(), order_.rend(), [this](std::size_t number) {
                    return writes_wrong_cell(finding_, trace_, trace_.events[number]);
                });
            return {last == order_.rend() ? std::nullopt : std::optional(*last), {}};
        }
        for (const Match match : {Match::element, Match::subscript}) {
            const FindingAccesses found = accesses(match);
            if (found.first) {
                return found;
            }
        }
        return {};
    }

private:
    /// How an access fits to the finding's index.
    enum class Match { element, subscript };

    [[nodiscard]] FindingAccesses accesses(Match match) const {
        std::array<std::vector<std::size_t>, 2> found;
        for (std::size_t t = 0; t < std::min(finding_.threads.size(), found.size()); ++t) {
            found[t] = of_thread(finding_.threads[t], match);
        }
        if (finding_.kind == FindingKind::race_shared ||
            finding_.kind == FindingKind::race_global) {
            if (const auto pair = race(found[0], found[1])) {
                return *pair;
            }
        }
        const auto& own = found[0].empty() ? found[1] : found[0];
        const auto read = std::ranges::find_if(own, [this](std::size_t number) {
            const Kind kind = trace_.events[number].kind;
            return kind == Kind::load || kind == Kind::atomic;
        });
        const bool is_of_read = finding_.kind == FindingKind::uninitialized_shared ||
                                finding_.kind == FindingKind::uninitialized_global;
        if (is_of_read && read != own.end()) {
            return {*read, {}};
        }
        return {own.empty() ? std::nullopt : std::optional(own.front()), {}};
    }

    [[nodiscard]] std::vector<std::size_t> of_thread(const ThreadPlace& place, Match match) const {
        std::vector<std::size_t> found;
        if (number_at(place.block, shape_.grid) != block_) {
            return found;
        }
        const std::uint64_t thread = number_at(place.thread, shape_.block);
        for (const std::size_t number : order_) {
            const TraceEvent& event = trace_.events[number];
            if (event.thread == thread && is_about(event, match)) {
                found.push_back(number);
            }
        }
        return found;
    }

    [[nodiscard]] bool is_about(const TraceEvent& event, Match match) const {
        if (event.array < 0) {
            return finding_.array.empty() && !finding_.index && is_at_line(event);
        }
        const TraceArray& array = trace_.arrays[event.array];
        const std::int64_t element = element_index(trace_, event);
        const bool is_named = finding_.array.empty() || array.name == finding_.array;
        const bool is_out_of_bounds = finding_.kind == FindingKind::out_of_bounds_shared ||
                                      finding_.kind == FindingKind::out_of_bounds_global;
        const bool is_element =
            !finding_.index ||
            (match == Match::element
                 ? *finding_.index == element && (event.outside || !is_out_of_bounds)
                 : is_out_of_bounds && has_subscript(array, element, *finding_.index));
        // What an asynchronous copy writes arrives at the line that waits for it.
        const bool is_there = is_at_line(event) || (event.kind == Kind::copy && finding_.index);
        return is_named && is_element && is_there;
    }

    [[nodiscard]] bool is_at_line(const TraceEvent& event) const {
        return std::ranges::any_of(finding_.lines,
                                   [&](const SourceLine& line) { return line.line == event.line; });
    }

    /// Those of one interval before others: an asynchronous copy begins intervals before it arrives.
    [[nodiscard]] std::optional<FindingAccesses>
    race(const std::vector<std::size_t>& ones, const std::vector<std::size_t>& others) const {
        std::optional<FindingAccesses> best;
        for (const std::size_t a : ones) {
            for (const std::size_t b : others) {
                const TraceEvent& one = trace_.events[a];
                const TraceEvent& other = trace_.events[b];
                if (one.thread == other.thread || (!is_write(one) && !is_write(other))) {
                    continue;
                }
                const FindingAccesses pair =
                    is_write(one) ? FindingAccesses{a, b} : FindingAccesses{b, a};
                if (one.interval == other.interval) {
                    return pair;
                }
                best = best ? best : pair;
            }
        }
        return best;
    }

    const Finding& finding_;
    const Trace& trace_;
    const LaunchShape& shape_;
    const std::uint64_t block_;
    const std::vector<std::size_t>& order_;
};

} // namespace

FindingAccesses accesses_of(const Finding& finding, const RecordedLaunch& launch,
                            std::uint64_t block, const std::vector<std::size_t>& order) {
    return Search(finding, launch, block, order).accesses();
}

} // namespace kit
