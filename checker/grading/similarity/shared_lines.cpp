#include "checker/grading/similarity/shared_lines.hpp"

#include <algorithm>
#include <unordered_set>

namespace kit {

std::vector<LineRange> shared_lines(const std::vector<Fingerprint>& here,
                                    const std::vector<Fingerprint>& there) {
    std::unordered_set<std::uint64_t> hashes;
    for (const Fingerprint& print : there) {
        hashes.insert(print.hash);
    }
    std::vector<LineRange> ranges;
    for (const Fingerprint& print : here) {
        if (!hashes.contains(print.hash)) {
            continue;
        }
        if (!ranges.empty() && print.first_line <= ranges.back().last + 1) {
            ranges.back().last = std::max(ranges.back().last, print.last_line);
        } else {
            ranges.push_back({print.first_line, print.last_line});
        }
    }
    return ranges;
}

double shared_names(std::string_view first, std::string_view second, std::string_view skeleton) {
    using Names = std::unordered_set<std::string_view>;
    const auto names_of = [](std::string_view text, const Names& without) {
        Names names;
        for (const KernelToken& token : kernel_tokens(text)) {
            if (token.kind == KernelToken::Kind::name && !is_known_name(token.spelling) &&
                !without.contains(token.spelling)) {
                names.insert(token.spelling);
            }
        }
        return names;
    };
    const Names given = names_of(skeleton, {});
    const Names one = names_of(first, given);
    const Names other = names_of(second, given);
    const auto both = static_cast<std::size_t>(std::count_if(
        one.begin(), one.end(), [&](std::string_view name) { return other.contains(name); }));
    const std::size_t all = one.size() + other.size() - both;
    return all == 0 ? 0 : static_cast<double>(both) / static_cast<double>(all);
}

} // namespace kit
