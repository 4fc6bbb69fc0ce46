#include "analytics/questions/questions_report.hpp"

#include "checker/base/json_text.hpp"
#include "checker/base/layout.hpp"
#include "checker/base/utf8.hpp"

#include <algorithm>

namespace kit {

namespace {

/// Below a part's letter everything begins in this column.
const std::string part_indent = "    ";

/// Below a step, its reason.
const std::string reason_indent = "      ";

std::string steps_text(const std::vector<Step>& steps) {
    int label_columns = 0;
    int formula_columns = 0;
    int result_columns = 0;
    for (const Step& step : steps) {
        label_columns = std::max(label_columns, width_of(step.label));
        formula_columns = std::max(formula_columns, width_of(step.formula));
        result_columns = std::max(result_columns, width_of(step.result));
    }
    const bool fits =
        width_of(part_indent) + label_columns + formula_columns + result_columns + 8 <=
        text_columns;
    std::string text;
    for (const Step& step : steps) {
        text += fits
                    ? part_indent + pad_right(step.label, label_columns) + "   " +
                          pad_right(step.formula, formula_columns) + "  =  " +
                          pad_left(step.result, result_columns) + "\n"
                    : part_indent + wrapped(step.label + ":", text_columns, reason_indent) + "\n" +
                          reason_indent +
                          wrapped(step.formula + " = " + step.result, text_columns, reason_indent) +
                          "\n";
        if (!step.reason.empty()) {
            text += reason_indent + wrapped(step.reason, text_columns, reason_indent) + "\n";
        }
    }
    return text;
}

/// Answers that agree are one answer with both their labels.
std::vector<Answer> merged(const std::vector<Answer>& answers) {
    const bool agree = std::ranges::all_of(answers, [&](const Answer& answer) {
        return answer.value == answers.front().value && answer.unit == answers.front().unit;
    });
    if (!agree) {
        return answers;
    }
    Answer one = answers.front();
    for (std::size_t i = 1; i < answers.size(); ++i) {
        one.label += " and " + answers[i].label;
    }
    return {one};
}

std::string answers_text(const std::vector<Answer>& answers) {
    const std::vector<Answer> lines = merged(answers);
    int value_columns = 0;
    for (const Answer& answer : lines) {
        value_columns = std::max(value_columns, width_of(text(answer)));
    }
    std::string result;
    for (const Answer& answer : lines) {
        std::string line = part_indent + (result.empty() ? "Answer  " : "        ") +
                           pad_left(text(answer), value_columns) +
                           (answer.unit.empty() ? "" : " " + answer.unit);
        if (!answer.label.empty()) {
            line += "  ";
            line += wrapped(answer.label, text_columns, repeated(" ", width_of(line)));
        }
        result += line + "\n";
    }
    return result;
}

std::string question_text(const Question& question) {
    // "1c" as it is; of "halo.a" only the part, as the topic is in the title.
    const std::string part = question.id.substr(question.id.rfind('.') + 1);
    const std::string text = pad_right(part, width_of(part_indent)) +
                             wrapped(question.text, text_columns, part_indent) + "\n\n";
    return text + derivation_text(question);
}

nlohmann::ordered_json answer_json(const Answer& answer) {
    using Json = nlohmann::ordered_json;
    return {{"label", answer.label},
            {"value", answer.value.is_integer() ? Json(answer.value.numerator())
                                                : Json(answer.value.approximate())},
            {"text", text(answer)},
            {"fraction", answer.value.fraction()},
            {"unit", answer.unit}};
}

std::string answer_sentence(const Answer& answer) {
    return "Answer: " + text(answer) + (answer.unit.empty() ? "" : " " + answer.unit) +
           (answer.label.empty() ? "" : " (" + answer.label + ")") + ".";
}

/// A table of steps for each question, with its answers and notes below it.
std::vector<Table> derivation_tables(const std::vector<Question>& questions) {
    std::vector<Table> tables;
    for (const Question& question : questions) {
        Table table{question.id, question.id + ": " + question.setting + " " + question.text,
                    columns("label: step | formula | result > | reason: why")};
        for (const Step& step : question.steps) {
            table.rows.push_back({step.label, step.formula, step.result, step.reason});
        }
        for (const Answer& answer : merged(question.answers)) {
            table.notes.push_back(answer_sentence(answer));
        }
        table.notes.insert(table.notes.end(), question.notes.begin(), question.notes.end());
        tables.push_back(std::move(table));
    }
    return tables;
}

/// All answers in one table and all steps in another: rows that a spreadsheet can filter.
std::vector<Table> flat_tables(const std::vector<Question>& questions) {
    Table answers{"answers", "", columns("exercise | question | label | value > | unit")};
    Table steps{"steps", "", columns("exercise | label | formula | result > | reason: why")};
    for (const Question& question : questions) {
        for (const Answer& answer : question.answers) {
            answers.rows.push_back({question.id, question.text, answer.label,
                                    TableCell(answer.value, answer.digits), answer.unit});
        }
        for (const Step& step : question.steps) {
            steps.rows.push_back({question.id, step.label, step.formula, step.result, step.reason});
        }
    }
    return {answers, steps};
}

} // namespace

std::string questions_document(const std::vector<Question>& questions, Format format) {
    switch (format) {
    case Format::json: return questions_json(questions);
    case Format::csv: return render(flat_tables(questions), format);
    case Format::markdown: return render(derivation_tables(questions), format);
    default: return questions_text(questions);
    }
}

std::string derivation_text(const Question& question) {
    std::string text = steps_text(question.steps) + "\n" + answers_text(question.answers);
    for (const std::string& note : question.notes) {
        text += "\n" + part_indent + wrapped(note, text_columns, part_indent) + "\n";
    }
    return text;
}

std::string questions_text(const std::vector<Question>& questions) {
    std::string text;
    std::string title;
    std::string setting;
    for (const Question& question : questions) {
        if (!text.empty()) {
            text += "\n";
        }
        if (question.setting != setting) {
            if (question.title != title) {
                title = question.title;
                text += title + "\n";
            }
            setting = question.setting;
            text += wrapped(setting, text_columns) + "\n\n";
        }
        text += question_text(question);
    }
    return text;
}

std::string questions_json(const std::vector<Question>& questions) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Question& question : questions) {
        nlohmann::ordered_json answers = nlohmann::ordered_json::array();
        for (const Answer& answer : question.answers) {
            answers.push_back(answer_json(answer));
        }
        nlohmann::ordered_json steps = nlohmann::ordered_json::array();
        for (const Step& step : question.steps) {
            steps.push_back({{"label", step.label},
                             {"formula", step.formula},
                             {"result", step.result},
                             {"reason", step.reason}});
        }
        list.push_back({{"id", question.id},
                        {"setting", question.setting},
                        {"question", question.text},
                        {"answers", std::move(answers)},
                        {"steps", std::move(steps)},
                        {"notes", question.notes}});
    }
    const nlohmann::ordered_json document{{"exercises", std::move(list)}};
    return indented_json(document);
}

} // namespace kit
