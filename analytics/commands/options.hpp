// What several commands read from the command line in the same way.
#pragma once

#include "analytics/report/table.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace command_line {
class CommandBuilder;
}

namespace analytics {

/// Adds `--format`, which takes the names that format_named() knows, and text without.
void add_format_option(command_line::CommandBuilder& command, std::string& format);

/// Ids with the beginnings that they share before their parts' letters: 1, 1a, 1b, halo, halo.a.
[[nodiscard]] std::vector<std::string> with_parts(const std::vector<std::string>& ids);

/// What `--type` takes.
[[nodiscard]] std::vector<std::string> type_names();

/// The GPUs that `--gpu` takes, for help and completion. Throws as known_gpus() does.
[[nodiscard]] std::vector<std::string> gpu_names();

/// Bytes of the element type that `--type` names: half, float, double, int or long. Throws BadInput
/// on any other name.
[[nodiscard]] int element_bytes_of(std::string_view type);

/// Throws BadInput unless the stencil's order is 1 or more: `--order 0` would be no stencil.
void need_order(int order);

/// An option that changes nothing would be taken for an answer: throws BadInput, with where the
/// option belongs, unless one of `asked` is in `used_by`. `asked` is called `name` by the user;
/// empty for all.
void need_part(const std::string& what, const std::string& name,
               const std::vector<std::string>& asked, const std::string& option,
               const std::vector<std::string>& used_by, const std::string& place);

} // namespace analytics
