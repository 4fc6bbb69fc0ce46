// Every kernel of the corpus gets the verdict that it must: no wrong one passes, no right one is
// blamed. KIT_CORPUS=<part of a name or an expectation> runs some of them only, KIT_TEST_SHARE=1/4 every fourth.
#include "checker/base/json_text.hpp"
#include "checker/base/places.hpp"
#include "checker/catalog/catalog.hpp"
#include "tests/catch.hpp"
#include "tests/parallel.hpp"
#include "tests/run_checker.hpp"
#include "tests/share.hpp"
#include "tests/submissions/submission.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

using namespace kit;
namespace fs = std::filesystem;
using nlohmann::json;

namespace {

/// What the checker said of a submission on one grid, and whether that is what it must say.
struct Answer {
    std::string grid;
    std::string got; ///< kinds found, with how often; or why there is no answer
    std::string complaint;
    std::string report;
    double seconds = 0;
};

bool is_error(const json& finding) {
    return finding["severity"] == "error";
}

/// Kinds in the order of their first finding, as "a, 3 b".
std::string summary(const json& findings) {
    std::vector<std::pair<std::string, int>> seen;
    for (const json& finding : findings) {
        const std::string kind = finding["kind"];
        const auto known =
            std::ranges::find_if(seen, [&kind](const auto& item) { return item.first == kind; });
        if (known == seen.end()) {
            seen.emplace_back(kind, 1);
        } else {
            ++known->second;
        }
    }
    std::string text;
    for (const auto& [kind, times] : seen) {
        text += (text.empty() ? "" : ", ") + (times > 1 ? std::to_string(times) + " " : "") + kind;
    }
    return text;
}

/// Whether one finding of the kind names all the lines that it must, and one of those it may.
bool names_its_lines(const json& findings, const std::string& kind,
                     const std::vector<Mark>& marks) {
    return std::ranges::any_of(findings, [&](const json& finding) {
        const auto names = [&finding](const Mark& mark) {
            return std::ranges::any_of(
                finding["lines"], [&mark](const json& line) { return line["line"] == mark.line; });
        };
        bool all = true;
        bool any_asked = false;
        bool any = false;
        for (const Mark& mark : marks) {
            if (mark.kind == kind) {
                all = all && (mark.one_of_several || names(mark));
                any_asked = any_asked || mark.one_of_several;
                any = any || (mark.one_of_several && names(mark));
            }
        }
        return finding["kind"] == kind && all && (any || !any_asked);
    });
}

std::string lines_of(const std::string& kind, const json& findings,
                     const std::vector<Mark>& marks) {
    std::string text = "lines of " + kind + ": must be";
    for (const Mark& mark : marks) {
        if (mark.kind == kind) {
            text += fmt::format(" {}{}", mark.line, mark.one_of_several ? "?" : "");
        }
    }
    text += ", are";
    for (const json& finding : findings) {
        if (finding["kind"] == kind) {
            text += " [";
            for (const json& line : finding["lines"]) {
                text += " " + json_line(line["line"]);
            }
            text += " ]";
        }
    }
    return text;
}

/// What a student reads first: the findings up to the first error, and the notes.
std::string leading_text(const json& report) {
    std::string text;
    for (const json& finding : report["findings"]) {
        for (const char* part : {"message", "hint"}) {
            text += finding[part].is_string() ? finding[part].get<std::string>() + "\n" : "";
        }
        if (is_error(finding)) {
            break;
        }
    }
    for (const json& note : report["notes"]) {
        text += note["message"].get<std::string>() + "\n" + note["hint"].get<std::string>() + "\n";
    }
    return text;
}

/// Empty when the report is as expected, else the first thing that is not.
std::string complaint_about(const json& report, const Expectation& expected) {
    const json& findings = report["findings"];
    const std::string verdict = expected.passed ? "passed" : "failed";
    std::set<std::string> found;
    for (const json& finding : findings) {
        found.insert(finding["kind"].get<std::string>());
    }
    for (const std::string& kind : expected.kinds) {
        const bool is_first = &kind == &expected.kinds.front();
        if (found.count(kind) == 0 && !(is_first && found.count(expected.instead) > 0)) {
            return "no " + kind;
        }
    }
    for (const std::string& kind : found) {
        if (!expected.allows(kind)) {
            return "false " + kind;
        }
    }
    if (report["verdict"] != verdict) {
        return "verdict is not " + verdict;
    }
    for (const json& finding : findings) {
        const std::string kind = finding["kind"];
        if (is_error(finding) && (kind == expected.kinds.at(0) || kind == expected.instead)) {
            break;
        }
        if (is_error(finding) && std::ranges::find(expected.kinds, kind) != expected.kinds.end()) {
            return kind + " before its cause";
        }
    }
    for (const json& finding : findings) {
        if (finding["kind"] == "wrong-output") {
            const std::string id =
                finding["explanation"].is_null() ? "none" : finding["explanation"];
            if (!expected.allows_explanation(id)) {
                return "explanation " + id;
            }
        }
    }
    for (const std::string& word : expected.words) {
        if (leading_text(report).find(word) == std::string::npos) {
            return "does not lead with \"" + word + "\"";
        }
    }
    for (const std::string& word : expected.never) {
        if (json_line(findings).find(word) != std::string::npos) {
            return "says \"" + word + "\"";
        }
    }
    for (const json& finding : findings) {
        const json& threads = finding["threads"];
        if (finding["kind"].get<std::string>().starts_with("race-") && threads.size() == 2 &&
            threads[0] == threads[1]) {
            return "a race of a thread with itself";
        }
    }
    for (const Mark& mark : expected.marks) {
        if (!names_its_lines(findings, mark.kind, expected.marks)) {
            return lines_of(mark.kind, findings, expected.marks);
        }
    }
    return "";
}

Answer ask(const Submission& submission, const fs::path& file, const std::string& grid) {
    std::vector<std::string> arguments{
        "check", std::to_string(submission.lab), file.string(), "--seed", "11", "--format", "json"};
    std::istringstream grids(grid);
    for (std::string one; grids >> one;) {
        arguments.insert(arguments.end(), {"--grid", one});
    }
    Answer answer;
    answer.grid = grid.empty() ? "all" : grid;
    // The exploits try the sandbox; here it would be a tenth of the time.
    const ProcessResult result = run_checker(arguments, {"KIT_SANDBOX=none"});
    answer.seconds = result.seconds;
    const json report = json_if_any(result.output);
    if (report.is_discarded()) {
        answer.got = fmt::format("exit code {}", result.code);
        answer.complaint = "no report";
        answer.report = result.output + result.errors;
        return answer;
    }
    const std::string kinds = summary(report["findings"]);
    const std::string verdict = report["verdict"];
    answer.got = verdict == "failed" ? kinds : verdict + (kinds.empty() ? "" : ", ") + kinds;
    answer.complaint = complaint_about(report, submission.expectation);
    const int code = submission.expectation.passed ? 0 : 1;
    if (answer.complaint.empty() && result.code != code) {
        answer.complaint = fmt::format("exit code {}", result.code);
    }
    answer.report = indented_json(report["findings"]);
    return answer;
}

/// Of each check, with blanks between several; "" stands for all of the lab's.
std::vector<std::string> grids_for(const Submission& submission, const std::vector<Lab>& labs) {
    if (!submission.grids.empty()) {
        return submission.grids;
    }
    if (!submission.small_grids_only) {
        return {""};
    }
    const Lab& lab = find_lab(labs, std::to_string(submission.lab));
    std::string together; // in one check, as none may fail
    for (const Extents& extents : lab.cases) {
        if (extents.cells() <= most_cells_of_mutation) {
            std::vector<std::int64_t> sides{extents.x, extents.y, extents.z};
            sides.resize(lab.axes);
            together += fmt::format("{}{}", together.empty() ? "" : " ", fmt::join(sides, "x"));
        }
    }
    return {together};
}

std::vector<std::vector<Answer>> ask_all(const std::vector<Submission>& corpus,
                                         const fs::path& folder) {
    const std::vector<Lab> labs = read_catalog(kit::source_root());
    std::vector<std::vector<Answer>> answers(corpus.size());
    in_parallel(corpus.size(), [&](std::size_t i) {
        const Submission& submission = corpus[i];
        const fs::path file = folder / (submission.name + ".cu");
        std::ofstream(file, std::ios::binary) << submission.text;
        for (const std::string& grid : grids_for(submission, labs)) {
            answers[i].push_back(ask(submission, file, grid));
        }
    });
    return answers;
}

std::vector<Submission> wanted(std::vector<Submission> corpus) {
    const char* part = std::getenv("KIT_CORPUS");
    if (part != nullptr) {
        corpus.erase(std::remove_if(corpus.begin(), corpus.end(),
                                    [part](const Submission& submission) {
                                        return submission.name.find(part) == std::string::npos &&
                                               submission.expect.find(part) == std::string::npos;
                                    }),
                     corpus.end());
    }
    return shared_items(std::move(corpus));
}

void print(const Submission& submission, const Answer& answer) {
    fmt::print("{} {:5.2f} s {:<34} grid {:<4} {}\n", answer.complaint.empty() ? "ok  " : "FAIL",
               answer.seconds, submission.name, answer.grid, submission.expect);
    if (answer.got != submission.expect) {
        fmt::print("{:<58}{}\n", "", answer.got);
    }
    if (!answer.complaint.empty()) {
        fmt::print("{:<58}^ {}\n", "", answer.complaint);
    }
}

} // namespace

