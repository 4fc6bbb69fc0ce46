// The kit checks itself: every skeleton builds and fails, every solution passes on all grids, and a
// new lab needs its two folders only.
#include "checker/base/json_text.hpp"
#include "checker/base/places.hpp"
#include "checker/catalog/catalog.hpp"
#include "tests/catch.hpp"
#include "tests/run_checker.hpp"
#include "tests/temporary_folder.hpp"

#include <fstream>
#include <iterator>

using namespace kit;
namespace fs = std::filesystem;
using nlohmann::json;

namespace {

std::string number(const Lab& lab) {
    return std::to_string(lab.number);
}

/// The skeleton as it is handed out: in labs/ a student's work may stand.
std::string skeleton_file(const Lab& lab) {
    static const TemporaryFolder folder;
    folder.write(lab.id + ".cu", skeleton_text(lab));
    return (folder.path() / (lab.id + ".cu")).string();
}

json checked(std::vector<std::string> arguments, int exit_code) {
    arguments.insert(arguments.end(), {"--format", "json"});
    const ProcessResult result = run_checker(arguments);
    INFO(result.output << result.errors);
    REQUIRE(result.code == exit_code);
    return json_from(result.output);
}

} // namespace

TEST_CASE("every solution passes on all its grids") {
    for (const Lab& lab : read_catalog(kit::source_root())) {
        const json report = checked({"check", number(lab), "--solution", "--seed", "7"}, 0);
        INFO(lab.id);
        CHECK(report["verdict"] == "passed");
        CHECK(report["score"] == lab.points);
        CHECK(report["findings"].empty());
        std::size_t of_lab = 0;
        std::size_t drawn = 0; // by the seed; others may be filled by the launch's blocks
        for (const Lab& variant : all_variants(lab)) {
            of_lab += variant.cases.size();
            drawn += lab.variants.size() > 2 ? 1 : 2;
        }
        const auto besides = static_cast<std::size_t>(std::ranges::count_if(
            report["cases"], [](const json& one) { return one["drawn"].get<bool>(); }));
        CHECK(report["cases"].size() - besides == of_lab);
        CHECK(besides >= drawn);
    }
}

TEST_CASE("every skeleton builds, runs to its end and fails") {
    for (const Lab& lab : read_catalog(kit::source_root())) {
        const json report = checked({"check", number(lab), skeleton_file(lab)}, 1);
        INFO(lab.id << indented_json(report));
        CHECK(report["verdict"] == "failed");
        CHECK(report["cases"].size() == lab.cases.size());
        for (const json& finding : report["findings"]) {
            CHECK(finding["kind"] == "wrong-output");
        }
    }
}

TEST_CASE("the chapter's figures are counted at 120³, digit by digit") {
    struct Row {
        int lab;
        std::uint64_t blocks, shared_bytes, loads;
    };

    for (const Row& row : {Row{4, 3375, 0, 11501224}, Row{5, 8000, 2048, 3944312},
                           Row{6, 64, 12288, 2000376}, Row{7, 64, 4096, 2000376}}) {
        const json report =
            checked({"check", std::to_string(row.lab), "--solution", "--grid", "120"}, 0);
        INFO(indented_json(report["counters"]));
        for (const char* side : {"counted", "predicted"}) {
            CHECK(report["counters"]["blocks"][side] == row.blocks);
            CHECK(report["counters"]["shared_bytes_per_block"][side] == row.shared_bytes);
            CHECK(report["counters"]["global_load_bytes"][side] == 4 * row.loads);
            CHECK(report["counters"]["global_store_bytes"][side] == 4 * 1643032);
        }
    }
}

TEST_CASE("labs of other shapes move what analytics computes for them") {
    for (const auto& [lab, grid] :
         std::vector<std::pair<std::string, std::string>>{{"1", "257"},
                                                          {"1", "1000003"},
                                                          {"8", "120"},
                                                          {"8", "40x40x18"},
                                                          {"8", "120x64x33"},
                                                          {"9", "120"},
                                                          {"9", "120x64x33"},
                                                          {"9", "7x200x3"},
                                                          {"10", "1"},
                                                          {"10", "13x9"},
                                                          {"10", "1023x769"}}) {
        const json report = checked({"check", lab, "--solution", "--grid", grid}, 0);
        INFO(lab << " on " << grid << indented_json(report["counters"]));
        for (const char* counter : {"blocks", "threads", "shared_bytes_per_block",
                                    "global_load_bytes", "global_store_bytes", "operations"}) {
            const json& both = report["counters"][counter];
            CHECK(both["predicted"].is_number());
            CHECK((counter == std::string("operations") || both["counted"] == both["predicted"]));
        }
    }
}

