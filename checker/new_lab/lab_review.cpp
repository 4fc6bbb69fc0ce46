#include "checker/new_lab/lab_review.hpp"

#include "checker/base/layout.hpp"
#include "checker/base/tokens.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/catalog/marked_parts.hpp"
#include "checker/check/check_submission.hpp"
#include "checker/new_lab/mistakes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace kit {

namespace {

std::filesystem::path todo_of(const Lab& lab) {
    return lab.solution.parent_path() / "todo.txt";
}

class Reviewer {
public:
    Reviewer(const Lab& lab, const std::filesystem::path& root, StatusLine& status)
        : lab_(lab), root_(root), status_(status), solution_(read_file(solution_of(lab))),
          skeleton_(skeleton_text(lab)), todo_(try_read_file(todo_of(lab)).text) {}

    [[nodiscard]] LabReview review() {
        review_.wrong = part_problems(lab_);
        if (try_read_file(lab_.skeleton).text != skeleton_) {
            review_.to_look_at.push_back(fmt::format(
                "{}: it is not what is handed out. Somebody's work? If not: ./lab reset {}.",
                lab_.skeleton.string(), lab_.number));
        }
        look_at_texts();
        if (!review_.wrong.empty()) {
            review_.to_look_at.emplace_back("No kernel was tried yet: mend the texts first.");
        } else if (try_texts()) {
            try_parts();
            try_mistakes();
        }
        status_.clear();
        return std::move(review_);
    }

private:
    void wrong(std::string text) { review_.wrong.push_back(std::move(text)); }

    /// Whole lines of the solution's parts that a student reads elsewhere. Code on the page is excerpt.hpp's matter.
    void look_at_texts() {
        std::string read = lab_.summary;
        constexpr std::string_view mark = "// TODO: ";
        for (const std::string& line : split_lines(todo_)) {
            const std::size_t at = line.find(mark);
            read += at == line.npos ? "" : "\n" + line.substr(at + mark.size());
        }
        for (const std::string& hint : lab_.hints) {
            read += "\n" + hint;
        }
        const std::string told = in_one_piece(read);
        const PartedText solution(solution_);
        const std::string given = in_one_piece(skeleton_);
        constexpr std::size_t short_line = 12; // "__syncthreads" is in every book
        for (std::size_t i = 0; i < solution.parts.size(); ++i) {
            for (const std::string& line : split_lines(solution.part(i))) {
                const std::string piece = in_one_piece(line);
                if (tokens_of(line).size() >= short_line && told.find(piece) != told.npos &&
                    given.find(piece) == given.npos) {
                    wrong(fmt::format("A hint or a TODO gives away a line of part {}: {}",
                                      solution.parts[i].number, trimmed(line)));
                }
            }
        }
        const auto missing = [&](const char* what, const char* where) {
            review_.to_look_at.push_back(fmt::format("{} is missing: {}.", what, where));
        };
        if (lab_.handout.empty()) {
            missing("The page", "handouts/ has none of the lab's name");
        }
        if (lab_.hints.size() < 3) {
            missing("A hint", "three, from gentle to plain, are usual");
        }
    }

    /// Tokens without blanks between them.
    static std::string in_one_piece(std::string_view text) {
        std::string piece;
        for (const Token& token : tokens_of(text)) {
            piece += token.text;
        }
        return piece;
    }

    [[nodiscard]] CheckResult checked(const std::string& text, const std::string& what) {
        status_.show(what + "…");
        CheckRequest request;
        request.root = root_;
        request.submission = {.shown_path = "kernel.cu", .text = text, .from_kit = true};
        request.seed = 7;
        request.with_hints = false;
        request.with_nvcc = false;
        StatusLine none([](std::string_view) {});
        return check_submission(lab_, request, none);
    }

    /// "wrong-output on 33³"; empty if it passes.
    static std::string failure(const CheckResult& result) {
        if (result.verdict.outcome == Outcome::passed) {
            return "";
        }
        const Finding* const first = first_finding(result.verdict.findings);
        return first == nullptr ? std::string(name(result.verdict.outcome))
               : first->cases.empty()
                   ? std::string(name(first->kind))
                   : fmt::format("{} on {}", name(first->kind), first->cases.front());
    }

    /// Solution and skeleton; false where the solution fails.
    bool try_texts() {
        const CheckResult solved = checked(solution_, "the solution");
        const Finding* const first = first_finding(solved.verdict.findings);
        if (const std::string why = failure(solved); !why.empty()) {
            wrong(fmt::format("The solution fails: {}. {}", why,
                              first == nullptr ? "" : first->message));
            return false;
        }
        if (first != nullptr) {
            review_.to_look_at.push_back(
                fmt::format("The solution passes with a warning: {}", first->message));
        }
        review_.good.push_back(
            fmt::format("the solution passes on {} grids", solved.verdict.cases.size()));
        const CheckResult begun = checked(skeleton_, "the skeleton");
        const Finding* const error = first_finding(begun.verdict.findings);
        if (begun.verdict.outcome == Outcome::passed) {
            wrong("The skeleton passes: nothing is left for the student to do.");
        } else if (error != nullptr && error->kind == FindingKind::build_error) {
            wrong(fmt::format("The skeleton does not build: {}", error->message));
        } else if (error != nullptr && error->kind == FindingKind::timeout) {
            wrong("The skeleton does not end: a student would wait for the first report.");
        } else {
            review_.good.push_back("the skeleton builds and fails");
        }
        return true;
    }

