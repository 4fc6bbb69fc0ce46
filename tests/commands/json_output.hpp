// What a command says as JSON.
#pragma once

#include "checker/base/json_text.hpp"
#include "tests/catch.hpp"
#include "tests/run_checker.hpp"

#include <string>
#include <vector>

namespace kit {

/// Of a command that passes.
inline nlohmann::json json_of(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--format", "json"});
    const ProcessResult result = run_checker(arguments);
    INFO(result.output << result.errors);
    REQUIRE(result.code == 0);
    return json_from(result.output);
}

} // namespace kit
