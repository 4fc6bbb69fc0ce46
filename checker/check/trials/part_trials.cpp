#include "checker/check/trials/part_trials.hpp"

#include "checker/base/source_text.hpp"
#include "checker/base/tokens.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/catalog/marked_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <future>
#include <set>
#include <utility>

namespace kit {

namespace {

bool are_equal_code(std::string_view one, std::string_view other) {
    const Tokens left = tokens_of(one);
    const Tokens right = tokens_of(other);
    return std::ranges::equal(left, right,
                              [](const Token& a, const Token& b) { return a.text == b.text; });
}

bool are_same_parts(const PartedText& one, const PartedText& other) {
    return std::ranges::equal(one.parts, other.parts, [](const MarkedPart& a, const MarkedPart& b) {
        return a.number == b.number;
    });
}

bool has_kernel(std::string_view part) {
    const Tokens tokens = tokens_of(part);
    return has_token(tokens, "__global__");
}

/// Places of parts that are the submission's; all others are the solution's.
using Places = std::set<std::size_t>;

class Trials {
public:
    Trials(const PartTrials& request, PartedText skeleton, PartedText solution)
        : request_(request), skeleton_(std::move(skeleton)), solution_(std::move(solution)),
          own_(request.submission.text) {}

    TriedParts run() {
        if (own_.parts.empty() || !are_same_parts(own_, skeleton_) ||
            !are_same_parts(own_, solution_)) {
            return {};
        }
        for (std::size_t i = 0; i < own_.parts.size(); ++i) {
            if (has_kernel(solution_.part(i)) || has_kernel(own_.part(i))) {
                return {};
            }
            const MarkedPart& part = own_.parts[i];
            tried_.parts.push_back({part.number, part.title, part.line});
            if (!are_equal_code(own_.part(i), skeleton_.part(i))) {
                written_.push_back(i);
            }
        }
        const bool is_outside_changed = !are_equal_code(own_.outside(), skeleton_.outside());
        std::vector<Places> sets;
        if (is_outside_changed) {
            sets.push_back({});
        }
        for (const std::size_t part : written_) {
            sets.push_back({part});
        }
        std::vector<std::string> answers = answers_to(own_, sets);
        if (is_outside_changed) {
            tried_.outside_is_wrong = answers.front() != trial_passed;
            answers.erase(answers.begin());
            if (tried_.outside_is_wrong) {
                sets.erase(sets.begin());
                answers = answers_to(skeleton_, sets);
            }
        }
        for (std::size_t i = 0; i < written_.size(); ++i) {
            set_state(written_[i], answers[i]);
        }
        blame_the_only_one_not_built();
        take_back_what_fits_together();
        // A later part may stand before an earlier one.
        std::ranges::stable_sort(tried_.parts, {}, &TriedPart::number);
        return std::move(tried_);
    }

private:
    void set_state(std::size_t place, const std::string& answer) {
        TriedPart& part = tried_.parts[place];
        part.shows = kind_named(answer);
        part.state = answer == trial_passed               ? TriedPart::State::right
                     : answer != trial_not_built          ? TriedPart::State::wrong
                     : has_build_error(own_.parts[place]) ? TriedPart::State::wrong
                                                          : TriedPart::State::tied;
        if (part.state == TriedPart::State::wrong && answer == trial_not_built) {
            part.shows = FindingKind::build_error;
        }
    }

    /// Whether the compiler named a line of this part when the whole submission was built.
    [[nodiscard]] bool has_build_error(const MarkedPart& part) const {
        return std::ranges::any_of(request_.of_whole, [&](const Finding& finding) {
            return finding.severity == Severity::error && !finding.lines.empty() &&
                   (finding.kind == FindingKind::build_error ||
                    finding.kind == FindingKind::unsupported_feature) &&
                   first_line(finding) > part.line && first_line(finding) < part.last_line;
        });
    }

