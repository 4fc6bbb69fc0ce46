#include "checker/report/gcc_lines.hpp"
#include "checker/report/json_report.hpp"
#include "checker/report/text_report.hpp"
#include "tests/catch.hpp"
#include "tests/report/fixtures.hpp"

#include <nlohmann/json.hpp>

using namespace kit;
using Json = nlohmann::json;

TEST_CASE("every JSON report is one document with the contract's keys") {
    for (const auto& [name, lab, result] : fixtures::all()) {
        INFO(name);
        const Json json = Json::parse(json_report(lab, result));
        for (const char* key :
             {"kit_version", "lab", "submission", "backend", "seed", "verdict", "score",
              "max_score", "cases", "findings", "launch", "counters", "timing", "printed"}) {
            INFO(key);
            CHECK(json.contains(key));
        }
        CHECK(json["lab"] == lab.id);
        CHECK(json["cases"].size() == result.verdict.cases.size());
        CHECK(json["findings"].size() == result.verdict.findings.size());
    }
}

TEST_CASE("JSON counters stand beside their predictions") {
    const Json json = Json::parse(json_report(fixtures::tiling_lab(), fixtures::passed()));
    const Json& counters = json["counters"];
    CHECK(counters["blocks"] == Json{{"counted", 8000}, {"predicted", 8000}});
    CHECK(counters["global_load_bytes"]["counted"] == 15'777'248);
    CHECK(counters["ops_per_byte"]["counted"].get<double>() == Approx(1.35381));
    CHECK(counters["ops_per_byte_with_stores"]["predicted"].get<double>() == Approx(0.95571));
    CHECK(counters["shared_load_bytes"]["predicted"].is_null());
    CHECK(counters["global_load_sectors"] == Json{{"counted", 948'632}, {"predicted", nullptr}});
    CHECK(counters["shared_bank_conflicts"]["counted"] == 0);
    CHECK(json["launch"]["grid"] == Json{20, 20, 20});
    CHECK(json["timing"].is_null());
}

TEST_CASE("JSON says null for what is not known and names what is no number") {
    const Json image = Json::parse(json_report(fixtures::image_lab(), fixtures::unpredicted()));
    CHECK(image["cases"][1]["extents"] == Json{1920, 1080});
    CHECK(image["cases"][1]["max_error"] == "inf");
    CHECK(image["cases"][1]["allowed_error"] == "nan");
    CHECK(image["counters"]["blocks"]["predicted"].is_null());
    const Json late = Json::parse(json_report(fixtures::tiling_lab(), fixtures::timeout()));
    CHECK(late["cases"][1]["max_error"].is_null());
    CHECK(late["cases"][1]["mismatches"].is_null());
    CHECK(late["counters"].is_null());
    CHECK(late["findings"][0]["lines"][0]["column"].is_null());
    CHECK(late["findings"][0]["array"].is_null());
}

TEST_CASE("JSON takes any bytes a kernel prints") {
    CheckResult result = fixtures::crash_with_output();
    const Json json = Json::parse(json_report(fixtures::tiling_lab(), result));
    const std::string printed = json["printed"];
    CHECK_THAT(printed, ContainsSubstring("not UTF-8: \xEF\xBF\xBD\xEF\xBF\xBD,"));
    CHECK_THAT(printed, ContainsSubstring("\x1b[31mred"));
    result.seed = 0xFFFF'FFFF'FFFF'FFFF;
    CHECK(Json::parse(json_report(fixtures::tiling_lab(), result))["seed"] ==
          0xFFFF'FFFF'FFFF'FFFF);
}

TEST_CASE("a small change that makes a kernel right is in each form of the report") {
    CheckResult result = fixtures::wrong_output();
    result.resources.reset();
    CHECK(later_report_text(result, {false, 100}) == "");
    CHECK_FALSE(Json::parse(json_report(fixtures::tiling_lab(), result)).contains("change"));
    result.change = {
        {{"kernel.cu", 12, 0, "    int j = n;"}}, "another name than 'n' in line 12", 6};
    const std::string sentence =
        "Tried on 6 grids: with another name than 'n' in line 12, and nothing "
        "else changed, the kernel is right.";
    CHECK(later_report_text(result, {false, 120}) ==
          "\n" + sentence + "\n    12 │     int j = n;\n");
    CHECK(gcc_lines(result, "kernel.cu").find("kernel.cu:12:1: note: " + sentence + "\n") !=
          std::string::npos);
    CHECK(Json::parse(json_report(fixtures::tiling_lab(), result))["change"] ==
          Json{{"lines", {12}}, {"what", "another name than 'n' in line 12"}, {"grids", 6}});
}
