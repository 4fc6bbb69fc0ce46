#include "checker/grading/similarity/shape_comparison.hpp"

#include <algorithm>
#include <cmath>

namespace kit {

namespace {

using Kind = ShapePart::Kind;

// The views, which differ in the kinds they consist of.
constexpr std::size_t written = 0;
constexpr std::size_t all_structure = 1;
constexpr std::size_t without_sums = 2;       // for terms put together or apart
constexpr std::size_t without_conditions = 3; // for nested tests, helper functions, early returns
constexpr std::size_t without_names = 4;      // for new or missing variables
constexpr std::size_t words = 5;

bool is_in_view(Kind kind, std::size_t view) {
    const bool is_of_structure = view != written && view != words;
    switch (kind) {
    case Kind::run: return view == words;
    case Kind::written: return view == written;
    case Kind::sum: return is_of_structure && view != without_sums;
    case Kind::term: return view == without_sums;
    case Kind::condition: return is_of_structure && view != without_conditions;
    case Kind::test: return view == without_conditions;
    case Kind::name: return is_of_structure && view != without_names;
    case Kind::rest: return is_of_structure;
    }
    return false;
}

// Students who work by themselves often have nine tenths of the structure in common, so the powers bring their pairs
// to less than 0.9 (tests/grading/similarity/disguise_test.cpp).
constexpr double power_of_all = 3.5;
constexpr double power_of_part = 5;

/// What two kernels must still have in common of their words, in statements or in a row, if they are equal only in a
/// part of the structure: a copy has not everything written anew as well.
constexpr double least_words = 0.4;

/// What a part counts that only one of two kernels has, at least; in bits.
constexpr double least_of_difference = 3;

/// Kernels with less structure of their own have hardly another way to be written.
constexpr double least_worth = 30;

constexpr double few_kernels = 16; // whose commonness says little

} // namespace

ShapeComparison::ShapeComparison(const std::vector<ShapePart>& skeleton,
                                 const std::vector<std::vector<ShapePart>>& kernels) {
    std::unordered_map<std::uint64_t, std::uint32_t> given;
    for (const ShapePart& part : skeleton) {
        ++given[part.hash];
    }
    std::unordered_map<std::uint64_t, std::uint32_t> places;
    std::vector<std::uint32_t> having;
    std::vector<std::vector<std::pair<std::uint32_t, Kind>>> counted(kernels.size());
    bags_.resize(kernels.size());
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        std::unordered_map<std::uint64_t, std::uint32_t> counts;
        std::unordered_map<std::uint64_t, Kind> kinds;
        for (const ShapePart& part : kernels[i]) {
            ++counts[part.hash];
            kinds.emplace(part.hash, part.kind);
        }
        for (const auto& [hash, count] : counts) {
            const auto of_skeleton = given.find(hash);
            const std::uint32_t less = of_skeleton == given.end() ? 0 : of_skeleton->second;
            if (count <= less) {
                continue;
            }
            const auto [place, is_new] =
                places.emplace(hash, static_cast<std::uint32_t>(having.size()));
            if (is_new) {
                having.push_back(0);
            }
            ++having[place->second];
            for (std::size_t view = 0; view < views; ++view) {
                if (is_in_view(kinds[hash], view)) {
                    bags_[i][view].push_back({place->second, count - less});
                }
            }
        }
    }
    for (const std::uint32_t kernels_with : having) {
        worth_.push_back(std::log2((static_cast<double>(kernels.size()) + few_kernels) /
                                   std::max<double>(kernels_with, 2)));
    }
    for (auto& of_kernel : bags_) {
        for (Bag& bag : of_kernel) {
            std::sort(bag.begin(), bag.end(), [&](const Counted& a, const Counted& b) {
                return having[a.part] != having[b.part] ? having[a.part] < having[b.part]
                                                        : a.part < b.part;
            });
        }
    }
}

double ShapeComparison::share(std::size_t view, std::uint32_t first, std::uint32_t second) const {
    const Bag& one = bags_[first][view];
    const Bag& other = bags_[second][view];
    Common common;
    const auto differ = [&](const Counted& of, std::uint32_t by) {
        common.different += by * std::max(worth_[of.part], least_of_difference);
    };
    std::size_t i = 0;
    std::size_t j = 0;
    const auto comes_first = [&](const Counted& a, const Counted& b) {
        // Equal worth is equal rarity.
        return worth_[a.part] != worth_[b.part] ? worth_[a.part] > worth_[b.part] : a.part < b.part;
    };
    while (i < one.size() || j < other.size()) {
        if (j == other.size() || (i < one.size() && comes_first(one[i], other[j]))) {
            differ(one[i], one[i].count);
            ++i;
        } else if (i == one.size() || comes_first(other[j], one[i])) {
            differ(other[j], other[j].count);
            ++j;
        } else {
            const std::uint32_t both = std::min(one[i].count, other[j].count);
            common.shared += 2 * worth_[one[i].part] * both;
            differ(one[i], one[i].count - both);
            differ(other[j], other[j].count - both);
            ++i;
            ++j;
        }
    }
    const double all = common.shared + common.different;
    return all < least_worth ? 0 : common.shared / all;
}

double ShapeComparison::similarity(std::uint32_t first, std::uint32_t second) const {
    const double whole = std::pow(share(all_structure, first, second), power_of_all);
    double part = 0;
    for (const std::size_t view : {without_sums, without_conditions, without_names}) {
        part = std::max(part, share(view, first, second));
    }
    part = std::pow(part, power_of_part);
    if (part > whole && share(written, first, second) < least_words &&
        share(words, first, second) < least_words) {
        part = whole;
    }
    return std::max(whole, part);
}

void ShapeComparison::add_candidates(
    std::size_t view, double least,
    std::vector<std::pair<std::uint32_t, std::uint32_t>>& found) const {
    const double power = view == all_structure ? power_of_all : power_of_part;
    const double least_share = std::pow(least, 1 / power);
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> index;
    for (std::uint32_t i = 0; i < bags_.size(); ++i) {
        double own = 0;
        for (const Counted& one : bags_[i][view]) {
            own += one.count * worth_[one.part];
        }
        // As much may differ: different <= shared * (1 - least) / least, and shared <= 2 * own.
        double left = 2 * own * (1 - least_share) / least_share;
        for (const Counted& one : bags_[i][view]) {
            std::vector<std::uint32_t>& having = index[one.part];
            for (const std::uint32_t other : having) {
                found.emplace_back(other, i);
            }
            having.push_back(i);
            left -= one.count * std::max(worth_[one.part], least_of_difference);
            if (left < 0) {
                break;
            }
        }
    }
}

std::vector<SimilarShapes> ShapeComparison::pairs(double least) const {
    std::vector<SimilarShapes> result;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> candidates;
    for (const std::size_t view :
         {all_structure, without_sums, without_conditions, without_names}) {
        add_candidates(view, least, candidates);
        std::sort(candidates.begin(), candidates.end());
        candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
    }
    for (const auto& [first, second] : candidates) {
        const double found = similarity(first, second);
        if (found >= least) {
            result.push_back({first, second, found});
        }
    }
    return result;
}

} // namespace kit
