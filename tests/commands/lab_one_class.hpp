// What tests of the command `grade` hand in: lab 01's solution or skeleton, in a class of a folder for each student.
#pragma once

#include "checker/base/json_text.hpp"
#include "checker/base/places.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/sandbox/confinement.hpp"
#include "tests/grading/scratch_class.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace kit_test {

inline const std::string lab_one = "01-sample-function";

inline std::string text_of(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

inline std::string solution() {
    return text_of(kit::source_root() / "solutions" / lab_one / "kernel.cu");
}

inline std::string skeleton() {
    return kit::skeleton_in(kit::source_root() / "solutions" / lab_one);
}

inline void hand_in(const ScratchClass& scratch, const std::string& student,
                    const std::string& text) {
    scratch.file("class/" + student + "/" + lab_one + "/kernel.cu", text);
}

inline std::vector<std::string> grade_arguments(const ScratchClass& scratch) {
    std::vector<std::string> words{
        "grade", (scratch.path / "class").string(), "--labs", "1", "--seed", "7"};
    if (!kit::no_confinement().empty()) {
        words.emplace_back("--trust-submissions");
    }
    return words;
}

inline std::vector<std::string> with(std::vector<std::string> words,
                                     const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

/// One student's grade of a lab in grades.json.
inline nlohmann::ordered_json grade_of(const ScratchClass& scratch, const std::string& student,
                                       const std::string& lab) {
    const nlohmann::ordered_json all =
        kit::ordered_json_from(text_of(scratch.path / "class-results/grades.json"));
    for (const nlohmann::ordered_json& one : all["students"]) {
        for (const nlohmann::ordered_json& each : one["labs"]) {
            if (one["id"] == student && each["lab"] == lab) {
                return each;
            }
        }
    }
    return nullptr;
}

inline std::string canvas_of(const ScratchClass& scratch) {
    return text_of(scratch.path / "class-results/canvas.csv");
}

} // namespace kit_test
