// Keeps a class's results on disk, so that nothing is checked twice, whatever happens meanwhile.
//
//     class.json                     the seed, and the labs that were graded last
//     by-hand.json                   what the instructor has decided: points or "excused", with the reasons
//     .lock                          see lock()
//     checks/KEY.json                one check's JSON result, as `check --format json` prints it, and its KEY
//     checks/KEY.error               why the kit failed to make one
//     students/STUDENT/LAB.json      one student's grade of one lab
//     unpacked/                      files of archives in the class's folder (archives.hpp)
//     attempts/STUDENT/LAB.json      what this student handed in for it before, and how that was graded
//
// KEY is made of everything that a result depends on: a file that was submitted twice is checked once, and
// one that changed is checked again. Every file is written whole or not at all.
#pragma once

#include "checker/base/descriptor.hpp"
#include "checker/grading/model/graded_class.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// The results' folder of files of archives.
inline constexpr const char* unpacked_name = "unpacked";

class ResultFolder {
public:
    /// Makes the folder if there is none. Throws KitError if it cannot be written.
    explicit ResultFolder(std::filesystem::path folder);

    [[nodiscard]] const std::filesystem::path& path() const { return folder_; }

    /// Waits until no other process has it: what unpacks the class and draws its seed is done by one at a time. Without
    /// effect on a file system that knows no locks.
    [[nodiscard]] Descriptor lock() const;

    /// The class's seed, which is then kept: the given one, else the one kept here, else a fresh one.
    [[nodiscard]] std::uint64_t seed(std::optional<std::uint64_t> asked) const;

    /// The ids of the labs that were graded last, in their order; empty before the first grading.
    [[nodiscard]] std::vector<std::string> labs() const;
    void keep_labs(const std::vector<std::string>& ids) const;

    /// Throws KitError if the file is there and cannot be understood: a decision must not get lost.
    [[nodiscard]] std::vector<SetByHand> decisions() const;
    void keep_decisions(const std::vector<SetByHand>& decisions) const;

    /// pseudonyms.json, for its owner only: the leaderboard's names by the students' ids. Throws KitError if it cannot
    /// be understood: new ones would give everybody another name.
    [[nodiscard]] std::map<std::string, std::string> pseudonyms() const;
    void keep_pseudonyms(const std::map<std::string, std::string>& pseudonyms) const;

    /// The result of this key, or nothing; nothing, too, for a file that is not JSON or has another key, which
    /// the kit never leaves.
    [[nodiscard]] std::optional<nlohmann::ordered_json> check(const std::string& key) const;
    void keep_check(const std::string& key, std::string_view json) const;

    /// Why there is no result of this key; empty if it was not tried or there is one.
    [[nodiscard]] std::string error(const std::string& key) const;
    void keep_error(const std::string& key, const std::string& why) const;

    /// Removes result and error: it will be checked again.
    void forget(const std::string& key) const;

    void keep_grade(const std::string& student, const GradedItem& lab) const;

    /// The last grade that was kept for this student's lab, as JSON; or nothing.
    [[nodiscard]] std::optional<nlohmann::ordered_json> grade(const std::string& student,
                                                              const std::string& lab) const;

    /// The same as it was computed, without what was set by hand, and with its check; or nothing, too, if the check
    /// is gone.
    [[nodiscard]] std::optional<GradedItem> kept_item(const std::string& student,
                                                      const std::string& lab) const;
    /// What attempts.hpp keeps of this student's lab; or nothing.
    [[nodiscard]] std::optional<nlohmann::ordered_json> attempts(const std::string& student,
                                                                 const std::string& lab) const;
    void keep_attempts(const std::string& student, const std::string& lab,
                       const nlohmann::ordered_json& attempts) const;

private:
    [[nodiscard]] nlohmann::ordered_json class_document() const;

    std::filesystem::path folder_;
};

/// A file name for any bytes: letters, digits, '_', and '.' and '-' inside the name stay, all else becomes
/// %XX. Long names are cut and end in a hash. Different texts have different names.
[[nodiscard]] std::string file_name_for(std::string_view text);

} // namespace kit
