#include "checker/grading/similarity/kernel_shape.hpp"

#include "checker/base/fingerprint.hpp"
#include "checker/grading/similarity/statements.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace kit {

namespace {

using Name = std::string_view;
using Names = std::set<Name>;

class Shape {
    using Kind = ShapePart::Kind;

public:
    explicit Shape(const std::vector<KernelToken>& tokens)
        : words_(tokens), ends_(group_ends(words_)) {}

    std::vector<ShapePart> read() {
        define_macros();
        std::size_t at = 0;
        while (at < words_.size()) {
            at = top_level(at);
        }
        return std::move(shape_);
    }

private:
    void define_macros() {
        std::vector<KernelToken> rest;
        for (std::size_t i = 0; i < words_.size();) {
            if (words_[i].spelling != "#") {
                ++i;
                continue;
            }
            std::size_t end = i;
            while (end < words_.size() && words_[end].line == words_[i].line) {
                ++end;
            }
            if (end - i > 3 && words_[i + 1].spelling == "define") {
                define(words_[i + 2], words_.subspan(i + 3, end - i - 3));
            }
            i = end;
        }
    }

    void define(const KernelToken& name, Words words) {
        const bool has_parameters =
            words[0].spelling == "(" &&
            words[0].spelling.data() == name.spelling.data() + name.spelling.size();
        if (has_parameters) {
            const std::size_t end = after_group(words, 0);
            remember(name.spelling, words.first(end), words.subspan(end));
        } else {
            both(name.spelling, words);
        }
    }

    void both(Name name, Words words) {
        const Value value = value_of(words, of_file_);
        of_file_.values[name] = value;
    }

    void remember(Name name, Words parameters, Words result) {
        ShortFunction function;
        if (parameters.size() >= 2) {
            for (const Words one : split_at(parameters.subspan(1, parameters.size() - 2), ",")) {
                Name last;
                for (const KernelToken& token : one) {
                    last = token.kind == KernelToken::Kind::name ? token.spelling : last;
                }
                function.parameters.push_back(last);
            }
        }
        function.result = result;
        of_file_.functions[name] = std::move(function);
    }

    /// One declaration or function. Returns where the next one begins.
    std::size_t top_level(std::size_t begin) {
        if (words_[begin].spelling == "#") {
            std::size_t end = begin;
            while (end < words_.size() && words_[end].line == words_[begin].line) {
                ++end;
            }
            return end;
        }
        std::size_t end = begin;
        std::size_t parameters = 0; // where they begin
        while (end < words_.size() && words_[end].spelling != ";") {
            const std::string_view mark = words_[end].spelling;
            if (mark == "{" && parameters > 0) {
                const std::size_t after = ends_[end];
                function(begin, parameters, end, after);
                return after;
            }
            if (mark == "(" && end > begin && words_[end - 1].spelling != "__launch_bounds__") {
                parameters = parameters == 0 ? end : parameters;
            }
            end = mark == "(" || mark == "[" || mark == "{" ? ends_[end] : end + 1;
        }
        if (end > begin && words_[begin].spelling != "static_assert") {
            constants(words_.subspan(begin, end - begin));
        }
        return end + 1;
    }

    void constants(Words words) {
        for (const Statement& one : statements_of(words)) {
            if (one.is_initial && !one.variable().empty() && !one.value.empty()) {
                both(one.variable(), one.value);
            }
        }
    }

    void function(std::size_t begin, std::size_t parameters, std::size_t open, std::size_t after) {
        const Words head = words_.subspan(parameters, ends_[parameters] - parameters);
        const Words body = words_.subspan(open + 1, after - open - 1 - (after > open + 1 ? 1 : 0));
        const Name name = parameters > begin ? words_[parameters - 1].spelling : Name();
        const bool is_kernel =
            std::any_of(words_.begin() + static_cast<std::ptrdiff_t>(begin),
                        words_.begin() + static_cast<std::ptrdiff_t>(parameters),
                        [](const auto& one) { return one.spelling == "__global__"; });
        if (!is_kernel && name != "launch_config" && body.size() > 2 &&
            body[0].spelling == "return" && after_first_semicolon(body) >= body.size()) {
            remember(name, head, body.subspan(1, body.size() - 2));
            return;
        }
        body_of(head, body);
    }

    static std::size_t after_first_semicolon(Words words) {
        for (std::size_t i = 0; i < words.size(); ++i) {
            if (words[i].spelling == ";") {
                return i + 1;
            }
        }
        return words.size();
    }

