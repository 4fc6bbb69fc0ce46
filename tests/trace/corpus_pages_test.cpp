// Of every kind of finding in the corpus: the page of `./lab check --trace` opens at its cause. KIT_CORPUS=<part of a
// name or an expectation>, or "all", takes more kernels than a few of each kind.
#include "checker/base/json_text.hpp"
#include "checker/base/places.hpp"
#include "checker/model/trace.hpp"
#include "tests/catch.hpp"
#include "tests/parallel.hpp"
#include "tests/run_checker.hpp"
#include "tests/share.hpp"
#include "tests/submissions/submission.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/trace/page_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace kit;
using namespace kit::tests;
namespace fs = std::filesystem;
using nlohmann::json;

namespace {

/// An access of the page, read from its columns.
struct Access {
    std::uint64_t thread = 0;
    int line = 0;
    std::string array;
    TraceEvent::Kind kind = TraceEvent::Kind::load;
    bool is_outside = false;
    std::int64_t place = 0;    ///< its first element
    std::int64_t elements = 1; ///< how many it has
};

bool reads(const Access& access) {
    return access.kind == TraceEvent::Kind::load || access.kind == TraceEvent::Kind::atomic;
}

bool writes(const Access& access) {
    return access.kind != TraceEvent::Kind::load;
}

Access access_of(const json& page, std::int64_t wanted) {
    const json& moments = page["moments"];
    std::int64_t first = 0;
    for (std::size_t m = 0; m < moments["lanes"].size(); ++m) {
        for (std::uint32_t lane = 0; lane < 32; ++lane) {
            if ((moments["lanes"][m].get<std::uint32_t>() >> lane & 1U) == 0 || first++ != wanted) {
                continue;
            }
            const int kind = moments["kind"][m];
            const int array = moments["array"][m];
            Access access{.thread = moments["warp"][m].get<std::uint64_t>() * 32 + lane,
                          .line = moments["line"][m],
                          .array =
                              array < 0 ? "" : page["arrays"][array]["name"].get<std::string>(),
                          .kind = static_cast<TraceEvent::Kind>(kind % 4),
                          .is_outside = (kind & 4) != 0,
                          .place = 0};
            if (array >= 0) {
                access.elements = moments["bytes"][m].get<std::int64_t>() /
                                  page["arrays"][array]["size"].get<std::int64_t>();
            }
            for (std::int64_t i = 0; i <= wanted; ++i) {
                access.place += page["events"]["place"][i].get<std::int64_t>();
            }
            return access;
        }
    }
    return {};
}

std::uint64_t number_in(const json& index, const json& extents) {
    return index[0].get<std::uint64_t>() +
           extents[0].get<std::uint64_t>() *
               (index[1].get<std::uint64_t>() +
                extents[1].get<std::uint64_t>() * index[2].get<std::uint64_t>());
}

bool names_line(const json& finding, int line) {
    return std::ranges::any_of(finding["lines"], [line](const json& one) { return one == line; });
}

/// What the access that the page opens on is not, though the finding is about it; empty if all is well.
std::string complaint_about_access(const json& page, const json& shown, const json& checked) {
    const std::string kind = shown["kind"];
    const Access access = access_of(page, shown["event"]);
    const bool is_about_cell = shown["threads"].empty();
    const bool is_copy = access.kind == TraceEvent::Kind::copy; // which arrives elsewhere
    if (!is_about_cell && !is_copy && !names_line(shown, access.line)) {
        return fmt::format("opens at line {}", access.line);
    }
    const json& block = page["block"];
    const bool is_its_thread =
        is_about_cell || std::ranges::any_of(shown["threads"], [&](const json& one) {
            return one["block"] == block &&
                   number_in(one["thread"], page["threads"]) == access.thread;
        });
    if (!is_its_thread) {
        return fmt::format("opens at thread {}", access.thread);
    }
    // An index of one dimension may reach another row of the array.
    const bool is_of_dimension =
        shown["message"].get<std::string>().find("in that dimension") != std::string::npos;
    if (kind.starts_with("out-of-bounds") && !access.is_outside && !is_of_dimension) {
        return "opens at an access inside the array";
    }
    if (kind.starts_with("uninitialized") && !reads(access)) {
        return "opens at a write";
    }
    if (is_about_cell && (!writes(access) || checked["index"] < access.place ||
                          checked["index"] >= access.place + access.elements)) {
        return fmt::format("opens at {}[{}], which is not the cell's write", access.array,
                           access.place);
    }
    if (kind.starts_with("race") && shown["threads"].size() > 1 &&
        shown["threads"][0]["block"] == shown["threads"][1]["block"]) {
        if (shown["other"] < 0) {
            return "has not the race's second access";
        }
        const Access other = access_of(page, shown["other"]);
        if (!writes(access) && !writes(other)) {
            return "has no write of the race";
        }
        if (access.thread == other.thread) {
            return "has both accesses of one thread";
        }
    }
    return "";
}

std::string complaint_about(const json& page, const json& checked) {
    if (page["findings"].empty() || page["findings"][0]["kind"] != checked["kind"]) {
        return "does not show the finding first";
    }
    const json& shown = page["findings"][0];
    const std::string kind = shown["kind"];
    if (shown["event"] >= 0) {
        return complaint_about_access(page, shown, checked);
    }
    // Coefficients are not recorded, nor is an access that ends the launch, far from any array.
    const std::string message = shown["message"];
    const bool is_unrecorded =
        message.find("coefficient") != std::string::npos ||
        message.find("belongs to no array") != std::string::npos ||
        message.find("[4294967") != std::string::npos || shown["lines"].empty() ||
        message.find("An index of faces") != std::string::npos; // a reference, used elsewhere
    static const std::set<std::string_view> of_an_access{
        "race-shared",          "race-global",          "out-of-bounds-global",
        "out-of-bounds-shared", "uninitialized-shared", "uninitialized-global",
        "input-modified"};
    if (of_an_access.contains(kind) && !is_unrecorded) {
        return "opens at no access";
    }
    if (!checked["threads"].empty() && checked["threads"][0].contains("gpu")) {
        return ""; // of GPUs that wait for each other, each launch names another
    }
    const bool is_about_thread = !shown["threads"].empty() || kind == "wrong-output";
    if (is_about_thread && page["thread"].is_null()) {
        return "opens at no thread";
    }
    if (!shown["threads"].empty() &&
        number_in(shown["threads"][0]["thread"], page["threads"]) != page["thread"]) {
        return fmt::format("opens at thread {}", json_line(page["thread"]));
    }
    return "";
}

struct Opened {
    std::string kind;
    std::string place;     ///< "access", "thread" or "block"; "none": without a page
    std::string complaint; ///< empty if it opens at the cause
};

Opened open_page(const Submission& submission, const fs::path& folder) {
    const fs::path file = folder / (submission.name + ".cu");
    const fs::path page_file = folder / (submission.name + ".html");
    std::ofstream(file, std::ios::binary) << submission.text;
    std::vector<std::string> arguments{"check",
                                       std::to_string(submission.lab),
                                       file.string(),
                                       "--seed",
                                       "11",
                                       "--format",
                                       "json",
                                       "--trace",
                                       page_file.string()};
    if (!submission.grids.empty() && submission.grids.front() != "all") {
        arguments.insert(arguments.end(), {"--grid", submission.grids.front()});
    }
    const ProcessResult result = run_checker(arguments, {"KIT_SANDBOX=none"});
    const json report = json_if_any(result.output);
    if (report.is_discarded()) {
        return {"", "none", "no report: " + result.errors};
    }
    const auto error = std::ranges::find_if(
        report["findings"], [](const json& one) { return one["severity"] == "error"; });
    if (error == report["findings"].end()) {
        return {"", "none", "no error"};
    }
    Opened opened{(*error)["kind"], "none", ""};
    if (!fs::exists(page_file)) {
        static const std::set<std::string_view> before_it_runs{"build-error", "unsupported-feature",
                                                               "invalid-launch"};
        if (!before_it_runs.contains(opened.kind)) {
            opened.complaint = result.errors;
        }
        return opened;
    }
    std::ifstream stream(page_file, std::ios::binary);
    const json page = data_in({std::istreambuf_iterator<char>(stream), {}});
    opened.complaint = complaint_about(page, *error);
    opened.place = !page["findings"].empty() && page["findings"][0]["event"] >= 0 ? "access"
                   : !page["thread"].is_null()                                    ? "thread"
                                                                                  : "block";
    return opened;
}

constexpr std::size_t labs_of_kind = 4;

/// Of each kind of finding one in each of its first labs, or those that are asked for.
std::vector<Submission> chosen() {
    const char* const part = std::getenv("KIT_CORPUS");
    std::map<std::string, std::set<int>> labs; // by kind
    std::vector<Submission> some;
    for (Submission& one : read_corpus(kit::source_root())) {
        if (one.expectation.passed || one.expectation.kinds.empty()) {
            continue;
        }
        if (one.expectation.kinds.front() == "timeout" && !one.expectation.allowed.empty()) {
            continue; // how far its other threads get, and what is found of them, depends on the machine's load
        }
        std::set<int>& seen = labs[one.expectation.kinds.front()];
        const bool is_new = seen.size() < labs_of_kind && seen.insert(one.lab).second;
        const bool is_asked = part == nullptr ? is_new
                                              : std::string_view(part) == "all" ||
                                                    one.name.find(part) != std::string::npos ||
                                                    one.expect.find(part) != std::string::npos;
        if (is_asked) {
            some.push_back(std::move(one));
        }
    }
    return shared_items(std::move(some));
}

} // namespace

TEST_CASE("a page opens at the cause, whatever the finding's kind") {
    const std::vector<Submission> submissions = chosen();
    const TemporaryFolder folder;
    std::vector<Opened> opened(submissions.size());
    in_parallel(submissions.size(),
                [&](std::size_t i) { opened[i] = open_page(submissions[i], folder.path()); });
    std::map<std::string, std::map<std::string, int>> places;
    for (std::size_t i = 0; i < submissions.size(); ++i) {
        ++places[opened[i].kind][opened[i].place];
        INFO(submissions[i].name << " (" << submissions[i].expect << "): " << opened[i].kind);
        CHECK(opened[i].complaint == "");
    }
    for (const auto& [kind, of_kind] : places) {
        for (const auto& [place, count] : of_kind) {
            fmt::print("{:<28} {:<7} {}\n", kind, place, count);
        }
    }
    if (std::getenv("KIT_CORPUS") == nullptr && std::getenv("KIT_TEST_SHARE") == nullptr) {
        CHECK(places.size() >= 12);
    }
}
