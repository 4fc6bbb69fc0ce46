// Which kernels, at which sizes, are compared: an option of the kernel may have several values.
#pragma once

#include "analytics/commands/options.hpp"
#include "analytics/count/traffic.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// An option that may have several values.
struct Varied {
    std::string_view option;
    std::string_view heading;
    std::optional<std::string> KernelOptions::*size;
    std::int64_t least;
};

/// "8,16", "4:32", "8x8x8,16x8x8": the option's values as typed; one or none as they are.
[[nodiscard]] std::vector<std::string> values_of(std::string_view option, std::int64_t least,
                                                 const std::string& text);

/// Every choice of the sizes that differ.
struct Choices {
    std::vector<const Varied*> differ;
    std::vector<KernelOptions> all;
};

[[nodiscard]] Choices choices_of(const KernelOptions& options);

/// A column: a kernel at some sizes.
struct Compared {
    std::string name; ///< "tiled", "tiled 16×8×8": with the sizes that differ
    std::string family;
    KernelModel model;
    Traffic counts;
    std::vector<std::string> sizes; ///< those that differ, as typed
};

/// The kernels to compare, and what was left out and why.
struct ComparedKernels {
    std::vector<Compared> columns;
    std::vector<std::string> notes;
};

/// `kernels`: none are all that can do the sweep. `is_series`: a kernel ends where its shared memory is too large.
/// Throws BadInput.
[[nodiscard]] ComparedKernels comparison_of(const std::vector<std::string>& kernels,
                                            const KernelOptions& options, const Choices& choices,
                                            bool is_series);

} // namespace kit
