#include "tests/nvcc/generated_kernel.hpp"

#include "checker/base/places.hpp"

#include <toml++/toml.h>

#include <cctype>
#include <map>
#include <random>
#include <stdexcept>
#include <vector>

namespace kit {

namespace {

using Grammar = std::map<std::string, std::vector<std::string>>;

Grammar read_grammar() {
    Grammar grammar;
    const auto table = toml::parse_file((source_root() / "tests/nvcc/grammar.toml").string());
    for (const auto& [rule, alternatives] : table) {
        for (const auto& alternative : *alternatives.as_array()) {
            grammar[std::string(rule.str())].push_back(alternative.value<std::string>().value());
        }
    }
    return grammar;
}

class Writer {
public:
    Writer(const Grammar& grammar, unsigned number) : grammar_(grammar), random_(number) {}

    std::string write() {
        expand("file", 0);
        return std::move(text_);
    }

private:
    void expand(const std::string& rule, int depth) {
        const std::vector<std::string>& alternatives = grammar_.at(rule);
        // Deep inside only what needs no more of itself.
        const auto fits = [&](const std::string& each) {
            return (rule == "outside" || is_declared(each)) &&
                   (depth < 3 || each.find("<" + rule + ">") == std::string::npos);
        };
        const std::string* chosen = &alternatives[random_() % alternatives.size()];
        while (!fits(*chosen)) {
            chosen = &alternatives[random_() % alternatives.size()];
        }
        const std::string own = std::to_string(++places_);
        for (std::size_t i = 0; i < chosen->size(); ++i) {
            const std::size_t end = chosen->find('>', i);
            const std::string word = (*chosen)[i] == '<' && end != std::string::npos
                                         ? chosen->substr(i + 1, end - i - 1)
                                         : "";
            if (grammar_.contains(word)) {
                expand(word, depth + 1);
                i = end;
            } else if ((*chosen)[i] == '@') {
                text_ += own;
            } else if ((*chosen)[i] != '$') {
                text_ += (*chosen)[i];
            }
        }
    }

    [[nodiscard]] bool is_declared(const std::string& alternative) const {
        const std::size_t end = alternative.find('$');
        if (end == std::string::npos) {
            return true;
        }
        std::size_t begin = end;
        while (begin > 0 &&
               (std::isalnum(alternative[begin - 1]) != 0 || alternative[begin - 1] == '_')) {
            --begin;
        }
        return text_.find(" " + alternative.substr(begin, end - begin)) != std::string::npos;
    }

    const Grammar& grammar_;
    std::mt19937 random_;
    std::string text_;
    int places_ = 0;
};

} // namespace

std::string generated_kernel(unsigned number) {
    static const Grammar grammar = read_grammar();
    return Writer(grammar, number).write();
}

} // namespace kit
