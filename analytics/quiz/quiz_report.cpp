#include "analytics/quiz/quiz_report.hpp"

#include "checker/base/json_text.hpp"
#include "checker/base/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace kit {

namespace {

std::string answer_text(const QuizQuestion& question) {
    const Answer& answer = question.accepted.front();
    return text(answer) + " " + answer.unit;
}

/// The slips that explain a wrong answer: "halo-forgotten + order-forgotten, or rounded-down".
std::string slip_names(const Judgement& judgement) {
    std::string names;
    for (const WrongWorking& each : judgement.workings) {
        names += names.empty() ? "" : ", or ";
        for (std::size_t i = 0; i < each.slips.size(); ++i) {
            names += (i == 0 ? "" : " + ") + each.slips[i].name;
        }
    }
    return names;
}

std::string sizes_text(const GradedFile& file) {
    return file.seed ? fmt::format(", fresh sizes of --seed {}", *file.seed) : "";
}

/// The seed of the sizes that the answers were graded by; "-" if no seed drew them.
TableCell seed_cell(const GradedFile& file) {
    return file.seed ? TableCell(std::to_string(*file.seed)) : TableCell("-");
}

std::string score_text(const GradedFile& file) {
    return fmt::format("{} of {}", file.score(), file.answers.size());
}

std::string file_text(const GradedFile& file) {
    const std::string indent = "    ";
    std::string text = file.student + ", " + file.file + sizes_text(file) + "\n";
    std::string setting;
    for (const GradedAnswer& each : file.answers) {
        if (each.question.working.setting != setting) {
            setting = each.question.working.setting;
            text +=
                "\n" + each.question.working.title + "\n" + wrapped(setting, text_columns) + "\n";
        }
        text += "\n" + each.question.id + "  " + wrapped(each.question.text, text_columns, indent) +
                "\n";
        const Judgement& judgement = each.judgement;
        std::string words = judgement.sentence;
        if (judgement.mark != Mark::missing && judgement.mark != Mark::wrong) {
            words = fmt::format("\"{}\": {}", judgement.given, words);
        }
        if (judgement.mark != Mark::right) {
            words += fmt::format(" The answer is {}; see", answer_text(each.question));
        }
        text += indent + wrapped(words, text_columns, indent) + "\n";
        if (judgement.mark != Mark::right) {
            // On its own line, to be copied.
            text += indent + exercise_command(each.question.id, each.question.sizes) + "\n";
        }
    }
    return text + "\nScore " + score_text(file) + ".\n";
}

/// A row for each file, with its marks.
Table class_table(const std::vector<GradedFile>& files) {
    Table table{"class", "Answers by file: + right, - wrong, ? not readable, . missing",
                columns("student | seed > | score >")};
    for (const GradedAnswer& each : files.front().answers) {
        table.columns.push_back({each.question.id, each.question.id, false});
    }
    for (const GradedFile& file : files) {
        std::vector<TableCell> row{file.student, seed_cell(file),
                                   static_cast<std::int64_t>(file.score())};
        for (const GradedAnswer& each : file.answers) {
            const Mark mark = each.judgement.mark;
            row.emplace_back(mark == Mark::right        ? "+"
                             : mark == Mark::wrong      ? "-"
                             : mark == Mark::unreadable ? "?"
                                                        : ".");
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

/// Which slips the class made, the most frequent first.
Table slips_table(const std::vector<GradedFile>& files) {
    std::map<std::pair<std::string, std::string>, std::vector<std::string>> students;
    for (const GradedFile& file : files) {
        for (const GradedAnswer& each : file.answers) {
            if (const std::string names = slip_names(each.judgement); !names.empty()) {
                students[{each.question.id, names}].push_back(file.student);
            }
        }
    }
    Table table{"slips", "Slips, the most frequent first",
                columns("exercise | slips: slip | count: files > | students")};
    for (const auto& [slip, who] : students) {
        table.rows.push_back(
            {slip.first, slip.second, static_cast<std::int64_t>(who.size()), join(who)});
    }
    std::ranges::stable_sort(
        table.rows, [](const auto& a, const auto& b) { return *b[2].value < *a[2].value; });
    return table;
}

/// Every answer in one table, for a spreadsheet.
Table answers_table(const std::vector<GradedFile>& files) {
    Table table{
        "answers", "",
        columns("file | student | seed > | exercise | given | mark | points > | answer | slips")};
    for (const GradedFile& file : files) {
        for (const GradedAnswer& each : file.answers) {
            const bool right = each.judgement.mark == Mark::right;
            table.rows.push_back({file.file, file.student, seed_cell(file), each.question.id,
                                  each.judgement.given, std::string(mark_name(each.judgement.mark)),
                                  std::int64_t{right ? 1 : 0}, answer_text(each.question),
                                  slip_names(each.judgement)});
        }
    }
    return table;
}

/// One file's answers, narrow enough for paper.
Table paper_table(const GradedFile& file) {
    Table table{"answers", file.student + ": " + score_text(file) + sizes_text(file),
                columns("exercise | given | mark | answer | slips")};
    for (const GradedAnswer& each : file.answers) {
        table.rows.push_back({each.question.id, each.judgement.given,
                              std::string(mark_name(each.judgement.mark)),
                              answer_text(each.question), slip_names(each.judgement)});
    }
    return table;
}

nlohmann::ordered_json answer_json(const GradedAnswer& graded) {
    nlohmann::ordered_json json{{"exercise", graded.question.id},
                                {"given", graded.judgement.given},
                                {"reading", graded.judgement.reading},
                                {"mark", mark_name(graded.judgement.mark)},
                                {"answer", text(graded.question.accepted.front())},
                                {"unit", graded.question.accepted.front().unit},
                                {"sentence", graded.judgement.sentence},
                                {"slips", nlohmann::ordered_json::array()},
                                {"formulas", nlohmann::ordered_json::array()}};
    for (const WrongWorking& each : graded.judgement.workings) {
        nlohmann::ordered_json names = nlohmann::ordered_json::array();
        for (const Slip& slip : each.slips) {
            names.push_back(slip.name);
        }
        json["slips"].push_back(std::move(names));
        json["formulas"].push_back(each.formula.spelled_out());
    }
    return json;
}

std::string graded_json(const std::vector<GradedFile>& files) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const GradedFile& file : files) {
        nlohmann::ordered_json answers = nlohmann::ordered_json::array();
        for (const GradedAnswer& graded : file.answers) {
            answers.push_back(answer_json(graded));
        }
        list.push_back(
            {{"file", file.file},
             {"student", file.student},
             {"seed", file.seed ? nlohmann::ordered_json(*file.seed) : nlohmann::ordered_json()},
             {"score", file.score()},
             {"max_score", file.answers.size()},
             {"answers", std::move(answers)}});
    }
    const nlohmann::ordered_json document{{"files", std::move(list)}};
    return indented_json(document);
}

std::string class_document(const std::vector<GradedFile>& files, Format format) {
    std::vector<Table> tables{class_table(files)};
    Table slips = slips_table(files);
    if (!slips.rows.empty()) {
        tables.push_back(std::move(slips));
    }
    if (format == Format::text) {
        tables.front().notes.push_back(
            "Grade a single file for whole sentences; --format json and csv have every answer.");
    } else {
        std::ranges::transform(files, std::back_inserter(tables), paper_table);
    }
    return render(tables, format);
}

} // namespace

std::string graded_document(const std::vector<GradedFile>& files, Format format) {
    switch (format) {
    case Format::json: return graded_json(files);
    case Format::csv: return render({answers_table(files)}, format);
    case Format::text:
        return files.size() == 1 ? file_text(files[0]) : class_document(files, format);
    default: return class_document(files, format);
    }
}

std::string answers_template(const QuizPlan& plan, const std::string& command) {
    const auto comment = [](const std::string& words) {
        return "# " + wrapped(words, text_columns, "# ") + "\n";
    };
    std::string text = comment("Answers to the chapter's exercises: numbers, products like 20^3, "
                               "fractions like 13/28, with or without a unit, in quotation marks.");
    text += comment("Graded by: " + command);
    text += "student = \"\"\n";
    if (plan.seed) {
        text += fmt::format("seed = {}\n", *plan.seed);
    }
    text += "\n[answers]\n";
    std::string setting;
    for (const QuizQuestion& asked : questions(plan)) {
        if (asked.working.setting != setting) {
            setting = asked.working.setting;
            text += "\n" + comment(asked.working.title + ". " + setting);
        }
        text += "\n" + comment(asked.text) + asked.id + " = \"\"\n";
    }
    return text;
}

} // namespace kit
