// The reply of the GPU runner as the checker reads it.
#include "checker/base/errors.hpp"
#include "checker/base/json_text.hpp"
#include "checker/base/places.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/gpu/protocol.hpp"
#include "tests/catch.hpp"

#include <cmath>
#include <functional>
#include <limits>

using namespace kit;

TEST_CASE("a reply that was cut off keeps its whole lines") {
    const std::string device = json_line(to_json(DeviceFacts{})) + "\n";
    const std::string job = json_line(to_json(JobReply{})) + "\n";
    CHECK(reply_from(device + job + job.substr(0, 20)).jobs.size() == 1);
    CHECK(reply_from("").jobs.empty());
    CHECK_THROWS(reply_from("nonsense\n"));
}

TEST_CASE("a reply with times that nobody can have measured is refused") {
    const auto line = [](const std::function<void(Timing&)>& spoil) {
        const TimeSummary usual{1e-4, 9e-5, 2e-4, 0.01, 100};
        JobReply job;
        job.end = JobEnd::done;
        job.timing.emplace();
        job.timing->bytes = job.timing->copy_bytes = job.timing->operations = 1000;
        job.timing->cold = job.timing->hot = job.timing->copy = usual;
        job.timing->baseline = job.timing->series = usual;
        spoil(*job.timing);
        return json_line(to_json(DeviceFacts{})) + "\n" + json_line(to_json(job)) + "\n";
    };
    constexpr double infinite = std::numeric_limits<double>::infinity();
    CHECK(reply_from(line([](Timing&) {})).jobs.at(0).timing->copy.median == 1e-4);
    for (TimeSummary Timing::*summary : {&Timing::cold, &Timing::hot, &Timing::copy}) {
        for (const double seconds : {0.0, -1e-4, 1e-300, 1e300, infinite}) {
            CHECK_THROWS_AS(
                reply_from(line([&](Timing& timing) { (timing.*summary).median = seconds; })),
                KitError);
        }
    }
    CHECK_THROWS_AS(reply_from(line([](Timing& timing) { timing.baseline->median = 0; })),
                    KitError);
    CHECK_THROWS_AS(reply_from(line([](Timing& timing) { timing.series->least = -1; })), KitError);
    CHECK_THROWS_AS(
        reply_from(line([](Timing& timing) { timing.cold.relative_half_width = infinite; })),
        KitError);
    CHECK_THROWS_AS(reply_from(line([](Timing& timing) { timing.sweeps = 0; })), KitError);
    CHECK_THROWS_AS(reply_from(line([](Timing& timing) { timing.bytes = 0; })), KitError);
    CHECK_THROWS_AS(reply_from(line([](Timing& timing) { timing.copy_bytes = 0; })), KitError);
    CHECK_THROWS_AS(reply_from(line([](Timing& timing) { timing.operations = 0; })), KitError);
    CHECK_THROWS_AS(reply_from(line([](Timing& timing) { timing.empty_kernel_seconds = 1e300; })),
                    KitError);
}

TEST_CASE("a number that no integer holds is refused, where one is read") {
    const std::string device = json_line(to_json(DeviceFacts{}));
    for (const char* const number : {"1e20", "-1.5", "1e10"}) {
        auto json = json_from(device);
        json["memory_bytes"] = json_from(number);
        CHECK_THROWS_AS(reply_from(json_line(json) + "\n"), KitError);
    }
}

TEST_CASE("a reply that counts wrong cells names the first") {
    JobReply job;
    job.end = JobEnd::done;
    job.check.emplace().comparison.mismatches = 3;
    const std::string device = json_line(to_json(DeviceFacts{})) + "\n";
    CHECK_THROWS_AS(reply_from(device + json_line(to_json(job)) + "\n"), KitError);
    job.check->comparison.first_wrong.emplace_back();
    CHECK(reply_from(device + json_line(to_json(job)) + "\n").jobs.size() == 1);
}

TEST_CASE("a reply answers what was asked for") {
    RunnerRequest request;
    request.jobs.resize(2);
    request.jobs[1].timed = true;
    RunnerReply reply;
    CHECK_NOTHROW(demand_answers(reply, request)); // the runner ended early
    reply.jobs.resize(2);
    CHECK_NOTHROW(demand_answers(reply, request)); // both failed
    reply.jobs[0].end = JobEnd::done;
    CHECK_THROWS_AS(demand_answers(reply, request), KitError);
    reply.jobs[0].check.emplace();
    CHECK_NOTHROW(demand_answers(reply, request));
    reply.jobs[1].end = JobEnd::done;
    reply.jobs[1].check.emplace();
    CHECK_THROWS_AS(demand_answers(reply, request), KitError);
    reply.jobs[1].timing.emplace();
    CHECK_NOTHROW(demand_answers(reply, request));
    reply.jobs.emplace_back();
    CHECK_THROWS_AS(demand_answers(reply, request), KitError);
}

TEST_CASE("what the fuzzer begins with is what the runner and the checker say today") {
    const auto seed = [](const std::string& name) {
        return read_file(source_root() / "tests/fuzz/seeds/gpu_protocol" / name);
    };
    const RunnerReply judged = reply_from(seed("judged"));
    CHECK(judged.jobs.size() == 3);
    CHECK(std::isinf(judged.jobs.at(1).check->comparison.max_error));
    CHECK(reply_from(seed("timed")).jobs.at(0).timing);
    CHECK_FALSE(reply_from(seed("no_device")).no_device.empty());
    CHECK(request_from(json_from(seed("request"))).jobs.size() == 1);
}