TEST_CASE("the corpus is large and nothing is in it twice") {
    std::map<std::string, std::string> names;
    std::set<std::string> known_names; // each is a file's while the corpus is checked
    int right = 0;
    int wrong = 0;
    for (const Submission& submission : read_corpus(kit::source_root())) {
        if (submission.origin != Origin::novice) { // which may be there once more, on another grid
            const auto [known, is_new] = names.emplace(submission.text, submission.name);
            INFO(submission.name << " is the same kernel as " << known->second);
            CHECK((is_new || known->second == submission.name));
        }
        CHECK(known_names.insert(submission.name).second);
        (submission.expectation.passed ? right : wrong) += 1;
    }
    CHECK(wrong >= 80);
    CHECK(right >= 20);
}

TEST_CASE("novices' mistakes in all labs, with what must be said of them") {
    std::map<int, int> of_lab;
    int all = 0;
    for (const Submission& submission : read_corpus(kit::source_root())) {
        if (submission.of_novice) {
            INFO(submission.name);
            CHECK_FALSE(submission.expectation.words.empty());
            ++of_lab[submission.lab];
            ++all;
        }
    }
    CHECK(all >= 160);
    CHECK(of_lab.size() == read_catalog(kit::source_root()).size());
}

TEST_CASE("every kernel gets the verdict that it must") {
    const std::vector<Submission> corpus = wanted(read_corpus(kit::source_root()));
    const TemporaryFolder folder;
    const auto answers = ask_all(corpus, folder.path());
    int good = 0;
    for (std::size_t i = 0; i < corpus.size(); ++i) {
        bool as_expected = true;
        for (const Answer& answer : answers[i]) {
            print(corpus[i], answer);
            as_expected = as_expected && answer.complaint.empty();
        }
        good += as_expected ? 1 : 0;
    }
    // Last, because Meson and CI keep only the end of a long log.
    fmt::print("{} of {} kernels as expected\n", good, corpus.size());
    std::fflush(stdout);
    for (std::size_t i = 0; i < corpus.size(); ++i) {
        for (const Answer& answer : answers[i]) {
            INFO(corpus[i].name << ": " << corpus[i].what << "\n" << answer.report);
            INFO("expected " << corpus[i].expect << ", got " << answer.got);
            CHECK(answer.complaint == "");
        }
    }
}
