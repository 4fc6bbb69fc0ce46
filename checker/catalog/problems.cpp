// Everything wrong with the lab folders, as one exception.
#include "checker/catalog/problems.hpp"

#include "checker/model/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace kit {

void Problems::add(const std::filesystem::path& file, int line, std::string_view key,
                   std::string_view what) {
    problems.push_back(
        {file.string(), line, fmt::format("{}:{}: {}: {}", file.string(), line, key, what)});
}

void Problems::add(const std::filesystem::path& file, std::string_view what) {
    problems.push_back({file.string(), 0, fmt::format("{}: {}", file.string(), what)});
}

void Problems::throw_if_any() const {
    if (problems.empty()) {
        return;
    }
    std::vector<Problem> sorted = problems;
    std::stable_sort(sorted.begin(), sorted.end(), [](const Problem& a, const Problem& b) {
        return std::tie(a.file, a.line) < std::tie(b.file, b.line);
    });
    std::string message;
    for (const Problem& problem : sorted) {
        message += (message.empty() ? "" : "\n") + problem.text;
    }
    throw KitError(message);
}

} // namespace kit
