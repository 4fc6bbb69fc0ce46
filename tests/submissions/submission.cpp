#include "tests/submissions/submission.hpp"

#include "checker/model/finding.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string_view>

namespace kit {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void malformed(const std::string& name, const std::string& why) {
    throw std::runtime_error("tests/submissions, " + name + ": " + why);
}

std::string contents(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) {
        malformed(path.string(), "cannot be read");
    }
    return {std::istreambuf_iterator<char>(in), {}};
}

std::string trimmed(std::string text) {
    const auto first = text.find_first_not_of(" \t");
    const auto last = text.find_last_not_of(" \t");
    return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

std::vector<std::string> items_of(const std::string& list) {
    std::vector<std::string> items;
    std::istringstream in(list);
    for (std::string item; std::getline(in, item, ',');) {
        items.push_back(trimmed(item));
    }
    return items;
}

std::vector<std::string> kinds_of(const std::string& list, const std::string& name) {
    std::vector<std::string> found = items_of(list);
    for (const std::string& kind : found) {
        if (!kind_named(kind)) {
            malformed(name, "'" + kind + "' is no kind of finding");
        }
    }
    return found;
}

Expectation expectation_of(const std::string& text, const std::string& name) {
    Expectation expectation;
    const auto open = text.find('(');
    std::string required = trimmed(text.substr(0, open));
    if (open != std::string::npos) {
        const auto close = text.find(')', open);
        if (close == std::string::npos || !trimmed(text.substr(close + 1)).empty()) {
            malformed(name, "expect: one pair of parentheses, at the end");
        }
        expectation.allowed = kinds_of(text.substr(open + 1, close - open - 1), name);
    }
    constexpr std::string_view passed = "passed";
    if (required.substr(0, passed.size()) == passed) {
        expectation.passed = true;
        required.erase(0, std::min(required.size(), passed.size() + 1));
    }
    if (const auto slash = required.find(" / "); slash != std::string::npos) {
        expectation.instead = kinds_of(required.substr(slash + 3), name).at(0);
        required.erase(slash);
    }
    expectation.kinds = kinds_of(required, name);
    if (expectation.kinds.empty() && !expectation.passed) {
        malformed(name, "expect: names no kind");
    }
    return expectation;
}

std::vector<std::string> explanations_of(const std::string& text, const std::string& name) {
    std::vector<std::string> found = items_of(text);
    const auto known = explanation_ids();
    for (const std::string& id : found) {
        if (id != "none" && std::ranges::find(known, id) == known.end()) {
            malformed(name, "'" + id + "' explains nothing");
        }
    }
    return found;
}

std::vector<Mark> marks_of(const std::string& text, const std::string& name) {
    std::vector<Mark> marks;
    std::istringstream in(text);
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
        for (const std::string_view sign : {"// <-- ", "// <-? "}) {
            const auto at = line.find(sign);
            if (at == std::string::npos) {
                continue;
            }
            for (const std::string& kind : kinds_of(line.substr(at + sign.size()), name)) {
                marks.push_back({kind, number, sign[5] == '?'});
            }
        }
    }
    return marks;
}

std::vector<std::string> grids_of(const std::string& text, bool passes) {
    if (text.empty()) {
        return passes ? std::vector<std::string>{} : std::vector<std::string>{"33"};
    }
    return text == "all" ? std::vector<std::string>{} : items_of(text);
}

Submission from_file(const fs::path& path) {
    Submission submission;
    submission.name = path.stem().string();
    submission.text = contents(path);
    std::istringstream in(submission.text);
    std::string grids;
    std::string lab;
    std::string explanation;
    for (std::string line; std::getline(in, line) && line.substr(0, 3) == "// ";) {
        const auto value = [&line](std::string_view key) {
            return line.substr(3, key.size()) == key ? trimmed(line.substr(3 + key.size())) : "";
        };
        const auto take = [&value](std::string_view key, std::string& to) {
            if (const std::string text = value(key); !text.empty()) {
                to = text;
            }
        };
        take("lab:", lab);
        take("what:", submission.what);
        take("expect:", submission.expect);
        take("grids:", grids);
        take("explanation:", explanation);
    }
    if (lab.empty() || submission.what.empty()) {
        malformed(submission.name, "begins with the comments lab:, what: and expect:");
    }
    submission.lab = std::stoi(lab);
    submission.expectation = expectation_of(submission.expect, submission.name);
    submission.expectation.explanations = explanations_of(explanation, submission.name);
    submission.expectation.marks = marks_of(submission.text, submission.name);
    submission.grids = grids_of(grids, submission.expectation.passed);
    if (submission.expectation.passed != (path.parent_path().filename() == "right")) {
        malformed(submission.name, "right/ holds what passes, wrong/ what does not");
    }
    return submission;
}

