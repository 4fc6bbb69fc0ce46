#include "analytics/commands/options.hpp"

#include "analytics/errors.hpp"
#include "analytics/gpu.hpp"
#include "command_line/application.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace analytics {

namespace {

constexpr std::array<std::pair<std::string_view, int>, 5> element_types{
    {{"half", 2}, {"float", 4}, {"double", 8}, {"int", 4}, {"long", 8}}};

} // namespace

void add_format_option(command_line::CommandBuilder& command, std::string& format) {
    const std::vector<std::string> formats{"text", "json", "csv", "markdown", "latex"};
    command.add_option("--format", format, "Form of the output").offers(formats).shows_default();
}

std::vector<std::string> with_parts(const std::vector<std::string>& ids) {
    std::vector<std::string> names;
    std::string last;
    for (const std::string& id : ids) {
        std::string whole = id.substr(0, id.size() - 1);
        if (!whole.empty() && whole.back() == '.') {
            whole.pop_back();
        }
        if (whole != last) {
            names.push_back(whole);
            last = whole;
        }
        names.push_back(id);
    }
    return names;
}

std::vector<std::string> type_names() {
    std::vector<std::string> names;
    for (const auto& [name, bytes] : element_types) {
        names.emplace_back(name);
    }
    return names;
}

std::vector<std::string> gpu_names() {
    std::vector<std::string> names;
    for (const Gpu& gpu : known_gpus().gpus) {
        names.push_back(gpu.name);
    }
    return names;
}

int element_bytes_of(std::string_view type) {
    for (const auto& [name, bytes] : element_types) {
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
