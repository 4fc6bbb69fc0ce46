#include "checker/base/macros.hpp"

#include "checker/base/tokens.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace kit {

namespace {

/// A token, and whether blanks stand before it.
struct Piece {
    std::string_view text;
    bool is_word = false;
    bool spaced = false;
};

using Pieces = std::vector<Piece>;

struct Macro {
    std::optional<std::vector<std::string_view>> parameters;
    Pieces body;
    bool shows_more = false;
};

constexpr std::size_t most_pieces = 200; ///< nobody reads a longer line
constexpr std::size_t most_depth = 30;   ///< of macros in macros

const char* end_of(const Token& token) {
    return token.text.data() + token.text.size();
}

Pieces pieces_of(const Tokens& tokens, std::size_t from) {
    Pieces pieces;
    for (std::size_t i = from; i < tokens.size(); ++i) {
        const Token& token = tokens[i];
        const bool spaced = i > from && end_of(tokens[i - 1]) != token.text.data();
        pieces.push_back({token.text, token.kind == Token::Kind::word, spaced});
    }
    return pieces;
}

Macro macro_of(const Tokens& parts) {
    Macro macro;
    std::size_t body = 2;
    // With a blank before it the parenthesis belongs to the text.
    if (parts.size() > 2 && parts[2].is("(") && end_of(parts[1]) == parts[2].text.data()) {
        macro.parameters.emplace();
        for (body = 3; body < parts.size() && !parts[body].is(")"); ++body) {
            if (parts[body].kind == Token::Kind::word) {
                macro.parameters->push_back(parts[body].text);
            }
        }
        ++body;
    }
    macro.body = pieces_of(parts, std::min(body, parts.size()));
    const bool has_operator = std::ranges::any_of(macro.body, [](const Piece& piece) {
        return piece.text.find_first_of("+-*/%<>&|^!=?,") == 0;
    });
    macro.shows_more = macro.parameters || (has_operator && macro.body.size() > 2);
    return macro;
}

class Expansion {
public:
    explicit Expansion(const std::map<std::string_view, Macro>& macros) : macros_(macros) {}

    /// Nothing if it is not to be had.
    std::optional<Pieces> of(const Pieces& pieces) {
        Pieces result;
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            const auto found = pieces[i].is_word ? macros_.find(pieces[i].text) : macros_.end();
            const bool is_call = i + 1 < pieces.size() && pieces[i + 1].text == "(";
            if (found == macros_.end() || active_.contains(found->first) ||
                (found->second.parameters && !is_call)) {
                result.push_back(pieces[i]);
                continue;
            }
            const Macro& macro = found->second;
            shows_more_ = shows_more_ || macro.shows_more;
            std::map<std::string_view, Pieces> arguments;
            const std::size_t name = i;
            if (macro.parameters) {
                const auto given = arguments_of(pieces, i);
                if (!given || given->size() < macro.parameters->size()) {
                    return std::nullopt;
                }
                for (std::size_t k = 0; k < macro.parameters->size(); ++k) {
                    auto argument = of((*given)[k]);
                    if (!argument) {
                        return std::nullopt;
                    }
                    arguments[(*macro.parameters)[k]] = std::move(*argument);
                }
            }
            if (active_.size() == most_depth) {
                return std::nullopt;
            }
            active_.insert(found->first);
            auto inner = of(filled(macro.body, arguments));
            active_.erase(found->first);
            if (!inner || result.size() + inner->size() > most_pieces) {
                return std::nullopt;
            }
            append(*inner, pieces[name].spaced, result);
        }
        return result;
    }

    [[nodiscard]] bool shows_more() const { return shows_more_; }

private:
    static void append(const Pieces& more, bool spaced, Pieces& result) {
        for (std::size_t i = 0; i < more.size(); ++i) {
            result.push_back(more[i]);
            result.back().spaced = i == 0 ? spaced : more[i].spaced;
        }
    }

    /// The arguments of the call whose name stands at `at`, which goes to its end; nothing if there is none.
    static std::optional<std::vector<Pieces>> arguments_of(const Pieces& pieces, std::size_t& at) {
        std::vector<Pieces> arguments(1);
        int depth = 0;
        for (std::size_t i = at + 1; i < pieces.size(); ++i) {
            const std::string_view text = pieces[i].text;
            depth += text == "(" ? 1 : text == ")" ? -1 : 0;
            if (depth == 0) {
                at = i;
                return arguments;
            }
            if (depth == 1 && text == ",") {
                arguments.emplace_back();
            } else if (depth > 1 || text != "(") {
                arguments.back().push_back(pieces[i]);
            }
        }
        return std::nullopt;
    }

    static Pieces filled(const Pieces& body, const std::map<std::string_view, Pieces>& arguments) {
        Pieces result;
        for (const Piece& piece : body) {
            if (const auto found = arguments.find(piece.text); found != arguments.end()) {
                append(found->second, piece.spaced, result);
            } else {
                result.push_back(piece);
            }
        }
        return result;
    }

    const std::map<std::string_view, Macro>& macros_;
    std::set<std::string_view> active_;
    bool shows_more_ = false;
};

} // namespace

std::string expanded_line(std::string_view file, int line) {
    std::map<std::string_view, Macro> macros;
    Tokens code;
    for (const Token& token : tokens_of(file)) {
        if (token.line == line && token.kind != Token::Kind::directive) {
            code.push_back(token);
        } else if (token.line < line && token.kind == Token::Kind::directive) {
            const Tokens parts = parts_of(token);
            if (parts.size() > 1 && (parts[0].is("define") || parts[0].is("undef"))) {
                macros.erase(parts[1].text);
                if (parts[0].is("define") && token.text.find("##") == std::string_view::npos) {
                    macros[parts[1].text] = macro_of(parts);
                }
            }
        }
    }
    if (code.size() > most_pieces) {
        return "";
    }
    Expansion expansion(macros);
    const auto expanded = expansion.of(pieces_of(code, 0));
    std::string text;
    if (expanded && expansion.shows_more()) {
        for (const Piece& piece : *expanded) {
            text += (piece.spaced && !text.empty() ? " " : "") + std::string(piece.text);
        }
    }
    return text;
}

std::optional<TornMacro> torn_macro(std::string_view file) {
    const auto is_any_of = [](const Token& token, std::string_view marks) {
        return token.kind == Token::Kind::mark && marks.find(token.text) != marks.npos;
    };
    std::map<std::string_view, TornMacro> sums;
    const Tokens tokens = tokens_of(file);
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const Token& token = tokens[i];
        if (token.kind == Token::Kind::directive) {
            const Tokens parts = parts_of(token);
            int depth = 0;
            for (std::size_t part = 3; part < parts.size() && parts[0].is("define"); ++part) {
                const Token& before = parts[part - 1];
                depth += is_any_of(before, "([") ? 1 : is_any_of(before, ")]") ? -1 : 0;
                if (depth == 0 && is_any_of(parts[part], "+-") && !is_any_of(before, "+-*/%<>=,") &&
                    !macro_of(parts).parameters) {
                    const char* const begin = parts[2].text.data();
                    const std::string text(begin, end_of(parts.back()));
                    sums[parts[1].text] = {std::string(parts[1].text), text, token.line, 0};
                }
            }
        } else if (const auto sum = sums.find(token.text); sum != sums.end()) {
            if ((i > 0 && is_any_of(tokens[i - 1], "*/%-")) ||
                (i + 1 < tokens.size() && is_any_of(tokens[i + 1], "*/%"))) {
                sum->second.used = token.line;
                return sum->second;
            }
        }
    }
    return std::nullopt;
}

} // namespace kit
