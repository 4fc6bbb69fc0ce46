// The switch between threads, which is written in assembly for each processor: three threads pass five barriers and a
// wait, and keep what they have in registers. Without Catch2, so that it can be built for a processor that is emulated.
#include "checker/emulator/runtime/thread_stacks.hpp"

#include <cstdio>
#include <utility>
#include <vector>

using namespace kit::runtime;

namespace {

constexpr int thread_count = 3;
constexpr int barriers = 5;

struct Waiting {
    Context context;
    int brought;
};

StackPool* stacks = nullptr;
int started = 0;
int current = 0;
int finished = 0;
int mistakes = 0;
std::vector<Waiting> arrived;
std::vector<Waiting> released;
std::size_t resumed = 0;
std::uint32_t sum = 0; ///< of what the released threads brought
std::size_t turns = 0;
const void* barrier_code[thread_count] = {};

void demand(bool holds, const char* what) {
    if (!holds) {
        std::printf("thread %d: %s\n", current, what);
        ++mistakes;
    }
}

Onward begin_next() {
    current = started++;
    return begin_on(stacks->open(static_cast<std::size_t>(current)));
}

/// Those that passed the last barrier go on one by one; after the last of them, all have arrived at the next.
Onward resume_next() {
    if (resumed == released.size()) {
        released = std::exchange(arrived, {});
        resumed = 0;
        sum = 0;
        for (const Waiting& each : released) {
            sum += static_cast<std::uint32_t>(each.brought);
        }
    }
    current = static_cast<int>(resumed);
    return go_on_with(released.at(resumed++).context, sum);
}

} // namespace

extern "C" std::uint32_t kit_block_barrier(int predicate, int line);

extern "C" void kit_run_thread() {
    const int self = current;
    double a = self + 0.5, b = self * 2.0, c = 3.25, d = -self, e = 1e9 + self, f = 7, g = 1.0 / 3,
           h = self;
    long i = self, j = 10L * self, k = -3, l = 1L << 40, m = self ^ 5, n = 6;
    for (int round = 0; round < barriers; ++round) {
        ++turns;
        const auto of_all = kit_block_barrier(self + round, 100 + round);
        demand(of_all == static_cast<std::uint32_t>(thread_count * round + 3),
               "the barrier's result is wrong");
        demand(current == self, "another thread goes on here");
        a += 1, b += 2, c *= 2, d -= 1, e += 1, f *= -1, g += 1, h += self;
        i += 1, j += 2, k *= 2, l += 1, m += self, n -= 1;
    }
    ++turns;
    demand(kit_wait() == 7, "the wait's result is wrong");
    demand(a == self + 5.5 && b == self * 2.0 + 10 && c == 104 && d == -self - 5.0 &&
               e == 1e9 + self + 5 && f == -7 && g > 5.3 && g < 5.4 && h == 6.0 * self,
           "its real numbers have changed");
    demand(i == self + 5 && j == 10L * self + 10 && k == -96 && l == (1L << 40) + 5 &&
               m == (self ^ 5) + 5L * self && n == 1,
           "its whole numbers have changed");
    ++finished;
}

extern "C" Onward kit_after_thread() {
    return started < thread_count     ? begin_next()
           : finished == thread_count ? no_thread
                                      : resume_next();
}

extern "C" Onward kit_after_wait(Context own) {
    return go_on_with(own, 7);
}

extern "C" Onward kit_after_barrier(Context own, int predicate, int line, const void* code) {
    demand(line >= 100 && line < 100 + barriers, "the barrier's line is lost");
    demand(code != nullptr && (barrier_code[current] == nullptr || barrier_code[current] == code),
           "the barrier has moved");
    barrier_code[current] = code;
    arrived.push_back({own, predicate});
    if (started < thread_count) {
        return begin_next();
    }
    return resume_next();
}

int main() {
    demand(kit_block_barrier(1, 1) == 0, "before threads run, a barrier gives 0");
    StackPool pool(thread_count);
    stacks = &pool;
    kit_run_threads(begin_next());
    demand(finished == thread_count, "not all threads have finished");
    demand(turns == thread_count * (barriers + 1), "a thread has run too often or not at all");
    std::printf("%d threads, %d mistakes\n", finished, mistakes);
    return mistakes == 0 ? 0 : 1;
}