    /// Each part alone as the skeleton has it: a student who lacks it must be told.
    void try_parts() {
        const std::vector<MarkedPart> parts = marked_parts(solution_);
        std::size_t fail = 0;
        for (const MarkedPart& without : parts) {
            const std::string text = with_parts_of(solution_, todo_, without.number);
            const CheckResult result =
                checked(text, fmt::format("without part {}", without.number));
            const Finding* const first = first_finding(result.verdict.findings);
            if (result.verdict.outcome == Outcome::passed) {
                review_.to_look_at.push_back(
                    fmt::format("Part {} ({}) may stay as it is in the skeleton: the kernel passes "
                                "all the same. Is it meant as an extra?",
                                without.number, without.title));
            } else if (first != nullptr && first->kind == FindingKind::build_error) {
                review_.to_look_at.push_back(
                    fmt::format("With part {} ({}) as in the skeleton and the others solved, the "
                                "file does not build: {} Others use a name of this part, so "
                                "students cannot try them before it.",
                                without.number, without.title, first->message));
            } else {
                ++fail;
            }
        }
        review_.good.push_back(fmt::format("{} of {} parts fail alone", fail, parts.size()));
    }

    void try_mistakes() {
        const std::vector<Mistake> mistakes = mistakes_in(solution_);
        std::size_t caught = 0;
        for (const Mistake& mistake : mistakes) {
            const CheckResult result = checked(mistake.text, mistake.what);
            const Finding* const first = first_finding(result.verdict.findings);
            if (result.verdict.outcome == Outcome::passed) {
                review_.to_look_at.push_back(fmt::format(
                    "The kernel passes {}. Is that right all the same, or do the grids miss it?",
                    mistake.what));
            } else if (first != nullptr &&
                       std::ranges::find(mistake.kinds, first->kind) == mistake.kinds.end()) {
                review_.to_look_at.push_back(
                    fmt::format("The kernel fails {}, as {}: is that what a student should read?",
                                mistake.what, failure(result)));
            } else {
                ++caught;
            }
        }
        review_.good.push_back(fmt::format(
            "{} of {} mistakes put into it are found, as what they are", caught, mistakes.size()));
    }

    const Lab& lab_;
    const std::filesystem::path& root_;
    StatusLine& status_;
    std::string solution_;
    std::string skeleton_;
    std::string todo_;
    LabReview review_;
};

} // namespace

std::vector<std::string> part_problems(const Lab& lab) {
    std::vector<std::string> problems;
    const std::string solution = read_file(solution_of(lab));
    const std::string file = todo_of(lab).string();
    const PartedText todo(try_read_file(todo_of(lab)).text);
    const std::vector<MarkedPart> parts = marked_parts(solution);
    if (parts.empty()) {
        return {fmt::format(
            "{}: no part for the student. Put `// >>> your part 1: title` before it and "
            "`// <<< your part 1` after it; a mark without the other one, or a number that "
            "comes twice, makes all of them count for nothing.",
            lab.solution.string())};
    }
    for (const MarkedPart& part : parts) {
        std::size_t i = 0;
        while (i < todo.parts.size() && todo.parts[i].number != part.number) {
            ++i;
        }
        if (i == todo.parts.size()) {
            problems.push_back(fmt::format(
                "{}: part {} is missing; students would find nothing there.", file, part.number));
        } else if (todo.parts[i].title != part.title) {
            problems.push_back(fmt::format(
                "{}:{}: part {} is called \"{}\" here and \"{}\" in the solution.", file,
                todo.parts[i].line, part.number, todo.parts[i].title, part.title));
        } else if (todo.part(i).find("// TODO: ") == std::string_view::npos) {
            problems.push_back(
                fmt::format("{}:{}: part {} has no `// TODO: ` line that says what to write.", file,
                            todo.parts[i].line, part.number));
        }
    }
    if (todo.parts.size() > parts.size()) {
        problems.push_back(fmt::format("{}: it has parts that the solution lacks.", file));
    }
    if (solution.find("TODO") != std::string::npos) {
        problems.push_back(
            fmt::format("{}: it has a TODO, which would be handed out where it is not in a part.",
                        lab.solution.string()));
    }
    return problems;
}

LabReview review_lab(const Lab& lab, const std::filesystem::path& root, StatusLine& status) {
    return Reviewer(lab, root, status).review();
}

} // namespace kit
