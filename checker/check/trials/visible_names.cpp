#include "checker/check/trials/visible_names.hpp"

#include "checker/check/hints/loops_in_text.hpp"

#include <array>
#include <iterator>

namespace kit {

namespace {

constexpr std::array types{"int",     "unsigned", "long",    "short",    "size_t",
                           "int32_t", "uint32_t", "int64_t", "uint64_t", "auto"};

bool is_type(const Token& token) {
    return is_one_of(types, token.text);
}

bool is_word(const Token& token) {
    return token.kind == Token::Kind::word && !is_reserved_name(token.text);
}

class Finder {
public:
    explicit Finder(const Tokens& tokens) : tokens_(tokens), end_(tokens.end()) {}

    NamesInText find() {
        auto first_parameter = end_; // of a template
        bool is_constant = false;
        for (auto at = tokens_.begin(); at != end_; ++at) {
            if (at->kind == Token::Kind::directive) {
                take_macro(at);
            } else if (at->is("template")) {
                first_parameter = at;
            } else if (at->is(";")) {
                first_parameter = end_;
                is_constant = false;
            } else if (at->is("constexpr") || at->is("consteval")) {
                is_constant = true;
            } else if (is_type(*at) && first_parameter == end_ && at != tokens_.begin() &&
                       is_of_constant(std::prev(at))) {
                at = take_declaration(at, end_, end_);
            } else if (at->is("(")) {
                const auto close = closing_bracket(at, end_);
                if (close == end_) {
                    break;
                }
                const auto open = std::next(close);
                if (open != end_ && open->is("{")) {
                    const auto last = closing_bracket(open, end_);
                    if (last == end_) {
                        break;
                    }
                    take_parameters(first_parameter == end_ ? at : first_parameter, close, last);
                    take_body(open, last);
                    if (!is_constant) { // what runs when the file is compiled stays as it is
                        found_.functions.push_back({std::next(open), last});
                    }
                    at = last;
                    first_parameter = end_;
                    is_constant = false;
                } else {
                    at = close;
                }
            } else if (at->is("{") && at != tokens_.begin() && !is_of_namespace(at)) {
                at = closing_bracket(at, end_);
                if (at == end_) {
                    break;
                }
                first_parameter = end_;
            }
        }
        return std::move(found_);
    }

private:
    [[nodiscard]] bool is_of_namespace(TokenAt open) const {
        const auto before = std::prev(open);
        return before->is("namespace") || before->kind == Token::Kind::literal ||
               (before != tokens_.begin() && std::prev(before)->is("namespace"));
    }

    [[nodiscard]] static bool is_of_constant(TokenAt before) {
        return before->is("const") || before->is("constexpr") || before->is("inline") ||
               before->is("static");
    }

    void take_macro(TokenAt at) {
        const Tokens parts = parts_of(*at);
        if (parts.size() == 3 && parts[0].is("define") && parts[2].kind == Token::Kind::number) {
            found_.names.push_back({parts[1].text, at, end_});
        }
    }

    void take_parameters(TokenAt begin, TokenAt close, TokenAt last) {
        for (auto at = begin; at != close; ++at) {
            if (is_type(*at) && std::next(at)->kind == Token::Kind::word &&
                is_word(*std::next(at))) {
                found_.names.push_back({std::next(at)->text, close, last});
            }
        }
    }

    void take_body(TokenAt open, TokenAt last) {
        std::vector<TokenAt> scopes{last};
        auto for_header = end_;
        auto for_end = end_;
        for (auto at = std::next(open); at < last; ++at) {
            if (at->is("{")) {
                scopes.push_back(closing_bracket(at, last));
            } else if (at->is("}") && scopes.size() > 1) {
                scopes.pop_back();
            } else if (at->is("]") && std::next(at)->is("(")) {
                at = take_lambda(std::next(at), last);
            } else if (at->is("for") && std::next(at)->is("(")) {
                for_header = closing_bracket(std::next(at), last);
                for_end = end_of_statement(at, last);
            } else if (is_type(*at)) {
                const bool in_header = for_header != end_ && at < for_header;
                at = take_declaration(at, last, in_header ? for_end : scopes.back());
            }
        }
    }

    /// The parameters of a lambda that begin at `open`; where to go on.
    TokenAt take_lambda(TokenAt open, TokenAt last) {
        const auto close = closing_bracket(open, last);
        const auto body = outside_brackets(close == last ? last : std::next(close), last, "{", ";");
        if (body != last && body->is("{")) {
            take_parameters(open, close, closing_bracket(body, last));
        }
        return close == last ? std::prev(last) : close;
    }

    /// The names behind a type; where to go on.
    TokenAt take_declaration(TokenAt at, TokenAt end, TokenAt scope) {
        while (end - at > 2 && (is_type(*std::next(at)) || std::next(at)->is("const"))) {
            ++at;
        }
        auto name = std::next(at);
        while (end - name > 1 && is_word(*name)) {
            const auto sign = std::next(name);
            if (!(sign->is("=") || sign->is(";") || sign->is(",") || sign->is("{") ||
                  sign->is(":"))) {
                break;
            }
            const auto value_end = end_of_value(sign, end);
            if (!std::next(sign)->is("[")) { // of a lambda
                found_.names.push_back({name->text, sign->is(":") ? sign : value_end, scope});
            }
            if (value_end == end || !value_end->is(",")) {
                break;
            }
            name = std::next(value_end);
        }
        return at;
    }

    const Tokens& tokens_;
    const TokenAt end_;
    NamesInText found_;
};

} // namespace

NamesInText names_in(const Tokens& tokens) {
    return Finder(tokens).find();
}

} // namespace kit
