#include "checker/grading/run/machine_share.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

namespace kit {

Lab on_one_core(Lab lab) {
    lab.time_limit_seconds *= static_cast<int>(std::clamp(sysconf(_SC_NPROCESSORS_CONF), 1L, 8L));
    return lab;
}

void take_cores(std::size_t place, std::size_t places) {
    cpu_set_t all;
    if (sched_getaffinity(0, sizeof all, &all) != 0) {
        return;
    }
    std::vector<int> cores;
    for (int core = 0; core < CPU_SETSIZE; ++core) {
        if (CPU_ISSET(core, &all)) {
            cores.push_back(core);
        }
    }
    cpu_set_t mine;
    CPU_ZERO(&mine);
    for (std::size_t i = 0; i < cores.size(); ++i) {
        if (places > cores.size() ? i == place % cores.size()
                                  : i * places / cores.size() == place) {
            CPU_SET(cores[i], &mine);
        }
    }
    sched_setaffinity(0, sizeof mine, &mine);
}

ForkLimits limits_of(const Lab& lab, std::size_t at_once) {
    ForkLimits limits;
    for (const Lab& variant : all_variants(lab)) {
        limits.seconds += 3.0 * static_cast<double>(variant.cases.size() + 2) *
                          on_one_core(lab).time_limit_seconds;
    }
    const auto cores = static_cast<double>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)));
    limits.seconds *= std::max(1.0, static_cast<double>(at_once) / cores);
    return limits;
}

} // namespace kit
