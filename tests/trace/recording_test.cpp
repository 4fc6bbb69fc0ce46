#include "checker/reference/draw.hpp"
#include "checker/reference/elements.hpp"
#include "checker/trace/requests.hpp"
#include "checker/trace/writers.hpp"
#include "tests/catch.hpp"
#include "tests/trace/traced.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <map>
#include <utility>

using namespace kit;
using namespace kit::tests;
using Kind = TraceEvent::Kind;

namespace {

/// What the counters must be, worked out from the events alone.
Counters counted_from(const Trace& trace) {
    Counters counted;
    for (const TraceEvent& event : trace.events) {
        if (event.kind == Kind::barrier) {
            ++counted.barriers;
        } else if (event.kind == Kind::atomic) {
            ++counted.global_atomics;
        } else if (event.kind == Kind::load || event.kind == Kind::store) {
            const bool shared = trace.arrays.at(static_cast<std::size_t>(event.array)).is_shared;
            const bool load = event.kind == Kind::load;
            (shared ? (load ? counted.shared_load_bytes : counted.shared_store_bytes)
                    : (load ? counted.global_load_bytes : counted.global_store_bytes)) +=
                event.bytes;
        }
    }
    for (const WarpRequest& request : requests_of(trace)) {
        if (request.is_shared) {
            (request.is_store ? counted.shared_store_requests : counted.shared_load_requests) += 1;
            counted.shared_bank_conflicts += request.conflicts;
        } else {
            (request.is_store ? counted.global_store_requests : counted.global_load_requests) += 1;
            (request.is_store ? counted.global_store_sectors : counted.global_load_sectors) +=
                request.sectors;
        }
    }
    return counted;
}

void check_equal(const Counters& recorded, const Counters& counted) {
    CHECK(recorded.barriers == counted.barriers);
    CHECK(recorded.global_atomics == counted.global_atomics);
    for (const ShownCounter& counter : shown_counters) {
        if (counter.of_hardware == nullptr) {
            continue;
        }
        INFO(counter.key);
        CHECK(recorded.*counter.field == counted.*counter.field);
    }
}

} // namespace

TEST_CASE("a recording of all blocks agrees with the counters to the last access") {
    for (int number = 1; number <= 13; ++number) {
        const Traced traced(number);
        for (const Lab& variant : traced.variants()) {
            const std::int64_t side = number == 13 ? 9 : 20;
            const Extents extents{side, variant.axes > 1 ? side : 1, variant.axes > 2 ? side : 1};
            const RecordedLaunch recorded =
                record_launch(variant, extents, traced.program(), traced.submission(), 1,
                              std::nullopt, {.capacity = 4 * most_trace_events});
            INFO(variant.id << " " << variant_name(variant));
            CHECK(recorded.findings.empty());
            const Trace& trace = recorded.observation.trace;
            REQUIRE(trace.left_out == 0);
            check_equal(counted_from(trace), recorded.observation.counters);
        }
    }
}

TEST_CASE("a recording agrees with the counters where lanes skip turns of a loop") {
    const Traced traced(4, "        out[here] = sum;",
                        "#pragma unroll 1\n        for (int turn = 0; turn < n / 2; ++turn) {\n"
                        "            if ((here + turn) % 3 == 0) {\n"
                        "                sum += in[here + turn] - in[here + turn];\n"
                        "            }\n        }\n        out[here] = sum;");
    const RecordedLaunch recorded = traced.launch(9, std::nullopt);
    CHECK(recorded.observation.counters.divergent_requests > 0);
    check_equal(counted_from(recorded.observation.trace), recorded.observation.counters);
}

TEST_CASE("recording one block gives what the recording of all has of it") {
    const Traced traced(5);
    const RecordedLaunch all = traced.launch(9, std::nullopt);
    const RecordedLaunch one = traced.launch(9, 3);
    std::vector<TraceEvent> expected;
    std::ranges::copy_if(all.observation.trace.events, std::back_inserter(expected),
                         [](const TraceEvent& event) { return event.block == 3; });
    const auto& events = one.observation.trace.events;
    REQUIRE(events.size() == expected.size());
    CHECK(std::equal(events.begin(), events.end(), expected.begin(),
                     [](const TraceEvent& a, const TraceEvent& b) {
                         return a.kind == b.kind && a.thread == b.thread && a.line == b.line &&
                                a.interval == b.interval && a.array == b.array &&
                                a.place == b.place && a.value == b.value;
                     }));
}

TEST_CASE("the output is what the recorded stores left") {
    const Traced traced(7);
    const RecordedLaunch recorded = traced.launch(9, std::nullopt);
    const Trace& trace = recorded.observation.trace;
    std::size_t stores = 0;
    for (const TraceEvent& event : trace.events) {
        if (event.kind == Kind::store && event.array == 1) {
            ++stores;
            std::uint32_t left = 0;
            std::memcpy(&left, recorded.observation.output.data() + event.place, sizeof left);
            CHECK(left == static_cast<std::uint32_t>(event.value[0]));
        }
    }
    CHECK(stores == 7 * 7 * 7);
}

