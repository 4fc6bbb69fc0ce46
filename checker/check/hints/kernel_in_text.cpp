#include "checker/check/hints/kernel_in_text.hpp"

#include <array>
#include <cstddef>
#include <iterator>

namespace kit {

namespace {

/// "constexpr int T = 8;" and "#define T 8" before the kernel. A macro whose text has an operator needs brackets.
void read_constants(TokenAt begin, TokenAt end, NamedNumbers& numbers) {
    const auto keep = [&numbers](std::string_view name, TokenAt from, TokenAt to) {
        if (const auto number = evaluate_whole(
                from, to, [&](std::string_view other) { return numbers.find(other); })) {
            numbers.set(name, number);
        }
    };
    for (auto at = begin; at != end; ++at) {
        if (at->kind == Token::Kind::directive) {
            const Tokens parts = parts_of(*at);
            const bool is_whole =
                parts.size() == 3 || (parts.size() > 3 && parts[2].is("(") && parts.back().is(")"));
            if (is_whole && parts[0].is("define")) {
                keep(parts[1].text, parts.begin() + 2, parts.end());
            }
        } else if (at->is("=") && at != begin && std::prev(at)->kind == Token::Kind::word) {
            keep(std::prev(at)->text, std::next(at), semicolon(at, end));
        }
    }
}

} // namespace

std::optional<Lambda> lambda_of_line(const KernelText& text) {
    const auto behind = [&text](TokenAt open) {
        const auto close = closing_bracket(open, text.end);
        return close == text.end ? close : std::next(close);
    };
    for (auto at = text.body; at != text.end && at->line <= text.line_of_access; ++at) {
        if (!follows(std::next(at), text.end, {"=", "["})) {
            continue;
        }
        const auto open = behind(at + 2);
        const auto body = follows(open, text.end, {"("}) ? behind(open) : text.end;
        const auto end =
            follows(body, text.end, {"{"}) ? closing_bracket(body, text.end) : text.end;
        if (end != text.end && body->line <= text.line_of_access &&
            text.line_of_access <= end->line) {
            return Lambda{at->text, open, body, end};
        }
    }
    return std::nullopt;
}

TokenAt assign(NamedNumbers& numbers, TokenAt begin, TokenAt sign, TokenAt end) {
    const auto comma = end_of_value(std::next(sign), end);
    const auto before = std::prev(sign);
    constexpr std::array changing{"+", "-", "*", "/", "%", "<", ">", "&", "|", "^"};
    const bool changes = before != begin && is_one_of(changing, before->text);
    const Token& name = changes ? *std::prev(before) : *before;
    auto value = evaluate_whole(std::next(sign), comma,
                                [&](std::string_view other) { return numbers.find(other); });
    if (changes) { // "i += 2"
        auto sum = before->is("+") && value ? numbers.find(name.text) : std::nullopt;
        if (sum) {
            sum->value += value->value;
        }
        value = sum;
    }
    if (has_token({begin, sign}, "float") || has_token({begin, sign}, "double")) {
        value.reset();
    } else if (value && has_token({begin, sign}, "unsigned")) {
        value = WholeNumber{static_cast<std::uint32_t>(value->value), true};
    } else if (value && has_token({begin, sign}, "int")) {
        value = WholeNumber{static_cast<std::int32_t>(value->value)};
    }
    if (name.kind == Token::Kind::word) {
        numbers.set(name.text, value);
    }
    return comma == end ? std::prev(end) : comma;
}

TokenAt last_value(const KernelText& text, TokenAt at, std::string_view name) {
    for (; at != text.body; --at) {
        if (at->is("=") && std::prev(at)->is(name) && !std::next(at)->is("=")) {
            return std::next(at);
        }
    }
    return text.end;
}

std::optional<KernelText> kernel_text(const Lab& lab, const Tokens& tokens, const Extents& extents,
                                      const LaunchShape& launch) {
    const auto name = std::ranges::find(tokens, lab.kernel, &Token::text);
    const auto open =
        std::find_if(name, tokens.end(), [](const Token& one) { return one.is("("); });
    const auto close = open == tokens.end() ? open : closing_bracket(open, tokens.end());
    if (name == tokens.end() || close == tokens.end() ||
        !follows(std::next(close), tokens.end(), {"{"})) {
        return std::nullopt;
    }
    KernelText text;
    text.body = close + 2;
    text.end = closing_bracket(std::next(close), tokens.end());
    if (!lab.variants.empty()) {
        text.numbers.set("R", WholeNumber{reach(lab)});
    }
    read_constants(tokens.begin(), name, text.numbers);
    std::size_t place = 0;
    for (auto at = std::next(open); at <= close && place < lab.arguments.size(); ++at) {
        if (!at->is(",") && at != close) {
            continue;
        }
        using Role = KernelArgument::Role;
        const Role role = lab.arguments[place++].role;
        const std::string_view parameter = std::prev(at)->text;
        text.parameters.push_back(parameter);
        if (role == Role::output) {
            text.out = parameter;
        } else if (role == Role::side || role == Role::width) {
            text.numbers.set(parameter, WholeNumber{extents.x});
        } else if (role == Role::height) {
            text.numbers.set(parameter, WholeNumber{extents.y});
        } else if (role == Role::depth) {
            text.numbers.set(parameter, WholeNumber{extents.z});
        }
    }
    constexpr std::array<std::array<std::string_view, 3>, 2> names{
        {{"blockDim.x", "blockDim.y", "blockDim.z"}, {"gridDim.x", "gridDim.y", "gridDim.z"}}};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        text.numbers.set(names[0][axis], WholeNumber{launch.block[axis], true});
        text.numbers.set(names[1][axis], WholeNumber{launch.grid[axis], true});
    }
    return text.out.empty() || text.end == tokens.end() ? std::nullopt : std::optional(text);
}

} // namespace kit
