#include "checker/grading/similarity/statements.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace kit {

namespace {

constexpr std::array<std::string_view, 11> assignments{
    "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};

bool is_assignment(std::string_view mark) {
    return std::find(assignments.begin(), assignments.end(), mark) != assignments.end();
}

/// Begins a declaration, or qualifies one.
bool is_of_type(std::string_view word) {
    static const std::set<std::string_view> words{
        "const",        "constexpr",  "static",     "volatile", "inline",         "register",
        "int",          "unsigned",   "long",       "short",    "char",           "bool",
        "float",        "double",     "auto",       "size_t",   "int32_t",        "uint32_t",
        "int64_t",      "uint64_t",   "ptrdiff_t",  "signed",   "dim3",           "float2",
        "float3",       "float4",     "int2",       "int3",     "int4",           "uint3",
        "uint4",        "void",       "typename",   "extern",   "__shared__",     "__restrict__",
        "__constant__", "__device__", "__global__", "__host__", "__forceinline__"};
    return words.contains(word);
}

/// A body as a row of statements; what is inside of what is left out.
class StatementReader {
public:
    explicit StatementReader(Words words) : words_(words), ends_(group_ends(words)) {}

    std::vector<Statement> read() {
        while (at_ < words_.size()) {
            step();
        }
        return std::move(statements_);
    }

private:
    [[nodiscard]] std::string_view peek(std::size_t ahead = 0) const {
        return at_ + ahead < words_.size() ? words_[at_ + ahead].spelling : std::string_view();
    }

    void step() {
        const std::string_view word = peek();
        if (word == "{" || word == "}" || word == ";" || word == "else" || word == "do" ||
            word == "constexpr") {
            ++at_;
        } else if (word == "#") {
            const int line = words_[at_].line;
            while (at_ < words_.size() && words_[at_].line == line) {
                ++at_;
            }
        } else if ((word == "if" || word == "while" || word == "for") &&
                   (peek(1) == "(" || (peek(1) == "constexpr" && peek(2) == "("))) {
            const std::size_t before = statements_.size();
            at_ += peek(1) == "(" ? 1 : 2;
            const std::size_t end = ends_[at_];
            const Words inside = end > at_ + 1 ? words_.subspan(at_ + 1, end - at_ - 2) : Words();
            const Words whole = words_.subspan(at_, end - at_);
            at_ = end;
            if (word == "for") {
                take_for(inside, whole);
            } else {
                test(inside, word == "if" ? Statement::Kind::test : Statement::Kind::loop_test);
            }
            const KernelToken* const end_of_body = words_.data() + end_of_body_at();
            for (std::size_t i = before; i < statements_.size(); ++i) {
                statements_[i].decides_to = end_of_body;
            }
        } else {
            simple();
        }
    }

    /// With else; nested tests without braces end with their first statement.
    [[nodiscard]] std::size_t end_of_body_at() const {
        std::size_t end = at_;
        while (end < words_.size()) {
            const std::string_view word = words_[end].spelling;
            if (word == "{") {
                end = ends_[end];
            } else {
                while (end < words_.size() && words_[end].spelling != ";") {
                    const std::string_view mark = words_[end].spelling;
                    end = mark == "(" || mark == "{" ? ends_[end] : end + 1;
                }
                ++end;
            }
            if (end >= words_.size() || words_[end].spelling != "else") {
                break;
            }
            ++end;
        }
        return std::min(end, words_.size());
    }

    void test(Words condition, Statement::Kind kind) {
        Statement statement;
        statement.kind = kind;
        statement.all = condition;
        statement.value = condition;
        if (!condition.empty()) {
            statements_.push_back(statement);
        }
    }

    void take_for(Words inside, Words whole) {
        const std::vector<Words> parts = split_at(inside, ";");
        if (parts.size() != 3) {
            test(whole, Statement::Kind::loop_test);
            return;
        }
        take(parts[0]);
        test(parts[1], Statement::Kind::loop_test);
        for (const Words each : split_at(parts[2], ",")) {
            take(each);
        }
    }

    void simple() {
        const std::size_t begin = at_;
        while (at_ < words_.size() && peek() != ";" && peek() != "}") {
            at_ = peek() == "(" || peek() == "[" || peek() == "{" ? ends_[at_] : at_ + 1;
        }
        take(words_.subspan(begin, at_ - begin));
    }

    void take(Words words) {
        if (words.empty()) {
            return;
        }
        Statement first;
        first.all = words;
        const std::string_view word = words[0].spelling;
        if (word == "return" || word == "continue" || word == "break") {
            first.kind = Statement::Kind::leave;
            first.value = words.subspan(1);
            statements_.push_back(first);
            return;
        }
        std::size_t type = 0;
        while (type < words.size() &&
               (is_of_type(words[type].spelling) ||
                (type > 0 && (words[type].spelling == "*" || words[type].spelling == "&")))) {
            first.is_shared = first.is_shared || words[type].spelling == "__shared__";
            ++type;
        }
        first.is_declaration = type > 0;
        for (const Words part : split_at(words.subspan(type), ",")) {
            if (!part.empty()) {
                Statement one = first;
                one.all = part;
                assignment(part, one);
            }
        }
    }

    void assignment(Words words, Statement one) {
        for (std::size_t i = 0; i < words.size(); ++i) {
            const std::string_view mark = words[i].spelling;
            if (mark == "(" || mark == "[" || mark == "{") {
                i = after_group(words, i) - 1;
            } else if (is_assignment(mark)) {
                one.kind = Statement::Kind::assignment;
                one.target = words.first(i);
                one.mark = mark;
                one.value = words.subspan(i + 1);
                one.is_initial = one.is_declaration;
                break;
            } else if (mark == "++" || mark == "--") {
                one.kind = Statement::Kind::assignment;
                one.target = i == 0 ? words.subspan(1) : words.first(i);
                one.mark = mark == "++" ? "+=" : "-=";
                break;
            }
        }
        if (one.is_declaration && one.kind == Statement::Kind::effect && !words.empty()) {
            // "int a(3)", "int a{3}", or no value.
            const bool has_value =
                words.size() > 3 && (words[1].spelling == "(" || words[1].spelling == "{");
            one.kind = Statement::Kind::assignment;
            one.target = has_value ? words.first(1) : words;
            one.mark = "=";
            one.value = has_value ? words.subspan(2, words.size() - 3) : Words();
            one.is_initial = true;
        }
        statements_.push_back(one);
    }

    Words words_;
    std::vector<std::size_t> ends_; ///< of groups
    std::size_t at_ = 0;
    std::vector<Statement> statements_;
};

} // namespace

std::vector<Statement> statements_of(Words body) {
    return StatementReader(body).read();
}

} // namespace kit