TEST_CASE("each value that is read is the one that its writer left") {
    const Traced traced(5);
    const RecordedLaunch recorded = traced.launch(9, 0);
    const Trace& trace = recorded.observation.trace;
    const Writers writers(trace);
    std::size_t reads = 0;
    for (std::size_t i = 0; i < trace.events.size(); ++i) {
        const TraceEvent& event = trace.events[i];
        if (event.kind == Kind::load &&
            trace.arrays.at(static_cast<std::size_t>(event.array)).is_shared) {
            REQUIRE(writers.of[i] != Writers::nobody);
            const TraceEvent& writer = trace.events[writers.of[i]];
            CHECK(writer.value[0] == event.value[0]);
            CHECK(writer.interval < event.interval);
            ++reads;
        }
    }
    CHECK(reads == 7 * 5 * 5 * 5); // seven terms for each inner cell among the outputs of block 0
}

TEST_CASE("what has no room is counted, and nothing else is lost") {
    const Traced traced(13);
    const RecordedLaunch recorded = traced.launch(33, std::nullopt);
    const Trace& trace = recorded.observation.trace;
    CHECK(trace.events.size() == most_trace_events);
    CHECK(trace.left_out > 0);
    CHECK(recorded.observation.completed);
    CHECK(recorded.findings.empty());
}

TEST_CASE("a kernel that never ends is recorded as far as there is room") {
    const Traced traced(4, "float sum = ", "while (in[0] > -1e30f) {\n}\n        float sum = ");
    const RecordedLaunch recorded = traced.launch(9, 0);
    CHECK_FALSE(recorded.observation.completed);
    CHECK(recorded.observation.trace.events.size() <= most_trace_events);
    REQUIRE_FALSE(recorded.findings.empty());
    CHECK(recorded.findings.front().kind == FindingKind::timeout);
}

TEST_CASE("what lines cost adds up to the totals, and to what a recording has of each line") {
    for (int number = 1; number <= 13; ++number) {
        const Traced traced(number);
        const Lab lab = traced.variants().front();
        const std::int64_t side = number == 13 ? 9 : 20;
        const Extents extents{side, lab.axes > 1 ? side : 1, lab.axes > 2 ? side : 1};
        const CaseData data = draw_case(lab, extents, 1);
        RunInput input{extents, data.input, data.output, data.coefficients, poison_of(lab.element)};
        input.by_line = true;
        input.workers = 3;
        input.trace_capacity = 4 * most_trace_events;
        const Observation seen = run_case(lab, traced.program(), input, traced.submission());
        INFO(lab.id);
        REQUIRE(seen.completed);
        Counters sum;
        for (const LineCounters& line : seen.line_counters) {
            CHECK(line.line > 0);
            if (line.is_shared) {
                (line.is_store ? sum.shared_store_requests : sum.shared_load_requests) +=
                    line.requests;
                (line.is_store ? sum.shared_store_bytes : sum.shared_load_bytes) += line.bytes;
                sum.shared_bank_conflicts += line.conflicts;
            } else {
                (line.is_store ? sum.global_store_requests : sum.global_load_requests) +=
                    line.requests;
                (line.is_store ? sum.global_store_bytes : sum.global_load_bytes) += line.bytes;
                (line.is_store ? sum.global_store_sectors : sum.global_load_sectors) +=
                    line.sectors;
            }
            sum.divergent_requests += line.divergent;
        }
        for (const ShownCounter& counter : shown_counters) {
            if (counter.of_hardware == nullptr) {
                continue;
            }
            INFO(counter.key);
            CHECK(sum.*counter.field == seen.counters.*counter.field);
        }
        CHECK(sum.divergent_requests == seen.counters.divergent_requests);
        std::map<std::pair<int, bool>, std::uint64_t> requests_by_line;
        for (const WarpRequest& request : requests_of(seen.trace)) {
            ++requests_by_line[{request.line, request.is_shared}];
        }
        for (const LineCounters& line : seen.line_counters) {
            requests_by_line[{line.line, line.is_shared}] -= line.requests;
        }
        for (const auto& [line, left] : requests_by_line) {
            CHECK(left == 0);
        }
    }
}

TEST_CASE("of outputs alone the stores are recorded, and nothing besides") {
    const Traced traced(5);
    const RecordedLaunch all = traced.launch(12, std::nullopt);
    const RecordedLaunch some =
        record_launch(lab_of(5), all.extents, traced.program(), traced.submission(), 1,
                      std::nullopt, {.accesses_only = true, .outputs_only = true});
    const auto outputs = [](const RecordedLaunch& recorded) {
        const Trace& trace = recorded.observation.trace;
        std::vector<std::uint64_t> places;
        for (const TraceEvent& event : trace.events) {
            if (event.kind == Kind::store &&
                trace.arrays.at(static_cast<std::size_t>(event.array)).name == "out") {
                places.push_back(static_cast<std::uint64_t>(event.place));
            }
        }
        return places;
    };
    CHECK(outputs(some).size() == 10 * 10 * 10);
    CHECK(outputs(some) == outputs(all));
    CHECK(some.observation.trace.events.size() == outputs(some).size());
}
