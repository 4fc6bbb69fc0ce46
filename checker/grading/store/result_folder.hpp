// The results of a class on disk: what was checked stays checked, whatever happens next.
//
//     class.json                     the seed, and what results were made with
//     checks/KEY.json                one check's JSON result, as `check --format json` prints it
//     checks/KEY.error               why the kit could not reach one
//     students/STUDENT/LAB.json      one student's grade of one lab
//
// KEY is of everything that a result depends on, so that a file that was handed in twice is checked
// once, and one that changed is checked again. Every file is written whole or not at all.
#pragma once

#include "checker/grading/model/graded_class.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace kit {

class ResultFolder {
public:
    /// Makes the folder where there is none. Throws KitError where it cannot be written.
    explicit ResultFolder(std::filesystem::path folder);

    [[nodiscard]] const std::filesystem::path& path() const { return folder_; }

    /// The class's seed: the asked one, else the one kept here, else a fresh one; kept from now on.
    [[nodiscard]] std::uint64_t seed(std::optional<std::uint64_t> asked) const;

    /// The result of this key, or nothing. A file that is no JSON, which no version of the kit
    /// leaves, counts as nothing.
    [[nodiscard]] std::optional<nlohmann::ordered_json> check(const std::string& key) const;
    [[nodiscard]] bool has_check(const std::string& key) const;
    void keep_check(const std::string& key, std::string_view json) const;

    /// Why there is no result of this key; empty where none was tried or one was reached.
    [[nodiscard]] std::string error(const std::string& key) const;
    void keep_error(const std::string& key, const std::string& why) const;

    /// Forgets result and error: it will be checked again.
    void forget(const std::string& key) const;

    void keep_grade(const GradedStudent& student, const GradedLab& lab) const;

    /// The last grade kept of this student's lab, as JSON; or nothing.
    [[nodiscard]] std::optional<nlohmann::ordered_json> grade(const std::string& student,
                                                              const std::string& lab) const;

private:
    std::filesystem::path folder_;
};

/// A name for a file from any bytes: letters, digits, '.', '_' and '-' stay, but for a leading '.' or
/// '-'; all else is %XX. Long names are cut and ended by a hash. Different texts, different names.
[[nodiscard]] std::string file_name_for(std::string_view text);

/// A student's lab as keep_grade() writes it; bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] nlohmann::ordered_json grade_document(const GradedStudent& student,
                                                    const GradedLab& lab);

} // namespace kit
