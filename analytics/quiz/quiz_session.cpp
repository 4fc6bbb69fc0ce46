#include "analytics/quiz/quiz_session.hpp"

#include "analytics/questions/questions_report.hpp"
#include "checker/base/layout.hpp"

#include <fmt/format.h>

#include <istream>
#include <ostream>

namespace kit {

namespace {

constexpr int tries = 2;
const std::string indent = "    ";

enum class Ending { answered, given_up, quit };

/// One question from its wording to its end, with the points it brings.
class Turn {
public:
    Turn(const QuizQuestion& question, std::istream& in, std::ostream& out)
        : question_(question), in_(in), out_(out) {}

    Ending run() {
        out_ << question_.id << "  " << wrapped(question_.text, text_columns, indent) << "\n";
        int missed = 0;
        while (missed < tries) {
            std::string typed;
            out_ << "> " << std::flush;
            if (!std::getline(in_, typed)) {
                out_ << "\n";
                return Ending::quit;
            }
            typed = trimmed(typed);
            if (typed == "quit" || typed == "q") {
                return Ending::quit;
            }
            if (typed == "skip" || typed == "s") {
                break;
            }
            if (typed.empty() || typed == "help") {
                say("Type a number, a product like 20^3 or a fraction like 13/28, with or without "
                    "a unit; ? gives a hint for half a point, skip the answer, quit ends.");
                continue;
            }
            if (typed == "?" || typed == "hint") {
                hinted_ = true;
                const Step& first = question_.working.steps.front();
                say(fmt::format("It begins with: {} = {}", first.label, first.formula));
                continue;
            }
            const Judgement judgement = judge(question_, typed);
            say(judgement.sentence);
            if (judgement.mark == Mark::right) {
                points_ = missed == 0 && !hinted_ ? Rational(1) : Rational(1, 2);
                out_ << "\n";
                return Ending::answered;
            }
            missed += judgement.mark == Mark::wrong ? 1 : 0;
        }
        out_ << "\n" << derivation_text(question_.working) << "\n";
        return Ending::given_up;
    }

    [[nodiscard]] const Rational& points() const { return points_; }

private:
    void say(const std::string& words) {
        out_ << indent << wrapped(words, text_columns, indent) << "\n";
    }

    const QuizQuestion& question_;
    std::istream& in_;
    std::ostream& out_;
    Rational points_;
    bool hinted_ = false;
};

std::string score_text(const Rational& score) {
    return score.is_integer() ? score.decimal(0) : score.decimal(1);
}

} // namespace

SessionResult run_session(const std::vector<QuizQuestion>& questions, std::istream& in,
                          std::ostream& out) {
    SessionResult result;
    std::size_t right = 0;
    std::string setting;
    out << "? gives a hint for half a point, skip shows the answer, quit ends. After two wrong\n"
           "answers the working is shown.\n\n";
    for (const QuizQuestion& question : questions) {
        if (question.working.setting != setting) {
            setting = question.working.setting;
            out << question.working.title << "\n" << wrapped(setting, text_columns) << "\n\n";
        }
        Turn turn(question, in, out);
        ++result.asked;
        const Ending ending = turn.run();
        result.score = result.score + turn.points();
        right += ending == Ending::answered ? 1 : 0;
        if (ending == Ending::quit) {
            break;
        }
    }
    result.all_right = right == questions.size();
    out << fmt::format("Score {} of {}.\n", score_text(result.score), questions.size());
    return result;
}

} // namespace kit
