#include "handouts/builder/problem.hpp"

#include <fmt/format.h>

namespace handouts {

std::string text(const Problem& problem) {
    return problem.line == 0 ? fmt::format("{}: {}", problem.file, problem.text)
                             : fmt::format("{}:{}: {}", problem.file, problem.line, problem.text);
}

} // namespace handouts