    void body_of(Words head, Words body) {
        stated_ = Meanings();
        computed_ = Meanings();
        stated_.outer = &of_file_;
        computed_.outer = &of_file_;
        last_store_ = 0;
        if (head.size() >= 2) {
            Hash place = hash_of("a parameter");
            for (const Words one : split_at(head.subspan(1, head.size() - 2), ",")) {
                place = combined(place, 1);
                if (!one.empty()) {
                    set(one.back().spelling, Value::atom(place));
                }
            }
        }
        const std::vector<Statement> statements = statements_of(body);
        find_live(statements);
        std::vector<Value> called;
        std::set<Hash> known;
        stated_.called = &called;
        for (std::size_t i = 0; i < statements.size(); ++i) {
            if (!is_used_[i]) {
                continue;
            }
            called.clear();
            emit(statements[i]);
            for (const Value& condition : called) { // as if it had been defined before
                if (known.insert(condition.hash()).second) {
                    add_condition(condition, statements[i].all);
                }
            }
        }
    }

    void set(Name name, const Value& value) {
        stated_.values[name] = value;
        computed_.values[name] = value;
    }

    static void add_names(Words words, Names& names) {
        for (const KernelToken& token : words) {
            if (token.kind == KernelToken::Kind::name) {
                names.insert(token.spelling);
            }
        }
    }

    /// A variable is live if something other than a variable that is not live depends on it, and a test if it
    /// decides about something that is not left out.
    void find_live(const std::vector<Statement>& statements) {
        live_.clear();
        writes_.clear();
        for (const Statement& one : statements) {
            if (!one.variable().empty() && (!one.is_initial || !one.value.empty())) {
                ++writes_[one.variable()];
            }
        }
        is_used_.assign(statements.size(), false);
        constexpr int most_rounds = 20; // longer chains stay in
        bool goes_on = true;
        for (int round = 0; goes_on && round < most_rounds; ++round) {
            goes_on = false;
            const KernelToken* used = nullptr; // the last used statement's, of those behind
            for (std::size_t i = statements.size(); i-- > 0;) {
                const Statement& one = statements[i];
                const bool is_test = one.decides_to != nullptr;
                const bool is_now =
                    is_used_[i] || round + 1 == most_rounds ||
                    (is_test ? used != nullptr && used < one.decides_to
                             : one.variable().empty() || live_.contains(one.variable()));
                if (is_now && !is_used_[i]) {
                    is_used_[i] = true;
                    goes_on = true;
                    const std::size_t before = live_.size();
                    add_names(one.variable().empty() ? one.all : one.value, live_);
                    goes_on = goes_on || live_.size() != before;
                }
                if (is_used_[i] && !is_test && !one.all.empty()) {
                    used = one.all.data();
                }
            }
        }
    }

    void add(ShapePart::Kind kind, Hash hash, Words words) {
        if (!words.empty()) {
            shape_.push_back({combined(hash, static_cast<Hash>(kind)), kind, words.front().line,
                              words.back().line});
        }
    }

    void emit(const Statement& one) {
        add_written(one);
        switch (one.kind) {
        case Statement::Kind::effect:
            // A barrier belongs to what it waits for.
            add(Kind::rest,
                combined(one.all[0].spelling == "__syncthreads" ? last_store_ : 0,
                         value_of(one.all, computed_).hash()),
                one.all);
            break;
        case Statement::Kind::leave:
            if (!one.value.empty()) {
                add(Kind::rest, combined(hash_of("return"), value_of(one.value, computed_).hash()),
                    one.all);
            }
            break;
        case Statement::Kind::test:
        case Statement::Kind::loop_test: emit_test(one); break;
        case Statement::Kind::assignment: emit_assignment(one); break;
        }
    }

    void add_written(const Statement& one) {
        Hash hash = one.is_declaration ? 3 : 4;
        for (const PlainToken& token : plain_tokens({one.all.begin(), one.all.end()})) {
            hash = combined(hash, token.symbol);
        }
        add(Kind::written, combined(hash, static_cast<Hash>(one.kind)), one.all);
    }

    static Hash either(const Value::Test& test) { return std::min(test.first, test.second); }

    void emit_test(const Statement& one) {
        const bool is_loop = one.kind == Statement::Kind::loop_test;
        last_store_ = is_loop ? hash_of("while") : last_store_;
        const Hash kind = hash_of(is_loop ? "while" : "if");
        for (const Value::Test& test : value_of(one.value, computed_).as_condition().tests) {
            add(Kind::test, combined(kind, either(test)), one.all);
        }
        const Value stated = value_of(one.value, stated_).as_condition();
        add_condition(stated, one.all);
        for (const Value::Test& test : stated.tests) {
            add(Kind::condition, combined(kind, either(test)), one.all);
        }
    }

