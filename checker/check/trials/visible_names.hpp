// The functions of a kernel.cu, and the whole numbers that have a name there.
#pragma once

#include "checker/base/tokens.hpp"

#include <string_view>
#include <vector>

namespace kit {

/// A function with a body; lambdas are a part of it.
struct FunctionInText {
    TokenAt begin; ///< behind its "{"
    TokenAt end;   ///< its "}"
};

/// A variable, constant or parameter of a type like int.
struct VisibleName {
    std::string_view name;
    TokenAt from; ///< where its declaration ends
    TokenAt to;
};

struct NamesInText {
    std::vector<FunctionInText> functions;
    std::vector<VisibleName> names;
};

[[nodiscard]] NamesInText names_in(const Tokens& tokens);

} // namespace kit
