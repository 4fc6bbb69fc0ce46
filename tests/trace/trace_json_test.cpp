#include "checker/base/json_text.hpp"
#include "checker/trace/trace_json.hpp"
#include "tests/catch.hpp"
#include "tests/trace/traced.hpp"

#include <map>
#include <set>
#include <sstream>

using namespace kit;
using namespace kit::tests;
using nlohmann::json;

namespace {

std::set<std::string> keys_of(const json& object) {
    std::set<std::string> keys;
    for (const auto& [key, value] : object.items()) {
        keys.insert(key);
    }
    return keys;
}

} // namespace

TEST_CASE("a trace is JSON, one object a line, with the keys that are documented") {
    const Traced traced(5);
    const RecordedLaunch recorded = traced.launch(9, 0);
    std::istringstream lines(trace_json(recorded));
    std::map<std::string, std::size_t> types;
    for (std::string line; std::getline(lines, line);) {
        const json object = json_from(line);
        const auto type = object.at("type").get<std::string>();
        ++types[type];
        std::set<std::string> expected;
        if (type == "launch") {
            expected = {"type",   "version", "lab",    "file",     "grid",
                        "blocks", "threads", "events", "left_out", "arrays"};
        } else if (type == "access") {
            expected = {"type",  "event",   "block", "thread", "interval", "line",  "kind",
                        "array", "element", "place", "bytes",  "outside",  "value", "written_by"};
        } else if (type == "barrier") {
            expected = {"type", "event", "block", "line", "interval", "threads"};
        } else if (type == "end") {
            expected = {"type", "event", "block", "thread", "interval"};
        } else {
            REQUIRE(type == "request");
            expected = {"type", "block",  "warp",  "interval", "line",
                        "kind", "memory", "array", "lanes"};
            if (object["memory"] == "shared") {
                expected.insert("conflicts");
            } else {
                expected.insert({"sectors", "least_sectors"});
            }
            CHECK(object["lanes"].size() == 32);
        }
        CHECK(keys_of(object) == expected);
    }
    CHECK(types["launch"] == 1);
    CHECK(types["barrier"] == 1);
    CHECK(types["end"] == 512);
    CHECK(types["access"] + types["barrier"] + types["end"] ==
          recorded.observation.trace.events.size());
}
