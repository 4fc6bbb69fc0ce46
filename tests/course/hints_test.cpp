// Every finding has words of its own on all levels, and hints come level by level.
#include "checker/base/fingerprint.hpp"
#include "checker/course/hints.hpp"
#include "tests/catch.hpp"

#include <set>

using namespace kit;

namespace {

std::vector<FindingKind> all_kinds() {
    std::vector<FindingKind> kinds;
    for (int number = 0; number < finding_kinds; ++number) {
        kinds.push_back(static_cast<FindingKind>(number));
    }
    return kinds;
}

void is_friendly(std::string_view text) {
    INFO(text);
    CHECK(text.size() > 40);
    CHECK(text.size() < 400);
    CHECK(text.back() == '.');
    CHECK(text.find("  ") == std::string_view::npos);
}

Lab lab_with_hints() {
    Lab lab;
    lab.id = "05-tiling";
    lab.hints = {"Draw it.", "Begin at -1.", "Say it plainly."};
    return lab;
}

LabProgress with_finding() {
    LabProgress progress;
    progress.finding =
        NotedFinding{.kind = "race-shared",
                     .explanation = "",
                     .message = "Two threads use tile[145].",
                     .hint = "Put a barrier between.",
                     .lines = {{45, "tile[x] = in[i];", 6}, {60, "sum += tile[x - 1];", 0}},
                     .hints_seen = 0};
    return progress;
}

} // namespace

TEST_CASE("each kind and each known cause has words of its own") {
    std::set<std::string_view> principles;
    std::set<std::string_view> remedies;
    const auto add = [&](const FindingWords& words) {
        is_friendly(words.principle);
        is_friendly(words.remedy);
        CHECK(principles.insert(words.principle).second);
        CHECK(remedies.insert(words.remedy).second);
    };
    for (const FindingKind kind : all_kinds()) {
        INFO(name(kind));
        CHECK(kind_named(name(kind)) == kind);
        add(finding_words(kind, ""));
    }
    for (const std::string_view id : explanation_ids()) {
        const std::string cause(id);
        INFO(cause);
        add(finding_words(FindingKind::wrong_output, cause));
    }
    CHECK_FALSE(kind_named("no-such-kind"));
}

TEST_CASE("an explanation that is not known, or of another kind, gives the kind's words") {
    const auto principle = [](FindingKind kind, const std::string& explanation) {
        return finding_words(kind, explanation).principle;
    };
    CHECK(principle(FindingKind::wrong_output, "from-the-future") ==
          principle(FindingKind::wrong_output, ""));
    CHECK(principle(FindingKind::race_shared, "transposed") ==
          principle(FindingKind::race_shared, ""));
}

TEST_CASE("hints on a finding: where to look, the principle, what to do with the lines") {
    const Lab lab = lab_with_hints();
    LabProgress progress = with_finding();
    const FindingWords words = finding_words(FindingKind::race_shared, "");
    std::vector<std::string> texts;
    for (int call = 1; call <= 4; ++call) {
        const Hint hint = hint_at(lab, progress, next_level(lab, progress));
        CHECK(hint.of_finding);
        CHECK(hint.level == std::min(call, 3));
        CHECK(hint_number(hint) == "hint " + std::to_string(hint.level) + " of 3");
        CHECK(hint.lines.size() == (hint.level == 3 ? 2u : 0u));
        texts.push_back(hint.text);
        enter_hint(hint, progress);
    }
    CHECK(texts == std::vector<std::string>{"Put a barrier between.", std::string(words.principle),
                                            std::string(words.remedy), std::string(words.remedy)});
    CHECK(progress.hints_seen == 0);
}

TEST_CASE("without a finding the lab's own hints, as many as it has") {
    Lab lab = lab_with_hints();
    LabProgress progress;
    CHECK(hint_at(lab, progress, next_level(lab, progress)).text == "Draw it.");
    enter_hint(hint_at(lab, progress, 2), progress);
    CHECK(hint_at(lab, progress, next_level(lab, progress)).text == "Say it plainly.");
    CHECK(hint_at(lab, progress, 99).level == 3);
    lab.hints = {"Only this."};
    CHECK(next_level(lab, progress) == 1);
    CHECK(hint_at(lab, progress, 3).text == "Only this.");
    lab.hints.clear();
    CHECK_FALSE(hint_at(lab, progress, 1).text.empty());
}

TEST_CASE("a finding without a hint of its own, and one of a kind from a newer kit") {
    const Lab lab = lab_with_hints();
    LabProgress progress = with_finding();
    progress.finding->hint.clear();
    CHECK_THAT(hint_at(lab, progress, 1).text, ContainsSubstring("line 45"));
    progress.finding->lines.clear();
    CHECK_FALSE(hint_at(lab, progress, 1).text.empty());
    progress.finding->kind = "new-kind";
    CHECK_FALSE(hint_at(lab, progress, 3).text.empty());
}

TEST_CASE("a hint as text") {
    const Lab lab = lab_with_hints();
    const std::string text = hint_text(lab, hint_at(lab, with_finding(), 3), {}, {});
    INFO(text);
    CHECK_THAT(text, ContainsSubstring("Lab 05-tiling · hint 3 of 3\n"));
    CHECK_THAT(text, ContainsSubstring("Last check: Two threads use tile[145].\n"));
    CHECK_THAT(text, ContainsSubstring("    45 │ tile[x] = in[i];\n       │      ^\n"));
    CHECK_THAT(text, ContainsSubstring("    60 │ sum += tile[x - 1];\n"));
}

TEST_CASE("a wrong output whose cause is not known gets the lab's hints, which fit the lab") {
    const Lab lab = lab_with_hints();
    LabProgress progress = with_finding();
    progress.finding->kind = "wrong-output";
    const Hint hint = hint_at(lab, progress, next_level(lab, progress));
    CHECK(hint.text == "Draw it.");
    CHECK_FALSE(hint.of_finding);
    CHECK(hint.about == "Two threads use tile[145].");
    CHECK(hint.lines.empty());
    enter_hint(hint, progress);
    CHECK(progress.hints_seen == 1);
    CHECK(progress.finding->hints_seen == 0);
    CHECK(hint_at(lab, progress, next_level(lab, progress)).text == "Begin at -1.");
    progress.finding->explanation = "transposed";
    CHECK(hint_at(lab, progress, 2).text ==
          finding_words(FindingKind::wrong_output, "transposed").principle);
}

TEST_CASE("a hint knows whether the file is still the one that was checked") {
    Lab lab = lab_with_hints();
    lab.number = 5;
    LabProgress progress = with_finding();
    CHECK_THAT(remark_on_check(lab, progress, "kernel.cu", "text"),
               ContainsSubstring("Not checked yet. ./lab check 5"));
    progress.checks = 1;
    CHECK(remark_on_check(lab, progress, "kernel.cu", "text").empty()); // noted by an older kit
    progress.checked_fingerprint = fingerprint_of("text");
    CHECK(remark_on_check(lab, progress, "kernel.cu", "text").empty());
    CHECK(remark_on_check(lab, progress, "kernel.cu", "text!") ==
          "kernel.cu has changed since the last check. Check it again: ./lab check 5.");
}