namespace {

/// Lab 05's solution, but on other grids than the lab's it does `instead`.
std::string solution_on_listed_grids(const std::string& instead) {
    std::ifstream file(kit::source_root() / "solutions/05-shared-memory-tiling/kernel.cu");
    std::string text{std::istreambuf_iterator<char>(file), {}};
    const std::string body = "int n) {\n";
    text.insert(text.find(body) + body.size(),
                "    if (n != 3 && n != 5 && n != 33 && n != 61 && n != 62 && n != 120) {\n" +
                    instead + "        return;\n    }\n");
    return text;
}

} // namespace

TEST_CASE("a kernel that is right on the lab's grids alone is wrong") {
    const TemporaryFolder folder;
    const fs::path kernel = folder.write("kernel.cu", solution_on_listed_grids(""));
    const json report = checked({"check", "5", kernel.string(), "--seed", "7"}, 1);
    CHECK(report["score"] == 0);
    REQUIRE(report["cases"].size() > 6);
    for (std::size_t i = 0; i < report["cases"].size(); ++i) {
        CHECK(report["cases"][i]["drawn"] == (i >= 6));
        CHECK(report["cases"][i]["verdict"] == (i < 6 ? "passed" : "failed"));
    }
    CHECK(checked({"check", "5", kernel.string(), "--grid", "62"}, 0)["verdict"] == "passed");
}

TEST_CASE("a kernel that has the technique on the lab's grids alone misses it") {
    const TemporaryFolder folder;
    const fs::path kernel = folder.write(
        "kernel.cu",
        solution_on_listed_grids(
            "        const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;\n"
            "        const int k = int(blockIdx.x) * OUT_TILE + x - 1;\n"
            "        const int j = int(blockIdx.y) * OUT_TILE + y - 1;\n"
            "        const int i = int(blockIdx.z) * OUT_TILE + z - 1;\n"
            "        const bool own = min(min(x, y), z) >= 1 && max(max(x, y), z) <= OUT_TILE;\n"
            "        if (own && min(min(i, j), k) >= 1 && max(max(i, j), k) <= n - 2) {\n"
            "            const int h = (i * n + j) * n + k;\n"
            "            out[h] = c[0] * in[h] + c[1] * in[h - 1] + c[2] * in[h + 1] +\n"
            "                     c[3] * in[h - n] + c[4] * in[h + n] + c[5] * in[h - n * n] +\n"
            "                     c[6] * in[h + n * n];\n        }\n"));
    const json report = checked({"check", "5", kernel.string(), "--seed", "7"}, 1);
    REQUIRE(report["findings"].size() == 1);
    CHECK(report["findings"][0]["kind"] == "technique-missing");
    for (const json& one : report["cases"]) {
        CHECK((one["verdict"] == "passed" || one["drawn"] == true));
    }
}

TEST_CASE("the same seed gives the same report") {
    const auto report = [] {
        const std::vector<Lab> labs = read_catalog(kit::source_root());
        const std::string skeleton = skeleton_file(find_lab(labs, "5"));
        json result = checked({"check", "5", skeleton, "--grid", "33", "--seed", "42"}, 1);
        for (json& one : result["cases"]) {
            one.erase("seconds");
        }
        return result;
    };
    CHECK(report() == report());
}

TEST_CASE("a lab is added by adding its two folders") {
    const TemporaryFolder folder;
    const fs::path& root = folder.path();
    for (const char* part : {"labs", "solutions"}) {
        fs::create_directories(root / part / "21-own-lab");
        fs::copy(kit::source_root() / part / "04-basic-sweep", root / part / "21-own-lab");
    }
    const ProcessResult list = run_checker({"--root", root.string(), "list"});
    CHECK_THAT(list.output, ContainsSubstring("21-own-lab"));
    const ProcessResult check =
        run_checker({"--root", root.string(), "check", "21", "--solution", "--grid", "33"});
    CHECK(check.code == 0);
    std::ofstream(root / "labs/21-own-lab/lab.toml", std::ios::app) << "\nnonsense = 1\n";
    const ProcessResult damaged = run_checker({"--root", root.string(), "list"});
    CHECK(damaged.code == 3);
    CHECK_THAT(damaged.errors, ContainsSubstring("nonsense"));
}
