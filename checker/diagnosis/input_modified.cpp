#include "checker/diagnosis/diagnoses.hpp"

#include "checker/base/numbers.hpp"
#include "checker/diagnosis/wording.hpp"
#include "checker/reference/elements.hpp"

#include <fmt/format.h>

#include <cstring>

namespace kit {

std::optional<Finding> diagnose_input_modified(const Evidence& evidence) {
    const auto& before = evidence.data.input;
    const auto& after = evidence.observation.input;
    // Not by ==, which compares bytes one by one.
    if (!evidence.observation.completed || after.empty() ||
        (before.size() == after.size() &&
         std::memcmp(before.data(), after.data(), before.size()) == 0)) {
        return std::nullopt;
    }
    const Lab& lab = evidence.lab;
    const Extents& extents = evidence.data.extents;
    require_size("input", after, lab, extents, input_count(lab));
    const std::size_t size = bytes_of(lab.element);
    std::uint64_t changed = 0;
    std::int64_t first = -1; // counted through all inputs
    for (std::int64_t cell = 0; cell < extents.cells() * input_count(lab); ++cell) {
        const std::size_t at = static_cast<std::size_t>(cell) * size;
        if (std::memcmp(&before[at], &after[at], size) != 0) {
            first = first < 0 ? cell : first;
            changed += first / extents.cells() == cell / extents.cells() ? 1 : 0;
        }
    }
    const std::string array = input_name(lab, static_cast<int>(first / extents.cells()));
    const std::int64_t index = first % extents.cells();
    return Finding{
        .kind = FindingKind::input_modified,
        .message = fmt::format("The kernel changed its input '{}': on {}, {} of {}, first {}.",
                               array, grid_name(extents, lab), thousands(changed),
                               counted(static_cast<std::uint64_t>(extents.cells()), "cell"),
                               element_name(array, extents.cell(index), lab)),
        .array = array,
        .index = index,
        .count = changed,
        .cases = {describe(extents, lab)},
        .hint = fmt::format("'{}' is const because other threads still read it. Look for a store "
                            "through a pointer other than {}.",
                            array, argument_name(lab, KernelArgument::Role::output))};
}

} // namespace kit