/// The line that holds the text, which has to be the only one.
int line_with(const std::string& part, const std::string& text, const std::string& name) {
    const auto at = text.find(part);
    if (at == std::string::npos || text.find(part, at + 1) != std::string::npos) {
        malformed(name, "'" + part + "' is not in the kernel exactly once");
    }
    return 1 +
           static_cast<int>(std::count(text.begin(), text.begin() + static_cast<long>(at), '\n'));
}

/// A mutation, read key by key: one that is not known is an error.
class Entry {
public:
    Entry(const toml::table& table, std::string name) : table_(table), name_(std::move(name)) {
        constexpr std::array known{"what",   "expect",      "edits",  "of",  "grids", "at",
                                   "at_any", "explanation", "source", "lab", "words", "never"};
        for (const auto& [key, value] : table_) {
            if (std::ranges::find(known, std::string_view(key)) == known.end()) {
                malformed(name_, "unknown key '" + std::string(key) + "'");
            }
        }
    }

    [[nodiscard]] std::string text(const char* key) const {
        return table_[key].value_or(std::string());
    }

    [[nodiscard]] std::vector<std::string> texts(const char* key) const {
        return strings(table_[key].as_array());
    }

    [[nodiscard]] bool has(const char* key) const { return table_.contains(key); }

    [[nodiscard]] int number(const char* key) const { return table_[key].value_or(0); }

    /// `text` with each edit made: ["what is there", "what comes instead"].
    [[nodiscard]] std::string edited(std::string text) const {
        const toml::array* edits = table_["edits"].as_array();
        if (edits == nullptr || edits->empty()) {
            malformed(name_, "has no edits");
        }
        for (const toml::node& edit : *edits) {
            const std::vector<std::string> pair = strings(edit.as_array());
            if (pair.size() != 2) {
                malformed(name_, "an edit is two texts");
            }
            line_with(pair[0], text, name_);
            text.replace(text.find(pair[0]), pair[0].size(), pair[1]);
        }
        return text;
    }

private:
    [[nodiscard]] std::vector<std::string> strings(const toml::array* array) const {
        std::vector<std::string> list;
        if (array != nullptr) {
            for (const toml::node& node : *array) {
                if (!node.is_string()) {
                    malformed(name_, "holds something that is no text");
                }
                list.push_back(node.value_or(std::string()));
            }
        }
        return list;
    }

    const toml::table& table_;
    std::string name_;
};

fs::path solution_of(const std::string& lab, const fs::path& root) {
    for (const auto& folder : fs::directory_iterator(root / "solutions")) {
        if (folder.path().filename().string().substr(0, lab.size() + 1) == lab + "-") {
            return folder.path() / "kernel.cu";
        }
    }
    malformed("mutations", "lab " + lab + " has no solution");
}

/// What both kinds of entries say, of a kernel of this text.
Submission from_entry(const Entry& entry, const std::string& name, int lab, std::string text) {
    Submission submission;
    submission.name = name;
    submission.lab = lab;
    submission.text = std::move(text);
    submission.what = entry.text("what");
    submission.expect = entry.text("expect");
    submission.expectation = expectation_of(submission.expect, submission.name);
    submission.expectation.explanations =
        explanations_of(entry.text("explanation"), submission.name);
    const std::string grids = entry.text("grids");
    submission.grids = grids_of(grids, submission.expectation.passed);
    submission.small_grids_only = grids != "all";
    submission.expectation.marks = marks_of(submission.text, submission.name);
    for (const char* which : {"at", "at_any"}) {
        for (const std::string& part : entry.texts(which)) {
            submission.expectation.marks.push_back(
                {submission.expectation.kinds.at(0),
                 line_with(part, submission.text, submission.name), which[2] != '\0'});
        }
    }
    if (submission.what.empty()) {
        malformed(submission.name, "has no what");
    }
    return submission;
}

/// lab: with two digits.
Submission from_mutation(const std::string& lab, const std::string& key, const toml::table& table,
                         const fs::path& root) {
    const std::string name = lab + "-" + key;
    const Entry entry(table, name);
    if (entry.has("source") || entry.has("lab")) {
        malformed(name, "source and lab are a listing's");
    }
    const std::string of = entry.text("of");
    const fs::path file = of.empty() ? solution_of(lab, root) : root / "tests/submissions" / of;
    Submission submission = from_entry(entry, name, std::stoi(lab), entry.edited(contents(file)));
    submission.origin = Origin::changed;
    submission.edits = table["edits"].as_array()->size();
    // A base is no kernel of the corpus: what it differs in counts, too.
    submission.edits += table["of"].value_or(std::string()).starts_with("bases/") ? 1 : 0;
    return submission;
}

