#include "checker/base/errors.hpp"
#include "checker/base/json_text.hpp"
#include "checker/base/places.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/gpu/protocol.hpp"
#include "checker/report/roofline_svg.hpp"
#include "tests/fuzz/reported.hpp"
#include "tests/fuzz/targets.hpp"

#include <cstdio>
#include <cstdlib>

using namespace kit;

namespace {

const Lab& lab() {
    static const Lab lab = find_lab(read_catalog(kit::source_root()), "12");
    return lab;
}

/// What was read is written as before, and read again as the same.
std::string written(const RunnerReply& reply) {
    std::string lines = json_line(to_json(*reply.device)) + "\n";
    for (const JobReply& job : reply.jobs) {
        lines += json_line(to_json(job)) + "\n";
    }
    return lines;
}

void report_reply(const std::string& text) {
    const RunnerReply reply = reply_from(text);
    if (reply.device) {
        const std::string lines = written(reply);
        if (written(reply_from(lines)) != lines) {
            std::fprintf(stderr, "read otherwise than written: %s\n", lines.c_str());
            std::abort();
        }
    }
    for (const JobReply& job : reply.jobs) {
        CheckResult result;
        result.timing = job.timing;
        if (job.check) {
            CaseResult one;
            one.extents = {120, 120, 120};
            one.outcome = job.end == JobEnd::done ? Outcome::passed : Outcome::failed;
            one.comparison = job.check->comparison;
            one.seconds = job.seconds;
            result.verdict.cases = {one};
        }
        result.verdict.findings = {{.message = job.error + job.sentence}};
        report(lab(), result);
        if (job.timing) {
            (void)roofline_svg(*job.timing, {.bandwidth = 4.8e12, .peak = 6.7e13});
        }
    }
}

void read_request(const std::string& text) {
    const auto json = json_if_any(text);
    try {
        (void)json_line(to_json(request_from(json)));
    } catch (const nlohmann::json::exception&) {
        // The runner tells it and ends.
    } catch (const KitError&) {
        // likewise
    }
}

} // namespace

void read_gpu_protocol(const std::string& text) {
    read_request(text);
    report_reply(text);
}
