// What fences and flags order between GPUs, against a slow model: thousands of random exchanges, of which both must say
// the same of every two accesses.
//
// The model is a graph: program order, barriers, the ends of launches, and for each look at a flag an edge from what was
// released there. It is built twice. The strict graph has what PTX's memory model promises: the releasing thread's own
// fence. The lenient one has also what CUDA's guide says of barriers: a fence of any thread before the barrier, and what
// the block has acquired. All that the strict graph orders must be in order for the runtime, and nothing that the lenient one
// leaves open.
#include "checker/emulator/runtime/release_acquire.hpp"
#include "tests/catch.hpp"

#include <algorithm>
#include <array>
#include <bitset>
#include <map>
#include <optional>
#include <random>
#include <vector>

using namespace kit::runtime;

namespace {

constexpr unsigned blocks = 2; // of a launch
constexpr unsigned threads = 2;
constexpr unsigned sweeps = 2;
constexpr unsigned flags = 2;
constexpr std::size_t most_events = 96;
constexpr unsigned steps = 60;

enum class Kind { access, fence, barrier, change, store, look };

struct Event {
    Kind kind;
    unsigned gpu;
    unsigned sweep;
    unsigned block; ///< of the launch
    unsigned thread;
    Scope scope = Scope::gpu;
    unsigned flag = 0;
    Moment moment{}; ///< of an access

    [[nodiscard]] bool is_of_block(const Event& other) const {
        return gpu == other.gpu && sweep == other.sweep && block == other.block;
    }
};

using Set = std::bitset<most_events>;

/// What happens before each event.
class Order {
public:
    explicit Order(bool is_lenient) : is_lenient_(is_lenient) {}

    void add(const std::vector<Event>& events) {
        const std::size_t now = events.size() - 1;
        const Event& event = events[now];
        Set before;
        for (std::size_t i = 0; i < now; ++i) {
            const Event& earlier = events[i];
            const bool is_same_thread =
                earlier.is_of_block(event) &&
                (earlier.thread == event.thread || earlier.kind == Kind::barrier ||
                 event.kind == Kind::barrier);
            const bool is_of_earlier_launch =
                earlier.gpu == event.gpu && earlier.sweep < event.sweep;
            if (is_same_thread || is_of_earlier_launch) {
                include(before, i);
            }
        }
        if (event.kind == Kind::change || event.kind == Kind::look) {
            for (const std::size_t release : visible_[event.flag]) {
                acquire(events, release, event, before);
            }
        }
        before_.push_back(before);
        if (event.kind == Kind::store) {
            visible_[event.flag].clear();
        }
        if (event.kind == Kind::change || event.kind == Kind::store) {
            visible_[event.flag].push_back(now);
        }
    }

    [[nodiscard]] bool is_before(std::size_t earlier, std::size_t later) const {
        return before_[later][earlier];
    }

private:
    void include(Set& before, std::size_t event) const {
        before |= before_[event];
        before.set(event);
    }

    static bool meet(bool of_system, const Event& release, const Event& look) {
        return release.gpu == look.gpu || (of_system && look.scope == Scope::system);
    }

    void acquire(const std::vector<Event>& events, std::size_t release, const Event& look,
                 Set& before) const {
        const Event& by = events[release];
        bool has_fence = false;
        bool of_system = false;
        for (std::size_t i = 0; i < release; ++i) {
            const Event& fence = events[i];
            const bool counts = fence.kind == Kind::fence && fence.is_of_block(by) &&
                                (fence.thread == by.thread || (is_lenient_ && before_[release][i]));
            if (counts) {
                const bool both = fence.scope == Scope::system && by.scope == Scope::system;
                has_fence = true;
                of_system = of_system || both;
                // Not promised: that a block hands on to other GPUs what its threads told each other by flags of
                // GPU scope. Nobody does that who has barriers.
                const bool is_promised = is_lenient_ || both || !by.is_of_block(look);
                if (is_promised && meet(both, by, look)) {
                    include(before, i);
                }
            }
        }
        for (std::size_t i = 0; is_lenient_ && has_fence && i < release; ++i) {
            const bool has_acquired =
                events[i].kind == Kind::change || events[i].kind == Kind::look;
            const bool is_known = before_[release][i] && events[i].gpu == by.gpu;
            if (is_known && meet(of_system, by, look) &&
                (has_acquired || events[i].sweep < by.sweep)) {
                include_acquired(events, before, i);
            }
        }
    }

    /// What the event knows from others than its own thread.
    void include_acquired(const std::vector<Event>& events, Set& before, std::size_t event) const {
        for (std::size_t i = 0; i < event; ++i) {
            if (before_[event][i] && !(events[i].is_of_block(events[event]) &&
                                       events[i].thread == events[event].thread)) {
                include(before, i);
            }
        }
    }

