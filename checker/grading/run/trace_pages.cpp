#include "checker/grading/run/trace_pages.hpp"

#include "checker/base/encodings.hpp"
#include "checker/base/errors.hpp"
#include "checker/base/fingerprint.hpp"
#include "checker/base/utf8.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/grading/run/machine_share.hpp"
#include "checker/sandbox/work_in_copies.hpp"
#include "checker/trace/checked_page.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

namespace kit {

namespace fs = std::filesystem;

namespace {

/// A page to make, and the items that it is of.
struct TracePage {
    fs::path path;
    std::string lab;
    std::vector<GradedItem*> items;
};

std::vector<TracePage> pages_of(GradedClass& graded, const fs::path& folder) {
    std::map<std::string, std::size_t> places;
    std::vector<TracePage> pages;
    for (GradedStudent& student : graded.students) {
        for (GradedItem& item : student.items) {
            if (item.state != GradedItem::State::graded || !item.check ||
                item.check->findings.empty()) {
                continue;
            }
            const auto [place, is_new] = places.emplace(item.check_key, pages.size());
            if (is_new) {
                pages.push_back({folder / (item.check_key + ".html"), item.id, {}});
            }
            pages[place->second].items.push_back(&item);
        }
    }
    return pages;
}

/// As much of the check's result as a page needs.
CheckResult result_of(const CheckedSubmission& checked, const SubmissionFile& submission,
                      std::uint64_t seed) {
    CheckResult result;
    result.submission = submission.shown_path;
    result.submission_fingerprint = fingerprint_of(submission.text);
    result.seed = seed;
    result.verdict.outcome = checked.outcome;
    result.verdict.findings = checked.findings;
    for (const CheckedCase& one : checked.cases) {
        CaseResult& into = result.verdict.cases.emplace_back();
        for (std::size_t axis = 0; axis < std::min<std::size_t>(one.extents.size(), 3); ++axis) {
            into.extents[axis] = one.extents[axis];
        }
        into.variant = one.variant;
        into.outcome = one.outcome;
        into.drawn = one.drawn;
    }
    return result;
}

/// Writes the page, if a launch can show the finding.
void write_page(const TracePage& page, const Lab& lab, const CheckSettings& settings,
                const SubmissionFinder& finder, const ResultFolder& results) {
    const GradedItem& item = *page.items.front();
    HandedIn handed_in = finder.read(item.file);
    const auto document = results.check(item.check_key);
    if (!document || !handed_in.reason.empty() || sha256_of(handed_in.text) != item.sha256) {
        throw KitError("the file changed while the class was graded; grade again");
    }
    const SubmissionFile submission{neutral_name, std::move(handed_in.text)};
    const CheckResult result =
        result_of(checked_submission_from(*document, neutral_name), submission, settings.seed);
    const CheckedPage made = checked_page(on_one_core(lab), submission, result);
    if (!made.html.empty()) {
        replace_file(page.path, made.html);
    }
}

} // namespace

std::vector<std::string>
write_trace_pages(GradedClass& graded, const std::vector<Lab>& catalog,
                  const CheckSettings& settings, const SubmissionFinder& finder,
                  const ResultFolder& results, bool anew,
                  const std::function<void(std::size_t, std::size_t)>& done) {
    const std::vector<TracePage> pages = pages_of(graded, results.path() / "traces");
    const auto is_there = [](const TracePage& page) {
        std::error_code unreadable;
        return fs::is_regular_file(page.path, unreadable);
    };
    std::vector<const TracePage*> missing;
    for (const TracePage& page : pages) {
        if (anew) {
            std::error_code gone;
            fs::remove(page.path, gone);
        }
        if (!is_there(page)) {
            missing.push_back(&page);
        }
    }
    std::vector<std::string> failures;
    std::size_t finished = pages.size() - missing.size();
    CopiedWork all;
    all.count = missing.size();
    all.at_once =
        std::clamp<std::size_t>(settings.jobs, 1, std::max<std::size_t>(missing.size(), 1));
    all.work = [&](std::size_t number, std::size_t place) {
        if (all.at_once > 1) {
            take_cores(place, all.at_once);
        }
        const TracePage& page = *missing[number];
        write_page(page, find_lab(catalog, page.lab), settings, finder, results);
        return std::string();
    };
    all.limits = [&](std::size_t number) {
        return limits_of(find_lab(catalog, missing[number]->lab));
    };
    all.ended = [&](std::size_t number, const ForkEnd& end) {
        if (end.threw || !end.ended_by.empty()) {
            failures.push_back(fmt::format(
                "{}: no trace page: {}", one_line(missing[number]->items.front()->file),
                end.threw ? end.text
                          : fmt::format("the kit ended on this file by {}", end.ended_by)));
        }
        done(++finished, pages.size());
    };
    all.waiting = [&] { done(finished, pages.size()); };
    work_in_copies(all);
    for (const TracePage& page : pages) {
        for (GradedItem* const item : page.items) {
            item->has_trace = is_there(page);
        }
    }
    return failures;
}

} // namespace kit