Submission from_novice(const std::string& lab, const std::string& key, const toml::table& table,
                       const fs::path& root) {
    const Entry entry(table, lab + "-novice-" + key);
    if (!entry.has("words")) {
        malformed(lab + "-" + key, "has no words");
    }
    Submission submission = from_mutation(lab, "novice-" + key, table, root);
    submission.origin = Origin::novice;
    submission.expectation.words = entry.texts("words");
    submission.expectation.never = entry.texts("never");
    return submission;
}

Submission from_listing(const std::string& key, const toml::table& table, const fs::path& root) {
    const Entry entry(table, key);
    const int lab = entry.number("lab");
    if (lab < 1 || lab > 99 || entry.text("source").empty()) {
        malformed(key, "has no source or no lab");
    }
    const std::string of = entry.has("of") ? entry.text("of") : "sources/" + key + ".cu";
    const std::string text = contents(root / "tests/submissions" / of);
    const std::string name = (lab < 10 ? "0" : "") + std::to_string(lab) + "-" + key;
    Submission submission =
        from_entry(entry, name, lab, entry.has("edits") ? entry.edited(text) : text);
    submission.origin = Origin::source;
    return submission;
}

/// A kernel that the corpus has runs once: what the novice must read is demanded of it, too.
void add_novice(Submission novice, std::vector<Submission>& corpus) {
    novice.of_novice = true;
    const auto same = std::ranges::find_if(corpus, [&](const Submission& other) {
        return other.text == novice.text && other.grids == novice.grids &&
               other.small_grids_only == novice.small_grids_only;
    });
    if (same == corpus.end()) {
        corpus.push_back(std::move(novice));
        return;
    }
    Expectation& all = same->expectation;
    same->of_novice = true;
    all.words.insert(all.words.end(), novice.expectation.words.begin(),
                     novice.expectation.words.end());
    all.never.insert(all.never.end(), novice.expectation.never.begin(),
                     novice.expectation.never.end());
    all.marks.insert(all.marks.end(), novice.expectation.marks.begin(),
                     novice.expectation.marks.end());
}

/// The entries of a TOML file, each made a kernel by `make(key, table)`.
template <class Make>
void read_entries(const fs::path& file, std::vector<Submission>& corpus, const Make& make) {
    const toml::table entries = toml::parse_file(file.string());
    for (const auto& [key, entry] : entries) {
        const toml::table* table = entry.as_table();
        if (table == nullptr) {
            malformed(file.filename().string(), "holds more than entries");
        }
        corpus.push_back(make(std::string(key.str()), *table));
    }
}

} // namespace

bool Expectation::allows(const std::string& kind) const {
    const auto in = [&kind](const std::vector<std::string>& list) {
        return std::ranges::find(list, kind) != list.end();
    };
    return in(kinds) || in(allowed) || kind == instead;
}

bool Expectation::allows_explanation(const std::string& id) const {
    if (std::ranges::find(explanations, id) != explanations.end()) {
        return true;
    }
    const bool is_consequence = kinds.empty() || kinds.front() != "wrong-output";
    return id == "none" && (explanations.empty() || is_consequence);
}

std::vector<Submission> read_corpus(const fs::path& root) {
    std::vector<Submission> corpus;
    const fs::path folder = root / "tests/submissions";
    for (const char* part : {"right", "wrong"}) {
        for (const auto& file : fs::directory_iterator(folder / part)) {
            corpus.push_back(from_file(file.path()));
        }
    }
    for (const auto& file : fs::directory_iterator(folder / "mutations")) {
        const std::string lab = file.path().stem().string().substr(0, 2);
        read_entries(file.path(), corpus, [&](const std::string& key, const toml::table& table) {
            return from_mutation(lab, key, table, root);
        });
    }
    std::vector<Submission> novices;
    for (const auto& file : fs::directory_iterator(folder / "novices")) {
        const std::string lab = file.path().stem().string();
        read_entries(file.path(), novices, [&](const std::string& key, const toml::table& table) {
            return from_novice(lab, key, table, root);
        });
    }
    for (Submission& novice : novices) {
        add_novice(std::move(novice), corpus);
    }
    const fs::path sources = folder / "sources";
    const std::size_t before = corpus.size();
    read_entries(sources / "listings.toml", corpus,
                 [&](const std::string& key, const toml::table& table) {
                     return from_listing(key, table, root);
                 });
    for (const auto& file : fs::directory_iterator(sources)) {
        const std::string key = file.path().stem().string();
        const auto is_listed = [&key](const Submission& s) { return s.name.substr(3) == key; };
        if (file.path().extension() == ".cu" &&
            std::none_of(corpus.begin() + static_cast<long>(before), corpus.end(), is_listed)) {
            malformed("sources", file.path().filename().string() + " is not in listings.toml");
        }
    }
    std::ranges::sort(corpus, {}, &Submission::name);
    return corpus;
}

} // namespace kit