    bool is_lenient_;
    std::vector<Set> before_;
    std::array<std::vector<std::size_t>, flags> visible_; ///< releases that a look sees
};

/// One random exchange. Returns how many pairs of accesses of two GPUs were in order; -1 if runtime and model differ.
int differs(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const auto below = [&](unsigned limit) { return static_cast<unsigned>(random() % limit); };
    const unsigned gpus = 2 + below(2);
    run_order = {.blocks = blocks, .gpus = gpus, .of_several_sweeps = true};
    Releases releases;
    std::array<unsigned, 3> sweep{};
    std::map<std::pair<unsigned, unsigned>, BlockClock> clocks; // by GPU and block
    std::array<std::vector<Acquired>, 3> known;
    const auto begin = [&](unsigned gpu) {
        for (unsigned block = 0; block < blocks; ++block) {
            clocks[{gpu, block}].begin_block((sweep[gpu] * gpus + gpu) * blocks + block, threads,
                                             known[gpu]);
        }
    };
    for (unsigned gpu = 0; gpu < gpus; ++gpu) {
        begin(gpu);
    }
    std::vector<Event> events;
    Order strict(false);
    Order lenient(true);
    int ordered = 0;
    for (unsigned step = 0; step < steps; ++step) {
        const unsigned gpu = below(gpus);
        if (below(15) == 0 && sweep[gpu] + 1 < sweeps) {
            for (unsigned block = 0; block < blocks; ++block) {
                for (Acquired acquired : clocks[{gpu, block}].all_acquired()) {
                    acquired.self = Acquired::no_block;
                    add(known[gpu], acquired);
                }
            }
            ++sweep[gpu];
            begin(gpu);
        }
        constexpr std::array kinds{Kind::access,  Kind::access, Kind::fence,
                                   Kind::barrier, Kind::change, Kind::change,
                                   Kind::store,   Kind::look,   Kind::look};
        Event event{kinds[below(kinds.size())], gpu, sweep[gpu], below(blocks), below(threads)};
        event.scope = below(3) == 0 ? Scope::gpu : Scope::system;
        event.flag = below(flags);
        BlockClock& clock = clocks[{gpu, event.block}];
        const std::uintptr_t address = 64 * (event.flag + 1);
        switch (event.kind) {
        case Kind::access: event.moment = clock.on_access(event.thread); break;
        case Kind::fence: clock.on_fence(event.thread, event.scope); break;
        case Kind::barrier: clock.on_barrier(); break;
        case Kind::change:
            releases.release(address, false, event.scope, clock, event.thread);
            releases.acquire(address, event.scope, clock, event.thread);
            break;
        case Kind::store: // volatile: of system scope, and a release after a fence only
            event.scope = Scope::system;
            if (!clock.has_fenced(event.thread)) {
                continue;
            }
            releases.release(address, true, event.scope, clock, event.thread);
            break;
        case Kind::look:
            event.scope = Scope::system;
            releases.acquire(address, event.scope, clock, event.thread);
            break;
        }
        events.push_back(event);
        strict.add(events);
        lenient.add(events);
        if (event.kind != Kind::access) {
            continue;
        }
        for (std::size_t i = 0; i + 1 < events.size(); ++i) {
            const Event& earlier = events[i];
            if (earlier.kind != Kind::access || earlier.is_of_block(event)) {
                continue;
            }
            const bool is_past =
                run_order.is_of_earlier_launch(earlier.moment.block, clock.block()) ||
                clock.is_past(earlier.moment, event.thread);
            if ((strict.is_before(i, events.size() - 1) && !is_past) ||
                (is_past && !lenient.is_before(i, events.size() - 1))) {
                UNSCOPED_INFO("seed "
                              << seed << ": access " << i << " and " << events.size() - 1
                              << (is_past ? ": in order, is not" : ": in order, was not seen"));
                return -1;
            }
            ordered += is_past && earlier.gpu != event.gpu ? 1 : 0;
        }
    }
    return ordered;
}

} // namespace

TEST_CASE("random exchanges between GPUs are ordered as the memory model says") {
    constexpr std::uint64_t exchanges = 20000;
    std::uint64_t ordered = 0;
    std::uint64_t wrong = 0;
    for (std::uint64_t seed = 0; seed < exchanges; ++seed) {
        const int found = differs(seed);
        wrong += found < 0 ? 1 : 0;
        ordered += static_cast<std::uint64_t>(std::max(found, 0));
    }
    CHECK(wrong == 0);
    CHECK(ordered > exchanges / 2); // the model would also agree with a runtime that orders nothing
}
