// A question with its whole working: what exercises, chapters' numbers, quiz, errata and handouts have in
// common. A line of the working is computed from what it says.
#pragma once

#include "analytics/count/kernel_model.hpp"
#include "analytics/questions/stated_formula.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// One line of a derivation: "blocks", "15³", "3,375".
struct Step {
    std::string label;
    std::string formula; ///< with the numbers filled in
    std::string result;
    std::string reason = {}; ///< why this step, in half a sentence; may be empty
};

/// A result by one convention.
struct Answer {
    std::string label; ///< the convention; empty where there is only one
    Rational value;
    int digits = 0;   ///< after the point, when written as text
    std::string unit; ///< "blocks", "OP/B"
    /// The factors of a count of points, blocks or cells along axes; the value is their product.
    std::optional<Extents> axes = std::nullopt;
    /// To whom asks in the quiz, whose question names a convention where texts count in several ways.
    enum class Quiz { right, by_other_convention, wrong };
    Quiz quiz = Quiz::right;
};

/// "2.54" rounded to so many digits after the point, or with one more where that makes it exact: "1.25".
[[nodiscard]] std::string decimal_text(const Rational& value, int digits);

/// "3,375", "2.539".
[[nodiscard]] std::string text(const Answer& answer);

/// How a step's result is written: "87.5 %" with one digit and this unit, in which 1 is 100 %.
struct Rounding {
    int digits = 0;
    std::string unit = {};
};

struct Question {
    std::string id = {};              ///< "1c", "halo.b"
    std::string title = {};           ///< "Exercise 1": heading above the shared setting
    std::string setting = {};         ///< what several questions have in common
    std::string text = {};            ///< one sentence
    std::vector<Answer> answers = {}; ///< never empty; by the course's own convention first
    std::vector<Step> steps = {};
    std::vector<std::string> notes = {}; ///< whole sentences on what the numbers show
    /// What the quiz asks for in an exercise, by the slips that were made, and the sentences that make its
    /// question exact.
    StatedFormula asked = 0;
    std::string quiz_text = {};
    bool has_lines = true; ///< false where only `asked` is of interest

    /// Adds a line. Returns its result, for lines behind it.
    StatedFormula step(std::string label, const StatedFormula& formula, std::string reason = {},
                       const Rounding& rounding = {});

    /// A line for each group of axes with the same text, labelled "`what`, each axis", "`what`, x and y",
    /// "`what`, z"; the reason is that of its first axis.
    std::array<StatedFormula, 3> axis_steps(const std::string& what,
                                            const std::array<StatedFormula, 3>& axes,
                                            const std::array<std::string, 3>& reasons);

    /// With the unit "%" a share, of which 1 is 100 %.
    void answer(std::string label, const StatedFormula& value, std::string unit, int digits = 0);

    /// The answer is a product along axes.
    void answer(std::string label, const std::array<StatedFormula, 3>& axes, std::string unit);
};

/// A question that there is, and the sizes that it depends on, as words: "grid cube order".
struct QuestionPart {
    std::string id;
    std::string_view uses;

    [[nodiscard]] bool has_use(std::string_view size) const;
};

/// "1" of "1c", "halo" of "halo.b": the name of several questions.
[[nodiscard]] std::string group_of(std::string_view id);

/// The ids of the parts that the name means: "1c" itself, "1" its whole group, "" all. Empty for any other name.
[[nodiscard]] std::vector<std::string> ids_named(const std::vector<QuestionPart>& parts,
                                                 std::string_view name);

/// Throws BadInput unless a part that the name means depends on `size`, a word of QuestionPart::uses: a user
/// would believe that an option which changes nothing was used. `what` is "exercise" or "topic", `option`
/// what was typed; `otherwise` ends the sentence.
void need_use(const std::vector<QuestionPart>& parts, const std::string& what,
              const std::string& name, const std::string& option, std::string_view size,
              std::string_view otherwise = "");

/// The points p of a star, as a line of the question before one that uses them: "points p", "2·3·1 + 1".
StatedFormula points_step(Question& question, const Stencil& star);

/// "a 7-point stencil of order 1".
[[nodiscard]] std::string describe(const Stencil& stencil);

} // namespace kit
