#include "checker/grading/run/leaderboard_file.hpp"

#include "checker/base/encodings.hpp"
#include "checker/base/errors.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/grading/class_page/leaderboard.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <string_view>

namespace kit {

namespace {

std::uint64_t sectors_in(const ResultFolder& results, const std::string& key) {
    try {
        const auto document = results.check(key);
        if (document) {
            const CheckedSubmission check = checked_submission_from(*document, neutral_name);
            return check.traffic ? check.traffic->sectors : 0;
        }
    } catch (const KitError&) { // a damaged result: checked again
        results.forget(key);
    }
    return 0;
}

/// Sectors of the lab's solution, which is checked if it was not yet; 0 if it cannot be.
std::uint64_t reference_sectors(const Lab& lab, const CheckSettings& settings,
                                const ResultFolder& results) {
    const std::optional<std::string> solution = read_file_if_there(lab.solution);
    if (!solution) {
        return 0;
    }
    const std::string sha256 = sha256_of(*solution);
    const std::string key = check_key(sha256, settings_identity(lab, settings));
    if (const std::uint64_t known = sectors_in(results, key); known > 0) {
        return known;
    }
    const SubmissionFinder finder(lab.solution.parent_path());
    const CheckTask task{key, lab.id, lab.solution.filename().string(), sha256};
    run_tasks_here({task}, {lab}, settings, finder, results, [](std::size_t) {});
    return sectors_in(results, key);
}

/// "7Q2M-4XDK": 40 random bits in letters and digits that are not mistaken for each other.
std::string fresh_pseudonym() {
    constexpr std::string_view letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"; // no I, L, O, U
    std::random_device device;
    std::string name;
    for (int place = 0; place < 8; ++place) {
        name += place == 4 ? "-" : "";
        name += letters[device() % letters.size()];
    }
    return name;
}

} // namespace

void add_pseudonyms(GradedClass& graded, const GradingRules& rules, const ResultFolder& results) {
    if (rules.leaderboard != LeaderboardNames::pseudonyms) {
        return;
    }
    std::map<std::string, std::string> kept = results.pseudonyms();
    const std::size_t before = kept.size();
    for (GradedStudent& student : graded.students) {
        if (wants_leaderboard(student)) {
            const auto [place, is_new] = kept.try_emplace(student.id);
            if (is_new) {
                place->second = fresh_pseudonym();
            }
            student.pseudonym = place->second;
        }
    }
    if (kept.size() > before) {
        results.keep_pseudonyms(kept);
    }
}

void write_leaderboard(const GradedClass& graded, const std::vector<Lab>& labs,
                       const CheckSettings& settings, const ResultFolder& results) {
    std::map<std::string, std::uint64_t> references;
    for (const LeaderboardLab& board : leaderboard_of(graded, {})) {
        for (const Lab& lab : labs) {
            if (lab.number == board.number && !board.by_speed) {
                references[lab.id] = reference_sectors(lab, settings, results);
            }
        }
    }
    replace_file(results.path() / "leaderboard.html",
                 leaderboard_page(graded.title, leaderboard_of(graded, references)));
}

} // namespace kit
