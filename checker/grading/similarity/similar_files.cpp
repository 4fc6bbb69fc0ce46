#include "checker/grading/similarity/similar_files.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace kit {

namespace {

using Hashes = std::unordered_set<std::uint64_t>;

/// Two works, by their places, or one work that several files have. Small, because a class in which
/// hundreds copied has hundreds of thousands.
struct Candidate {
    double similarity = 1;
    std::uint32_t first = 0;
    std::uint32_t second = 0;
};

/// One file, or several with the same words.
struct Work {
    std::vector<std::size_t> files;
    std::vector<TokenRun> runs; ///< without the skeleton's and common ones
    std::size_t own = 0;        ///< different hashes among them
};

class Comparison {
public:
    Comparison(std::string_view skeleton, const std::vector<std::string>& texts,
               const SimilarityOptions& options)
        : texts_(texts), options_(options), skeleton_(skeleton) {}

    Similarities compare() {
        gather();
        for (Work& work : works_) {
            work.own = different_runs(work);
        }
        const auto small = std::partition(works_.begin(), works_.end(), [&](const Work& work) {
            return work.own >= options_.least_own;
        });
        for (auto work = small; work != works_.end(); ++work) {
            result_.too_small += work->files.size();
        }
        works_.erase(small, works_.end());
        std::ranges::sort(
            works_, [](const Work& a, const Work& b) { return a.files.front() < b.files.front(); });
        least_ = std::min(options_.least, options_.least_near);
        leave_out_common();
        find_same();
        find_similar();
        finish();
        return std::move(result_);
    }

private:
    /// Groups files by their words, and removes the runs of the skeleton.
    void gather() {
        Hashes given;
        // All of the skeleton's runs: around a filled gap, others are chosen than in the skeleton.
        for (const TokenRun& run : runs_of(plain_tokens(kernel_tokens(skeleton_)), options_.run)) {
            given.insert(run.hash);
        }
        std::map<std::vector<std::uint64_t>, std::size_t> known;
        for (std::size_t i = 0; i < texts_.size(); ++i) {
            const std::vector<PlainToken> tokens = plain_tokens(kernel_tokens(texts_[i]));
            std::vector<std::uint64_t> words;
            words.reserve(tokens.size());
            for (const PlainToken& token : tokens) {
                words.push_back(token.symbol);
            }
            const auto [same, is_new] = known.emplace(std::move(words), works_.size());
            if (is_new) {
                std::vector<TokenRun> runs =
                    winnowed(runs_of(tokens, options_.run), options_.window);
                std::erase_if(runs, [&](const TokenRun& run) { return given.contains(run.hash); });
                works_.push_back({{i}, std::move(runs), 0});
            } else {
                works_[same->second].files.push_back(i);
            }
        }
    }

    /// A file and its copies count once: copying does not make a run common.
    void leave_out_common() {
        std::unordered_map<std::uint64_t, std::size_t> having;
        for (const Work& work : works_) {
            Hashes seen;
            for (const TokenRun& run : work.runs) {
                if (seen.insert(run.hash).second) {
                    ++having[run.hash];
                }
            }
        }
        const auto share =
            static_cast<std::size_t>(options_.common_share * static_cast<double>(works_.size()));
        const std::size_t most = std::max(options_.common_files, share);
        for (Work& work : works_) {
            std::erase_if(work.runs, [&](const TokenRun& run) { return having[run.hash] > most; });
            work.own = different_runs(work);
        }
    }

    static std::size_t different_runs(const Work& work) {
        Hashes different;
        for (const TokenRun& run : work.runs) {
            different.insert(run.hash);
        }
        return different.size();
    }

    void find_same() {
        for (std::uint32_t i = 0; i < works_.size(); ++i) {
            if (works_[i].files.size() > 1) {
                candidates_.push_back({1, i, i});
            }
        }
    }

    /// Counts, for each work, the runs it shares with those before it.
    void find_similar() {
        std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> index;
        std::vector<std::size_t> shared(works_.size(), 0);
        std::vector<std::uint32_t> met;
        for (std::uint32_t i = 0; i < works_.size(); ++i) {
            met.clear();
            for (const TokenRun& run : works_[i].runs) {
                std::vector<std::uint32_t>& having = index[run.hash];
                if (!having.empty() && having.back() == i) {
                    continue; // a repeated run
                }
                for (const std::uint32_t other : having) {
                    if (shared[other]++ == 0) {
                        met.push_back(other);
                    }
                }
                having.push_back(i);
            }
            for (const std::uint32_t other : met) {
                const double similarity = 2.0 * static_cast<double>(shared[other]) /
                                          static_cast<double>(works_[other].own + works_[i].own);
                shared[other] = 0;
                // What the class has in common leaves some too few runs to compare.
                const bool is_enough =
                    std::min(works_[other].own, works_[i].own) >= options_.least_own;
                if (is_enough && similarity >= least_) {
                    candidates_.push_back({similarity, other, i});
                }
            }
        }
    }

