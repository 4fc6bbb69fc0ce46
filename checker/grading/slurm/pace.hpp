// How often Slurm and a network file system may be asked: the more there is, the more seldom.
#pragma once

#include <algorithm>
#include <chrono>

namespace kit {

/// Says when something is due that is done again and again: every `usual` seconds, but where it takes
/// long at most a twentieth of the time, and at least every minute.
class Pace {
public:
    explicit Pace(std::chrono::duration<double> usual) : usual_(usual) {}

    [[nodiscard]] bool due() const { return Clock::now() >= next_; }

    template <class Work>
    void take(Work work) {
        const auto start = Clock::now();
        work();
        const Seconds took = Clock::now() - start;
        const Seconds pause = std::clamp(took * share, usual_, longest);
        next_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(pause);
    }

private:
    using Clock = std::chrono::steady_clock;
    using Seconds = std::chrono::duration<double>;

    static constexpr Seconds longest{60};
    static constexpr double share = 20;

    Seconds usual_;
    Clock::time_point next_ = Clock::now();
};

} // namespace kit
