// What one submission of many may take of this machine, while others run beside it.
#pragma once

#include "checker/model/lab.hpp"
#include "checker/sandbox/forked_work.hpp"

#include <cstddef>

namespace kit {

/// A lab's time limit assumes all of the machine's cores; the same lab with the limit for a run on one of them.
[[nodiscard]] Lab on_one_core(Lab lab);

/// Gives this process, and all programs that it starts, an even share of the cores that it may use: two
/// kernels on the same cores would slow each other down. `place`: from 0, of those that run at once.
void take_cores(std::size_t place, std::size_t places);

/// Beyond what all programs of a check may take together, each at its own limit. By the clock longer where more
/// checks run `at_once` than there are cores.
[[nodiscard]] ForkLimits limits_of(const Lab& lab, std::size_t at_once = 1);

} // namespace kit
