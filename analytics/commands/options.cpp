#include "analytics/commands/options.hpp"

#include "analytics/errors.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace analytics {

void add_format_option(CLI::App& command, std::string& format) {
    command.add_option("--format", format, "text, json, csv, markdown or latex (default text)")
        ->type_name("FORMAT");
}

int element_bytes_of(std::string_view type) {
    constexpr std::array<std::pair<std::string_view, int>, 5> types{
        {{"half", 2}, {"float", 4}, {"double", 8}, {"int", 4}, {"long", 8}}};
    for (const auto& [name, bytes] : types) {
        if (name == type) {
            return bytes;
        }
    }
    throw BadInput(fmt::format("--type takes half, float, double, int or long, not '{}'.", type));
}

void need_order(int order) {
    if (order < 1) {
        throw BadInput(fmt::format("--order takes 1 or more, not {}.", order));
    }
}

void need_part(const std::string& what, const std::string& name,
               const std::vector<std::string>& asked, const std::string& option,
               const std::vector<std::string>& used_by, const std::string& place) {
    const bool has_part = std::any_of(asked.begin(), asked.end(), [&](const std::string& id) {
        return std::find(used_by.begin(), used_by.end(), id) != used_by.end();
    });
    if (!has_part) {
        throw BadInput(fmt::format("{} has no part in {} {}; {}.", option, what, name, place));
    }
}

} // namespace analytics
