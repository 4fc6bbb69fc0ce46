// Solutions with one mistake: the change that makes each right again.
#include "checker/base/places.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/check/trials/change_trials.hpp"
#include "tests/catch.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

using namespace kit;

namespace {

struct Mistake {
    const char* lab;
    const char* right;
    const char* wrong;
    const char* what; ///< nullptr: nothing is found
};

int line_of(const std::string& text, std::size_t at) {
    return 1 +
           static_cast<int>(std::count(text.begin(), text.begin() + static_cast<long>(at), '\n'));
}

} // namespace

TEST_CASE("one mistake in a solution is found by trying", "[long]") {
    const std::vector<Lab> labs = read_catalog(source_root());
    const KitFiles files = kit_files();
    const Mistake mistakes[] = {
        {"1", "i < n", "i < n - 1", "a '<' that lets one more through"},
        {"4", "c[1] * in", "c[2] * in", "another number than '2'"},
        {"4", "blockIdx.y", "blockIdx.z", "another axis than blockIdx.z's"},
        {"10", "row < height && col", "row <= height && col", "a '<=' that lets one less through"},
        {"4", "c[0] *", "c[0] * 2.0f * c[0] *", nullptr},
    };
    for (const Mistake& mistake : mistakes) {
        const Lab& lab = find_lab(labs, mistake.lab);
        std::string text = read_file(lab.solution);
        const std::size_t at = text.find(mistake.right);
        INFO(lab.id << ": " << mistake.right << " -> " << mistake.wrong);
        REQUIRE(at != std::string::npos);
        text.replace(at, std::string(mistake.right).size(), mistake.wrong);
        const std::vector<Lab> variants = all_variants(lab);
        std::vector<Case> grids;
        for (const Extents& extents : variants.front().cases) {
            if (extents.cells() <= 40'000) {
                grids.push_back({&variants.front(), extents});
            }
        }
        const auto change =
            find_right_change({lab, files, grids, 1}, {lab, files, grids, 1}, {"kernel.cu", text});
        INFO((change ? change->what : "none"));
        REQUIRE(change.has_value() == (mistake.what != nullptr));
        if (change) {
            const int line = line_of(text, at);
            CHECK(change->what.find(mistake.what + (" in line " + std::to_string(line))) !=
                  std::string::npos);
            CHECK(std::ranges::count(change->lines, line, &SourceLine::line) == 1);
        }
    }
}