    /// The same for a condition with a name and without.
    void add_condition(const Value& condition, Words words) {
        if (condition.tests.size() > 1) {
            add(Kind::condition,
                combined(hash_of("condition"),
                         std::min(condition.hash(), condition.negated().hash())),
                words);
        }
    }

    void emit_assignment(const Statement& one) {
        const Name variable = one.variable();
        const bool is_variable = !variable.empty();
        if (one.is_initial && !is_variable) { // an array
            const Name array = one.target.empty() ? Name() : one.target[0].spelling;
            set(array, Value::atom(hash_of(one.is_shared ? "a shared array" : "an array")));
            const Hash hash = combined(hash_of("array"), value_of(one.target, computed_).hash());
            add(Kind::rest, hash, one.all);
            return;
        }
        if (is_variable && one.is_initial && (one.value.empty() || writes_[variable] != 1)) {
            set(variable, Value::atom(hash_of("a variable")));
        }
        if (one.is_initial && one.value.empty()) {
            return;
        }
        if (is_variable && one.is_initial && writes_[variable] == 1) {
            const Value stated = value_of(one.value, stated_);
            const Value computed = value_of(one.value, computed_);
            computed_.values[variable] = computed;
            if (stated.tests.empty()) {
                add(Kind::name, stated.hash(), one.all);
                stated_.values[variable] = stated;
            } else {
                add_condition(stated, one.all);
                stated_.values[variable] = stated.named();
            }
            return;
        }
        emit_store(one, stated_, false);
        emit_store(one, computed_, true);
    }

    void emit_store(const Statement& one, const Meanings& meanings, bool by_terms) {
        const Value target = value_of(one.target, meanings);
        Words value = one.value;
        const std::vector<Words> chosen = split_at(value, "?");
        if (chosen.size() == 2) {
            const std::vector<Words> both = split_at(chosen[1], ":");
            if (both.size() == 2) { // as if and else
                const Value condition = value_of(chosen[0], meanings).as_condition();
                for (const Value::Test& test : condition.tests) {
                    add(by_terms ? Kind::test : Kind::condition,
                        combined(hash_of("if"), either(test)), one.all);
                }
                if (!by_terms) {
                    add_condition(condition, one.all);
                }
                store(one, target, value_of(both[0], meanings), by_terms);
                store(one, target, value_of(both[1], meanings), by_terms);
                return;
            }
        }
        store(one, target, value.empty() ? Value::number(1) : value_of(value, meanings), by_terms);
    }

    void store(const Statement& one, const Value& target, const Value& value, bool by_terms) {
        const Hash place = target.hash();
        Polynomial sum = value.as_polynomial();
        bool adds = one.mark == "+=" || one.mark == "-=";
        if (one.is_initial && !by_terms) { // a sum that begins
            adds = true;
            if (sum.is_number()) {
                return;
            }
        }
        if (one.mark == "-=") {
            sum = Polynomial().plus(sum, -1);
        }
        if (one.mark == "*=") {
            sum = target.as_polynomial().times(sum);
        } else if (!adds && one.mark != "=") {
            sum = Polynomial::atom(combined(hash_of(one.mark), sum.hash()));
        }
        // x = x + y is x += y.
        const std::vector<Hash> own =
            target.tests.empty() ? target.polynomial.terms() : std::vector<Hash>();
        if (!adds && own.size() == 1) {
            adds = sum.take_out_term(own[0]);
            if (adds && sum.is_number() && sum.value() == 0) {
                return; // x = x
            }
        }
        if (by_terms) {
            const std::vector<Hash> terms = sum.terms();
            if (terms.empty()) {
                add(Kind::term, place, one.all);
            }
            for (const Hash term : terms) {
                add(Kind::term, term, one.all);
            }
            if (target.tests.empty() && one.target.size() > 1) {
                last_store_ = place;
                add(Kind::rest, combined(hash_of("store"), place), one.all);
            }
        } else {
            add(Kind::sum, combined(combined(hash_of(adds ? "add" : "set"), place), sum.hash()),
                one.all);
        }
    }

    Words words_;
    std::vector<std::size_t> ends_; ///< of groups
    Meanings of_file_;
    Meanings stated_;
    Meanings computed_;
    Hash last_store_ = 0; ///< to an array, since the last loop began
    Names live_;
    std::vector<bool> is_used_;
    std::map<Name, int> writes_;
    std::vector<ShapePart> shape_;
};

} // namespace

std::vector<ShapePart> shape_of(std::string_view text) {
    const std::vector<KernelToken> tokens = kernel_tokens(text);
    return Shape(tokens).read();
}

} // namespace kit