    /// Keeps the most similar; only they are compared line by line.
    void finish() {
        std::ranges::sort(candidates_, [](const Candidate& a, const Candidate& b) {
            return std::tie(b.similarity, a.first, a.second) <
                   std::tie(a.similarity, b.first, b.second);
        });
        const auto less = std::ranges::find_if(candidates_, [&](const Candidate& candidate) {
            return candidate.similarity < options_.least;
        });
        result_.left_out = take(candidates_.begin(), less, result_.found);
        take(less, candidates_.end(), result_.near);
    }

    using Place = std::vector<Candidate>::const_iterator;

    /// Returns how many were left out.
    std::size_t take(Place begin, Place end, std::vector<SimilarFiles>& taken) {
        const auto all = static_cast<std::size_t>(end - begin);
        const std::size_t most = std::min(all, options_.most_pairs);
        for (std::size_t i = 0; i < most; ++i, ++begin) {
            taken.push_back(files_of(*begin));
        }
        std::ranges::stable_sort(taken, [](const SimilarFiles& a, const SimilarFiles& b) {
            return std::tie(b.similarity, b.same_names) < std::tie(a.similarity, a.same_names);
        });
        return all - most;
    }

    [[nodiscard]] SimilarFiles files_of(const Candidate& candidate) const {
        const Work& first = works_[candidate.first];
        const Work& second = works_[candidate.second];
        SimilarFiles similar;
        similar.similarity = candidate.similarity;
        similar.files = &first == &second ? first.files
                                          : std::vector{first.files.front(), second.files.front()};
        similar.first_lines = shared_lines(first.runs, second.runs);
        similar.second_lines = shared_lines(second.runs, first.runs);
        similar.same_names =
            shared_names(texts_[similar.files[0]], texts_[similar.files[1]], skeleton_);
        return similar;
    }

    const std::vector<std::string>& texts_;
    const SimilarityOptions& options_;
    std::string_view skeleton_;
    std::vector<Work> works_;
    std::vector<Candidate> candidates_;
    double least_ = 0;
    Similarities result_;
};

} // namespace

nlohmann::ordered_json ranges_json(const std::vector<LineRange>& ranges) {
    auto json = nlohmann::ordered_json::array();
    for (const LineRange& range : ranges) {
        json.push_back({range.first, range.last});
    }
    return json;
}

std::vector<LineRange> shared_lines(const std::vector<TokenRun>& here,
                                    const std::vector<TokenRun>& there) {
    std::unordered_set<std::uint64_t> hashes;
    for (const TokenRun& run : there) {
        hashes.insert(run.hash);
    }
    std::vector<LineRange> ranges;
    for (const TokenRun& run : here) {
        if (!hashes.contains(run.hash)) {
            continue;
        }
        if (!ranges.empty() && run.first_line <= ranges.back().last + 1) {
            ranges.back().last = std::max(ranges.back().last, run.last_line);
        } else {
            ranges.push_back({run.first_line, run.last_line});
        }
    }
    return ranges;
}

double shared_names(std::string_view first, std::string_view second, std::string_view skeleton) {
    using Names = std::unordered_set<std::string_view>;
    const auto names_of = [](std::string_view text, const Names& without) {
        Names names;
        for (const Token& token : kernel_tokens(text)) {
            if (token.kind == Token::Kind::word && !is_known_name(token.text) &&
                !without.contains(token.text)) {
                names.insert(token.text);
            }
        }
        return names;
    };
    const Names given = names_of(skeleton, {});
    const Names one = names_of(first, given);
    const Names other = names_of(second, given);
    const auto both = static_cast<std::size_t>(
        std::ranges::count_if(one, [&](std::string_view name) { return other.contains(name); }));
    const std::size_t all = one.size() + other.size() - both;
    return all == 0 ? 0 : static_cast<double>(both) / static_cast<double>(all);
}

Similarities similar_files(std::string_view skeleton, const std::vector<std::string>& texts,
                           const SimilarityOptions& options) {
    return Comparison(skeleton, texts, options).compare();
}

} // namespace kit
