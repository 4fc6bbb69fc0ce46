#include "checker/trace/march_reads.hpp"

#include "checker/base/numbers.hpp"
#include "checker/diagnosis/wording.hpp"
#include "checker/reference/boundary.hpp"
#include "checker/trace/naming.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <set>

namespace kit {

std::string mistaken_reads_of_march(const RecordedLaunch& recorded, const ThreadUses& uses,
                                    std::size_t store) {
    const Trace& trace = recorded.observation.trace;
    if (store == 0 || std::ranges::any_of(uses.uses, &ThreadUse::is_shared)) {
        return "";
    }
    const auto cell_of_store = [&](std::size_t number) {
        return element_index(trace, trace.events[uses.stores[number]]);
    };
    const auto is_outside = [&](std::size_t number) {
        return cell_of_store(number) < 0 || cell_of_store(number) >= recorded.extents.cells();
    };
    if (is_outside(0) || is_outside(store - 1)) {
        return "";
    }
    const auto reads_for = [&](std::size_t number) {
        std::set<std::int64_t> elements;
        for (const ThreadUse& use : uses.uses) {
            if (use.event < uses.stores[number] &&
                (number == 0 || use.event > uses.stores[number - 1])) {
                elements.insert(*use.element);
            }
        }
        return elements;
    };
    const std::int64_t step = cell_of_store(store) - cell_of_store(store - 1);
    if (step == 0) {
        return ""; // a sum, added up there
    }
    const auto name = [&](std::size_t number) {
        return element_name(argument_name(recorded.lab, KernelArgument::Role::output),
                            recorded.extents.cell(cell_of_store(number)), recorded.lab);
    };
    const auto before = reads_for(store - 1);
    const auto now = reads_for(store);
    constexpr const char* mend = "the index that it reads at must go on with the loop, too.";
    if (now.empty()) {
        const auto due =
            elements_for(recorded.lab, recorded.extents, recorded.extents.cell(cell_of_store(0)));
        const bool reads_once = uses.uses.empty() || uses.uses.back().event < uses.stores[0];
        return reads_once && reads_for(0) == std::set(due.begin(), due.end())
                   ? fmt::format("What it reads are the terms of {}, which it has computed before, "
                                 "and nothing since: {}",
                                 name(0), mend)
                   : "";
    }
    const std::int64_t reads_step = before.empty() ? step : *now.begin() - *before.begin();
    const bool is_moved =
        std::ranges::equal(before, now, [&](std::int64_t one, std::int64_t other) {
            return other - one == reads_step;
        });
    return !is_moved || reads_step == step
               ? ""
               : fmt::format(
                     "From {}, which it has computed before, it goes on by {} elements, and "
                     "what it reads by {}: {}",
                     name(store - 1), thousands(step), thousands(reads_step), mend);
}

} // namespace kit
