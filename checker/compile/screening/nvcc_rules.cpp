#include "checker/compile/screening/nvcc_rules.hpp"

#include "checker/base/tokens.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>

namespace kit {

namespace {

enum class Scope { namespace_scope, class_scope, other };

/// Tokens from the last end of a declaration, and the scope that they are in.
struct Declaration {
    Tokens tokens;
    Scope scope = Scope::namespace_scope;

    [[nodiscard]] bool has(std::string_view word) const { return has_token(tokens, word); }
};

Scope scope_within(const Declaration& head) {
    const bool is_call_or_value = head.has("(") || head.has("=");
    if (head.has("namespace") || (head.has("extern") && !is_call_or_value)) {
        return Scope::namespace_scope;
    }
    const bool is_class = head.has("class") || head.has("struct") || head.has("union");
    return is_class && !is_call_or_value && !head.has("enum") ? Scope::class_scope : Scope::other;
}

/// Calls `visit` with each declaration, up to the first of `;`, `{`, `=` or `}`; the bodies of functions are gone
/// through likewise.
void each_declaration(const Tokens& tokens, const std::function<void(const Declaration&)>& visit) {
    Declaration current;
    std::vector<Scope> scopes{Scope::namespace_scope};
    for (const Token& token : tokens) {
        if (token.kind == Token::Kind::directive) {
            continue;
        }
        if (!token.is(";") && !token.is("{") && !token.is("}")) {
            current.tokens.push_back(token);
            continue;
        }
        current.scope = scopes.back();
        visit(current);
        if (token.is("{")) {
            scopes.push_back(scope_within(current));
        } else if (token.is("}") && scopes.size() > 1) {
            scopes.pop_back();
        }
        current.tokens.clear();
    }
}

/// `[...] __device__ (float v) { ... }`, as nvcc wants it written.
const Token* device_lambda(const Tokens& tokens) {
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
        if (tokens[i].is("]") && (i == 0 || !tokens[i - 1].is("]")) &&
            (tokens[i + 1].is("__device__") || tokens[i + 1].is("__host__"))) {
            return &tokens[i + 1];
        }
    }
    return nullptr;
}

Finding refusal(const SubmissionFile& submission, const Token& at, std::string message,
                std::string hint) {
    return refusal_finding(submission, at.line, std::move(message), std::move(hint));
}

/// A variable's name comes last, or before `=` or `[`.
std::string_view declared_name(const Declaration& declaration) {
    std::string_view name;
    for (const Token& token : declaration.tokens) {
        if (token.is("=") || token.is("[")) {
            break;
        }
        if (token.is("(")) {
            return "";
        }
        if (token.kind == Token::Kind::word) {
            name = token.text;
        }
    }
    return name;
}

/// `int n, ...)`, which is no pack of parameters.
bool takes_any_arguments(const Declaration& declaration) {
    const Tokens& tokens = declaration.tokens;
    for (std::size_t i = 0; i + 4 < tokens.size(); ++i) {
        if ((tokens[i].is(",") || tokens[i].is("(")) && tokens[i + 1].is(".") &&
            tokens[i + 2].is(".") && tokens[i + 3].is(".") && tokens[i + 4].is(")")) {
            return true;
        }
    }
    return false;
}

/// The name of a function, before its parameters.
bool has_foreign_letters(const Declaration& declaration) {
    for (std::size_t i = 1; i < declaration.tokens.size(); ++i) {
        if (declaration.tokens[i].is("(")) {
            const std::string_view name = declaration.tokens[i - 1].text;
            return std::ranges::any_of(
                name, [](char letter) { return static_cast<unsigned char>(letter) > 127; });
        }
    }
    return false;
}

} // namespace

std::optional<Finding> refused_by_nvcc(const SubmissionFile& submission) {
    const Tokens tokens = tokens_of(submission.text);
    if (std::ranges::any_of(tokens, [](const Token& token) {
            return token.kind == Token::Kind::directive &&
                   token.text.substr(0, 12).find("if") != std::string_view::npos;
        })) {
        return std::nullopt;
    }
    if (const Token* const lambda = device_lambda(tokens)) {
        return refusal(submission, *lambda, "nvcc takes no __device__ on a lambda.",
                       "A lambda within a kernel is device code without it. (With the option "
                       "--extended-lambda nvcc takes it; the labs are compiled without.)");
    }
    std::optional<Finding> finding;
    each_declaration(tokens, [&](const Declaration& declaration) {
        if (finding || (!declaration.has("__global__") && !declaration.has("__device__"))) {
            return;
        }
        const Token& at = declaration.tokens.front();
        if (has_foreign_letters(declaration)) {
            finding = refusal(submission, at,
                              "The name of a kernel or device function has letters beyond ASCII.",
                              "CUDA takes a to z, digits and underscores there.");
            return;
        }
        if (!declaration.has("__global__")) {
            return;
        }
        if (declaration.scope == Scope::class_scope && !declaration.has("friend")) {
            finding = refusal(submission, at, "A kernel is a member of a class.",
                              "CUDA has kernels outside of classes only.");
        } else if (declaration.has("constexpr") || declaration.has("consteval")) {
            finding = refusal(submission, at, "A kernel is declared constexpr.",
                              "Leave out constexpr: a kernel is not evaluated by the compiler.");
        } else if (takes_any_arguments(declaration)) {
            finding = refusal(submission, at, "A kernel takes any number of arguments.",
                              "Name the parameters: a launch copies them to the GPU.");
        } else if (declaration.has("noexcept")) {
            finding = refusal(submission, at, "A kernel is declared noexcept.",
                              "Leave out noexcept: CUDA takes none on a kernel.");
        }
    });
    return finding;
}

std::vector<std::string> host_constants(const SubmissionFile& submission) {
    std::vector<std::string> names;
    each_declaration(tokens_of(submission.text), [&](const Declaration& declaration) {
        if (declaration.scope != Scope::namespace_scope || !declaration.has("constexpr") ||
            declaration.has("__device__") || declaration.has("__constant__") ||
            declaration.has("__managed__")) {
            return;
        }
        if (const std::string_view name = declared_name(declaration); !name.empty()) {
            names.emplace_back(name);
        }
    });
    return names;
}

} // namespace kit
