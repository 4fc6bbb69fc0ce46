#include "checker/sandbox/work_in_copies.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/scratch_folder.hpp"

#include <poll.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>
#include <vector>

namespace kit {

namespace {

using Clock = std::chrono::steady_clock;

/// Since when no copy could be made, although none ran.
std::optional<Clock::time_point> failing_since;

/// A piece of work that runs.
struct RunningWork {
    RunningWork(const CopiedWork& all, std::size_t which, std::size_t place)
        : number(which), copy(
                             [&] {
                                 scratch.use_here();
                                 return all.work(which, place);
                             },
                             all.limits(which)) {}

    std::size_t number;
    ScratchOfCopy scratch; ///< before the copy, so that it goes after it
    ForkedWork copy;
};

using Places = std::vector<std::optional<RunningWork>>;

bool is_any_running(const Places& places) {
    return std::ranges::any_of(places, [](const auto& one) { return !!one; });
}

/// Why no copy can be made; empty if one was made, or will be tried again.
std::string start(const CopiedWork& all, std::size_t which, std::size_t place, Places& places) {
    const bool is_alone = !is_any_running(places);
    try {
        places[place].emplace(all, which, place);
        failing_since.reset();
    } catch (const KitError& error) {
        if (!is_alone) {
            return "";
        }
        failing_since = failing_since.value_or(Clock::now());
        if (Clock::now() - *failing_since >= std::chrono::duration<double>(all.patience_seconds)) {
            return error.what();
        }
    }
    return "";
}

/// Waits until one of them may have ended, at most a tenth of a second.
void wait_for_any(const Places& places) {
    std::vector<pollfd> waiting;
    for (const auto& one : places) {
        if (one) {
            waiting.push_back({one->copy.descriptor(), POLLIN, 0});
        }
    }
    constexpr int longest_wait = 100; // ms
    poll(waiting.data(), waiting.size(), longest_wait);
}

} // namespace

void work_in_copies(const CopiedWork& all) {
    Places places(std::clamp<std::size_t>(all.at_once, 1, std::max<std::size_t>(all.count, 1)));
    std::size_t next = 0;
    for (std::size_t left = all.count; left > 0;) {
        bool ended_now = false;
        const auto note_end = [&](std::size_t number, const ForkEnd& end) {
            ended_now = true;
            --left;
            all.ended(number, end);
        };
        for (std::size_t place = 0; place < places.size(); ++place) {
            std::optional<RunningWork>& one = places[place];
            if (!one && next < all.count) {
                const std::string refused = start(all, next, place, places);
                if (!refused.empty()) {
                    note_end(next, {.text = refused, .threw = true, .ended_by = ""});
                }
                next += one || !refused.empty() ? 1 : 0;
            }
            if (const std::optional<ForkEnd> end = one ? one->copy.end() : std::nullopt) {
                const std::size_t number = one->number;
                one.reset();
                note_end(number, *end);
            }
        }
        if (!ended_now) {
            wait_for_any(places);
            all.waiting();
        }
    }
}

ForkEnd work_in_copy(const std::function<std::string()>& work) {
    ForkEnd result;
    CopiedWork one;
    one.work = [&](std::size_t, std::size_t) { return work(); };
    one.ended = [&](std::size_t, const ForkEnd& end) { result = end; };
    work_in_copies(one);
    return result;
}

} // namespace kit
