#include "checker/compile/interface_errors.hpp"

#include "checker/base/tokens.hpp"
#include "checker/compile/diagnostics.hpp"
#include "checker/compile/glue.hpp"

#include <fmt/format.h>

#include <vector>

namespace kit {

namespace {

/// What is between the brackets of `name<...>` in clang's words, cut at its commas.
std::vector<std::string> arguments_of(const std::string& text, const std::string& name) {
    std::vector<std::string> arguments;
    std::size_t at = text.find(name + "<");
    if (at == std::string::npos) {
        return arguments;
    }
    at += name.size() + 1;
    arguments.emplace_back();
    for (int depth = 0; at < text.size() && (depth > 0 || text[at] != '>'); ++at) {
        depth += text[at] == '<' ? 1 : text[at] == '>' ? -1 : 0;
        if (depth == 0 && text[at] == ',') {
            arguments.emplace_back();
        } else if ((text[at] != ' ' || !arguments.back().empty()) &&
                   text.compare(at, 2, " *") != 0) {
            arguments.back() += text[at];
        }
    }
    return arguments;
}

/// Where the kernel differs from what this lab calls.
std::string differing_parameter(int line, const std::string& text, const Lab& lab) {
    const auto types = arguments_of(text, "kit_fits");
    const auto number = static_cast<std::size_t>(line - glue_part::first_parameter);
    if (types.size() == 2 && number < lab.arguments.size()) {
        return fmt::format("Parameter {} of '{}' is of type {}: this lab's, '{}', is of type {}.",
                           number + 1, lab.kernel, types[0], lab.arguments[number].name, types[1]);
    }
    if (const auto counts = arguments_of(text, "kit_counts"); !counts.empty()) {
        const std::size_t own = counts.size() - 1;
        return fmt::format("The kernel '{}' has {} parameter{}; this lab's has {}.", lab.kernel,
                           own, own == 1 ? "" : "s", counts[0]);
    }
    return fmt::format("The kernel '{}' has other parameters than this lab's.", lab.kernel);
}

} // namespace

std::optional<Finding> interface_error(const std::string& part, int line, const std::string& text,
                                       const Lab& lab) {
    const auto declared = [](const std::string& declaration) {
        return fmt::format("This lab wants: {}", declaration);
    };
    if (part == glue_part::kernel_name) {
        return build_error(fmt::format("The file defines no kernel named '{}'.", lab.kernel),
                           declared(kernel_declaration(lab)));
    }
    if (part == glue_part::kernel_parameters) {
        return build_error(differing_parameter(line, text, lab), declared(kernel_declaration(lab)));
    }
    if (part == glue_part::kernel_of_host) {
        return build_error(
            fmt::format("'{}' is a __device__ function, and the host can launch kernels only.",
                        lab.kernel),
            fmt::format("A kernel is __global__. {}", declared(kernel_declaration(lab))));
    }
    if (part == glue_part::config_name) {
        return build_error("The file defines no function named 'launch_config'.",
                           declared(launch_config_declaration(lab)));
    }
    if (part == glue_part::config_parameters) {
        return build_error("The function 'launch_config' has another type than this lab's.",
                           declared(launch_config_declaration(lab)));
    }
    return std::nullopt;
}

std::optional<StudentSentence> lab_header_missing(const SubmissionFile& submission) {
    bool is_named = false;
    const std::size_t comment = submission.text.rfind("/*");
    const std::size_t end = submission.text.rfind("*/");
    if (comment != std::string::npos && (end == std::string::npos || end < comment)) {
        return std::nullopt; // it may hide the line
    }
    for (const Token& token : tokens_of(submission.text)) {
        if (token.kind == Token::Kind::directive && has_part(std::string(token.text), "lab.cuh")) {
            is_named = true;
            if (has_part(std::string(token.text), "\"lab.cuh\"") ||
                has_part(std::string(token.text), "lab.cuh>")) {
                return std::nullopt;
            }
        }
    }
    return is_named
               ? StudentSentence{"The name lab.cuh lacks its quotation marks.",
                                 "Write #include \"lab.cuh\", with the marks of the keyboard."}
               : StudentSentence{"The file does not include lab.cuh.",
                                 "Write #include \"lab.cuh\" before anything else: it declares "
                                 "what the lab gives you."};
}

} // namespace kit
