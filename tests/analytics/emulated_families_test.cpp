// The model against kernels that run: every figure that the emulator counts, digit by digit, and
// the least block counts proved by what fewer blocks leave untouched. KIT_TEST_SHARE=1/4 tries every
// fourth launch.
#include "analytics/count/traffic.hpp"
#include "tests/analytics/emulated_kernel.hpp"
#include "tests/analytics/small_models.hpp"
#include "tests/catch.hpp"
#include "tests/share.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

using namespace kit;

namespace {

/// With an output point, so that the least count can be proved; those without come on top.
constexpr std::size_t launches_per_family = 350;
constexpr SmallModels::Sizes largest{.cells = 9, .outputs = 4, .planes = 5};

/// Where the counts differ from the model's; empty if nowhere.
std::string difference(const KernelModel& model, const kit::Observation& seen) {
    const Traffic counts = traffic(model);

    const struct {
        const char* name;
        std::int64_t predicted;
        std::uint64_t counted;
    } figures[] = {
        {"blocks", counts.total_blocks, seen.counters.blocks},
        {"threads", counts.threads, seen.counters.threads},
        {"shared bytes", counts.shared_bytes_per_block, seen.counters.shared_bytes_per_block},
        {"bytes loaded", counts.load_bytes, seen.counters.global_load_bytes},
        {"bytes stored", counts.store_bytes, seen.counters.global_store_bytes},
        {"loads", counts.loads * model.element_bytes, seen.counters.global_load_bytes},
        {"stores", counts.stores * model.element_bytes, seen.counters.global_store_bytes},
    };

    for (const auto& figure : figures) {
        if (static_cast<std::uint64_t>(figure.predicted) != figure.counted) {
            return fmt::format("{}: predicted {}, counted {}", figure.name, figure.predicted,
                               figure.counted);
        }
    }
    return "";
}

/// Launches the model's kernel; what went other than predicted, or nothing.
std::string try_launch(EmulatedKernel& kernel, KernelModel model, const Extents& blocks,
                       bool should_be_complete) {
    model.blocks = blocks;
    const EmulatedLaunch launch = kernel.launch(model, blocks);
    if (!launch.observation.findings.empty()) {
        return launch.observation.findings.front().message;
    }
    if (!launch.is_right) {
        return "a wrong output";
    }
    if (launch.is_complete != should_be_complete) {
        return should_be_complete ? "an output point left untouched" : "a block not needed";
    }
    return difference(model, launch.observation);
}

/// A launch as drawn, then the least blocks and one fewer along each axis.
std::string try_model(EmulatedKernel& kernel, const KernelModel& model) {
    const Traffic counts = traffic(model);
    std::string wrong =
        try_launch(kernel, model, counts.blocks, counts.stores == counts.output_points);
    if (!wrong.empty() || counts.output_points == 0) {
        return wrong;
    }
    if (counts.blocks != counts.least_blocks) {
        wrong = try_launch(kernel, model, counts.least_blocks, true);
    }
    for (int axis = 0; axis < model.stencil.axes && wrong.empty(); ++axis) {
        Extents fewer = counts.least_blocks;
        if (--fewer[axis] > 0) { // without a block there is no launch and no output
            wrong = try_launch(kernel, model, fewer, false);
        }
    }
    return wrong;
}

std::string try_family(KernelFamily family, const Share& share) {
    EmulatedKernel kernel(family);
    SmallModels models(family, largest);
    for (std::size_t proved = 0; proved < launches_per_family;) {
        const KernelModel model = models.next();
        const std::string wrong = share.has(proved) ? try_model(kernel, model) : "";
        proved += traffic(model).output_points > 0 ? 1 : 0;
        if (!wrong.empty()) {
            return describe(model) + ": " + wrong;
        }
    }
    return "";
}

} // namespace

TEST_CASE("what the emulator counts is what the model says, and fewer blocks are too few") {
    const Share share = share_of_test();
    // The families side by side; Catch2's own macros are for one thread only.
    std::atomic<std::size_t> next{0};
    std::mutex mutex;
    std::vector<std::string> wrong;
    const auto work = [&] {
        for (std::size_t i = next++; i < all_families.size(); i = next++) {
            std::string outcome;
            try {
                outcome = try_family(all_families[i], share);
            } catch (const std::exception& error) {
                outcome = error.what();
            }
            if (!outcome.empty()) {
                const std::lock_guard lock(mutex);
                wrong.push_back(outcome);
            }
        }
    };
    std::vector<std::thread> workers;
    for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency()); ++i) {
        workers.emplace_back(work);
    }
    for (std::thread& worker : workers) {
        worker.join();
    }
    CHECK(wrong == std::vector<std::string>{});
}