    /// A compiler reports a missing brace at the end of the file, wherever it is missing.
    void blame_the_only_one_not_built() {
        const auto is_tied = [](const TriedPart& part) {
            return part.state == TriedPart::State::tied;
        };
        const bool is_whole_built = std::ranges::none_of(request_.of_whole, [](const Finding& one) {
            return one.kind == FindingKind::build_error && one.severity == Severity::error;
        });
        std::vector<TriedPart>& parts = tried_.parts;
        if (!is_whole_built && tried_.first(TriedPart::State::wrong) == nullptr &&
            std::ranges::count_if(parts, is_tied) == 1) {
            TriedPart& only = *std::ranges::find_if(parts, is_tied);
            only.state = TriedPart::State::wrong;
            only.shows = FindingKind::build_error;
        }
    }

    /// Two parts may have a convention of their own: each fails beside the solution's, and both together are right.
    void take_back_what_fits_together() {
        constexpr std::size_t most = 3;
        std::vector<std::size_t> wrong;
        for (const std::size_t place : written_) {
            const TriedPart& part = tried_.parts[place];
            if (part.state == TriedPart::State::wrong && part.shows != FindingKind::build_error) {
                wrong.push_back(place);
            }
        }
        std::vector<Places> pairs;
        for (std::size_t i = 0; wrong.size() <= most && i < wrong.size(); ++i) {
            for (std::size_t j = i + 1; j < wrong.size(); ++j) {
                pairs.push_back({wrong[i], wrong[j]});
            }
        }
        const std::vector<std::string> answers =
            answers_to(tried_.outside_is_wrong ? skeleton_ : own_, pairs);
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            for (const std::size_t place : answers[i] == trial_passed ? pairs[i] : Places{}) {
                tried_.parts[place].state = TriedPart::State::right;
                tried_.parts[place].shows = std::nullopt;
            }
        }
    }

    [[nodiscard]] std::string text_of(const PartedText& around, const Places& own) const {
        return around.with_parts([&](std::size_t i) {
            return std::string(own.count(i) != 0 ? own_.part(i) : solution_.part(i));
        });
    }

    /// The answers to each set of the submission's parts, tried all at once.
    [[nodiscard]] std::vector<std::string> answers_to(const PartedText& around,
                                                      const std::vector<Places>& sets) const {
        std::vector<std::future<std::string>> running;
        for (const Places& own : sets) {
            running.push_back(std::async(std::launch::async, [this, text = text_of(around, own)] {
                return answer_to(request_.on, {request_.submission.shown_path, text});
            }));
        }
        std::vector<std::string> answers;
        for (std::future<std::string>& one : running) {
            answers.push_back(one.get());
        }
        return answers;
    }

    const PartTrials& request_;
    const PartedText skeleton_;
    const PartedText solution_;
    const PartedText own_;
    std::vector<std::size_t> written_; ///< places of parts that are not as in the skeleton
    TriedParts tried_;
};

/// As the lab's element has it.
PartedText parted_for(const Lab& lab, std::string text) {
    return PartedText(for_element({.shown_path = "", .text = std::move(text)}, lab.element).text);
}

} // namespace

bool has_untouched_part(const Lab& lab, const SubmissionFile& submission) {
    try {
        const PartedText own(submission.text);
        const PartedText skeleton = parted_for(lab, skeleton_text(lab));
        for (std::size_t i = 0; i < std::min(own.parts.size(), skeleton.parts.size()); ++i) {
            if (are_equal_code(own.part(i), skeleton.part(i))) {
                return true;
            }
        }
        return false;
    } catch (const std::exception&) {
        return true; // the verdict needs no answer
    }
}

TriedParts try_parts(const PartTrials& trials) {
    try {
        const Lab& lab = trials.on.lab;
        return Trials(trials, parted_for(lab, skeleton_text(lab)),
                      parted_for(lab, try_read_file(lab.solution).text))
            .run();
    } catch (const std::exception&) {
        return {}; // the verdict needs no parts
    }
}

} // namespace kit
