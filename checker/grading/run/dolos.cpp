#include "checker/grading/run/dolos.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/grading/class_folder/separated_table.hpp"
#include "checker/grading/store/result_folder.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace kit {

namespace fs = std::filesystem;

namespace {

constexpr const char* source_name = "kernel.cpp"; // neither tool knows .cu

constexpr const char* readme = R"(In each lab's folder, with Dolos (https://dolos.ugent.be):

    dolos run -l cpp -f csv -o dolos -i base/kernel.cpp submissions/*/kernel.cpp

and with its pairs in the class's report:

    ./lab grade CLASS --dolos-pairs FOLDER/LAB/dolos/pairs.csv

or with JPlag (https://github.com/jplag/JPlag):

    java -jar jplag.jar -l cpp -bc base submissions
)";

void write_in(const fs::path& folder, std::string_view text) {
    std::error_code error;
    fs::create_directories(folder, error);
    write_file(folder / source_name, text);
}

/// The lab and the student of ".../05-shared-memory-tiling/submissions/STUDENT/kernel.cpp".
struct DolosFile {
    std::string lab;
    std::string student; ///< as file_name_for() has it
};

std::optional<DolosFile> dolos_file(const fs::path& path) {
    const fs::path student = path.parent_path();
    const fs::path submissions = student.parent_path();
    if (submissions.filename() != "submissions") {
        return std::nullopt;
    }
    return DolosFile{submissions.parent_path().filename().string(), student.filename().string()};
}

/// The place of the student among those that were compared.
std::optional<std::size_t> place_of(const LabSimilarity& lab, const std::string& student) {
    const auto found = std::ranges::find_if(
        lab.students, [&](const auto& id) { return file_name_for(id) == student; });
    return found == lab.students.end()
               ? std::nullopt
               : std::optional(static_cast<std::size_t>(found - lab.students.begin()));
}

} // namespace

void write_similarity_folder(const GradedClass& graded, const std::vector<Lab>& labs,
                             const SubmissionFinder& finder, const fs::path& folder) {
    std::error_code error;
    if (fs::exists(folder, error) && !fs::is_empty(folder, error)) {
        throw UsageError("{}: it is not empty; name a new folder", folder.string());
    }
    for (std::size_t i = 0; i < labs.size(); ++i) {
        const fs::path of_lab = folder / labs[i].id;
        write_in(of_lab / "base", skeleton_text(labs[i]));
        for (const GradedStudent& student : graded.students) {
            if (student.items[i].state == GradedItem::State::graded) {
                write_in(of_lab / "submissions" / file_name_for(student.id),
                         finder.read(student.items[i].file).text);
            }
        }
    }
    write_file(folder / "README.txt", readme);
}

void add_pairs_of_dolos(const fs::path& file, double least, std::vector<LabSimilarity>& similar) {
    const std::optional<std::string> text = read_file_if_there(file);
    const SeparatedTable table = read_separated_table(text.value_or(""));
    const auto column = [&](std::string_view name) {
        const auto& header = table.rows.front().fields;
        return static_cast<std::size_t>(
            std::ranges::find_if(header,
                                 [&](const TableField& field) { return field.value == name; }) -
            header.begin());
    };
    if (!text || table.rows.empty() || column("similarity") == table.rows.front().fields.size()) {
        throw UsageError("{}: this is no pairs.csv of Dolos, with columns leftFilePath, "
                         "rightFilePath and similarity",
                         file.string());
    }
    // Dolos may have run in the lab's folder: then its name is not in what the table says, but in where that is.
    const fs::path place = fs::absolute(file).lexically_normal();
    for (auto row = table.rows.begin() + 1; row != table.rows.end(); ++row) {
        const auto value = [&](std::string_view name) {
            const std::size_t at = column(name);
            return at < row->fields.size() ? row->fields[at].value : std::string();
        };
        const double similarity = std::strtod(value("similarity").c_str(), nullptr);
        const auto left = dolos_file(value("leftFilePath"));
        const auto right = dolos_file(value("rightFilePath"));
        if (similarity < least || !left || !right) {
            continue;
        }
        const auto is_of_lab = [&](const std::string& lab) {
            return left->lab.empty() ? std::ranges::find(place, fs::path(lab)) != place.end()
                                     : left->lab == lab;
        };
        for (LabSimilarity& one : similar) {
            const auto first = place_of(one, left->student);
            const auto second = place_of(one, right->student);
            if (first && second && is_of_lab(one.lab)) {
                SimilarFiles& pair = one.result.found.emplace_back();
                pair.files = {*first, *second};
                pair.similarity = std::min(similarity, 1.0);
                pair.is_of_dolos = true;
            }
        }
    }
}

} // namespace kit
