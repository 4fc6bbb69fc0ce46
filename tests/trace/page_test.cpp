// Tests of the trace's page: what the file holds, and what it must not. How it behaves in a browser is
// browser_test.py's.
#include "checker/trace/moments.hpp"
#include "checker/trace/trace_page.hpp"
#include "tests/catch.hpp"
#include "tests/trace/page_json.hpp"
#include "tests/trace/traced.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <set>

using namespace kit;
using namespace kit::tests;
using nlohmann::json;

namespace {

std::size_t count_of(std::string_view text, std::string_view part) {
    std::size_t count = 0;
    for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) {
        ++count;
    }
    return count;
}

std::size_t accesses_of(const Trace& trace) {
    return static_cast<std::size_t>(
        std::ranges::count_if(trace.events, [](const TraceEvent& event) {
            return event.kind != TraceEvent::Kind::barrier && event.kind != TraceEvent::Kind::end;
        }));
}

} // namespace

TEST_CASE("moments have each access once, in each thread's order") {
    for (const int number : {3, 5, 7, 10, 13}) {
        const Traced traced(number);
        const RecordedLaunch recorded = traced.launch(9, 0);
        const Trace& trace = recorded.observation.trace;
        std::set<std::size_t> seen;
        std::map<std::uint32_t, std::size_t> last;
        std::uint32_t interval = 0;
        for (const Moment& moment : moments_of(trace, 0)) {
            CHECK(moment.interval >= interval);
            interval = moment.interval;
            for (std::uint32_t lane = 0; lane < WarpRequest::lanes_of_warp; ++lane) {
                const std::size_t event = moment.event[lane];
                REQUIRE((event != WarpRequest::none) == ((moment.lanes >> lane & 1U) != 0));
                if (event == WarpRequest::none) {
                    continue;
                }
                REQUIRE(seen.insert(event).second);
                const std::uint32_t thread = trace.events[event].thread;
                REQUIRE(thread == moment.warp * WarpRequest::lanes_of_warp + lane);
                if (const auto before = last.find(thread); before != last.end()) {
                    REQUIRE(before->second < event);
                }
                last[thread] = event;
            }
        }
        CHECK(seen.size() == accesses_of(trace));
    }
}

TEST_CASE("lanes that skip an access keep their place") {
    Trace trace;
    trace.arrays.push_back({.name = "in", .bytes = 4096});
    const auto load = [&](std::uint32_t thread, std::uint64_t code) {
        trace.events.push_back({.kind = TraceEvent::Kind::load,
                                .thread = thread,
                                .line = static_cast<int>(code),
                                .code = code,
                                .array = 0,
                                .address = 4096 + 4 * thread,
                                .place = 4 * thread,
                                .bytes = 4});
    };
    load(0, 30);
    load(1, 20);
    load(1, 30);
    const std::vector<Moment> moments = moments_of(trace, 0);
    REQUIRE(moments.size() == 2);
    CHECK(moments[0].line == 20);
    CHECK(moments[1].line == 30);
    CHECK(moments[1].lanes == 3);
}

TEST_CASE("a page's data has a column for each fact, of one length") {
    const Traced traced(5);
    const RecordedLaunch recorded = traced.launch(9, 0);
    const json data = data_in(trace_page(recorded, {}));
    const std::size_t moments = data["moments"]["warp"].size();
    for (const auto& [name, column] : data["moments"].items()) {
        INFO(name);
        CHECK(column.size() == moments);
    }
    std::size_t lanes = 0;
    for (const json& mask : data["moments"]["lanes"]) {
        lanes += static_cast<std::size_t>(__builtin_popcount(mask.get<unsigned>()));
    }
    CHECK(lanes == accesses_of(recorded.observation.trace));
    for (const auto& [name, column] : data["events"].items()) {
        INFO(name);
        CHECK(column.size() == lanes);
    }
    CHECK(data["barriers"].size() == 1);
    CHECK(data["ended"].size() == 512);
    CHECK(data["origins"]["event"].size() == 343); // each cell that the block loads
    CHECK(data["thread"].is_null());
    CHECK(data_in(trace_page(recorded, {.thread = 7}))["thread"] == 7);
}

TEST_CASE("a race has both its accesses in the page") {
    const Traced traced(5, "    __syncthreads();\n", "");
    const RecordedLaunch recorded = traced.launch(9, 0);
    const json data = data_in(trace_page(recorded, {}));
    REQUIRE(data["findings"][0]["kind"] == "race-shared");
    const auto a = data["findings"][0]["event"].get<std::int64_t>();
    const auto b = data["findings"][0]["other"].get<std::int64_t>();
    CHECK(a >= 0);
    CHECK(b >= 0);
    CHECK(a != b);
}

TEST_CASE("a page without the source has no line of it, and all else") {
    const Traced traced(5);
    const RecordedLaunch recorded = traced.launch(9, 0);
    const std::string page = trace_page(recorded, {.with_source = false});
    CHECK(page.find("__syncthreads") == std::string::npos);
    CHECK(page.find("tile[tz]") == std::string::npos);
    const json data = data_in(page);
    const json whole = data_in(trace_page(recorded, {}));
    CHECK(data["source"].empty());
    CHECK(whole["source"].size() > 20);
    for (const json& line : data["moments"]["line"]) {
        CHECK(line == 0);
    }
    CHECK(data["barriers"][0][1] == 0);
    CHECK(data["events"] == whole["events"]);
    CHECK(data["moments"]["sectors"] == whole["moments"]["sectors"]);
}

TEST_CASE("nothing that a student writes ends the page's data or becomes markup") {
    const Traced traced(
        5, "// Lab 05",
        "// </script><script>alert(1)</script><img src=x> {{data}} \xff &amp; Lab 05");
    const std::string page = trace_page(traced.launch(9, 0), {});
    CHECK(count_of(page, "<script") == 2);
    CHECK(count_of(page, "</script") == 2);
    CHECK(count_of(page, "<img") == 0);
    CHECK(data_in(page)["source"][0].get<std::string>().find("</script><script>alert(1)") !=
          std::string::npos);
    CHECK(page.find("'unsafe") == std::string::npos);
}

TEST_CASE("a trace's page names nothing outside") {
    const Traced traced(10);
    const std::string page = trace_page(traced.launch(9, 0), {});
    CHECK(count_of(page, "http://") == count_of(page, "http://www.w3.org/2000/svg"));
    for (const char* word : {"https://", "@import", "url(", "src=", "<link", "style=\"",
                             "innerHTML", "onload=", "{{"}) {
        INFO(word);
        CHECK(page.find(word) == std::string::npos);
    }
    CHECK(page.ends_with("</html>\n"));
}

TEST_CASE("a page of 1,024 threads and more than 20,000 accesses has less than 3 MB") {
    const Traced traced(7);
    const RecordedLaunch recorded = traced.launch(20, 0);
    CHECK(accesses_of(recorded.observation.trace) > 20'000);
    CHECK(trace_page(recorded, {}).size() < 3'000'000);
}
