// A function's body as a row of statements. What is inside of what is left out, so that neither depth nor broken
// nesting matters.
#pragma once

#include "checker/grading/similarity/expression_reader.hpp"

#include <string_view>
#include <vector>

namespace kit {

struct Statement {
    enum class Kind { effect, assignment, test, loop_test, leave };

    Kind kind = Kind::effect;
    Words all;
    bool is_declaration = false;
    bool is_shared = false;
    Words target;
    std::string_view mark; ///< "=", "+=", ...; "++" as "+=" with `value` empty
    Words value;
    bool is_initial = false; ///< the value of a declaration
    /// Of a test: what it decides, from the next statement to this word.
    const KernelToken* decides_to = nullptr;

    /// The variable that is assigned, if nothing else is.
    [[nodiscard]] std::string_view variable() const {
        return kind == Kind::assignment && target.size() == 1 &&
                       target[0].kind == KernelToken::Kind::name
                   ? target[0].spelling
                   : std::string_view();
    }
};

/// In their order; each declared variable and each part of a loop's head is a statement of its own. Accepts any words.
[[nodiscard]] std::vector<Statement> statements_of(Words body);

} // namespace kit
