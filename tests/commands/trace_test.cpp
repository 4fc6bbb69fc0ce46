// ./lab trace, as its users run it.
#include "checker/base/json_text.hpp"
#include "checker/base/places.hpp"
#include "tests/catch.hpp"
#include "tests/run_checker.hpp"
#include "tests/temporary_folder.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

using namespace kit;

namespace {

std::string contents_of(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    REQUIRE(stream);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// A lab's solution with a change, in a folder, and the page of a command on it.
class Changed {
public:
    Changed(const std::string& lab, const std::string& from, const std::string& to) {
        std::string text = contents_of(kit::source_root() / "solutions" / lab / "kernel.cu");
        const std::size_t at = text.find(from);
        REQUIRE(at != std::string::npos);
        text.replace(at, from.size(), to);
        folder_.write("kernel.cu", text);
    }

    [[nodiscard]] std::string file() const { return (folder_.path() / "kernel.cu").string(); }

    [[nodiscard]] std::string page() const { return (folder_.path() / "page.html").string(); }

    [[nodiscard]] bool has_page() const { return std::filesystem::exists(page()); }

    /// The JSON in the page, as the browser finds it.
    [[nodiscard]] nlohmann::json data() const {
        const std::string all = contents_of(page());
        const std::string open = "<script type=\"application/json\" id=\"data\">";
        const std::size_t begin = all.find(open) + open.size();
        return json_from(all.substr(begin, all.find("</script>", begin) - begin));
    }

    [[nodiscard]] ProcessResult check(const std::string& lab,
                                      const std::vector<std::string>& more = {}) const {
        std::vector<std::string> command{"check", lab, file(), "--trace", page(), "--seed", "1"};
        command.insert(command.end(), more.begin(), more.end());
        return run_checker(command);
    }

private:
    TemporaryFolder folder_;
};

} // namespace

TEST_CASE("a page of several GPUs opens on the launch of its finding, or on the one asked for") {
    const Changed narrow("14-several-gpus",
                         "__threadfence_system();\n            if (beside_below)",
                         "__threadfence();\n            if (beside_below)");
    std::vector<std::string> command{"trace",  "14", narrow.file(), "--grid",     "6",
                                     "--gpus", "2",  "--html",      narrow.page()};
    REQUIRE(run_checker(command).code == 0);
    const nlohmann::json found = narrow.data();
    CHECK(found["opens_on_first"] == true);
    CHECK(found["findings"][0]["kind"] == "race-global");
    CHECK(found["gpu"]["gpus"] == 2);
    CHECK(found["gpu"]["sweep"] > 0); // nothing to race with in the first
    command.insert(command.end(), {"--gpu", "1", "--sweep", "2", "--thread", "1"});
    REQUIRE(run_checker(command).code == 0);
    CHECK(narrow.data()["gpu"]["number"] == 1);
    CHECK(narrow.data()["gpu"]["sweep"] == 2);
}

TEST_CASE("trace tells what a thread of the solution does") {
    const ProcessResult result =
        run_checker({"trace", "5", "--solution", "--thread", "2,2,2", "--grid", "9"});
    CHECK(result.code == 0);
    CHECK_THAT(result.output, ContainsSubstring("Thread (2,2,2) of block (0,0,0)"));
    CHECK_THAT(result.output, ContainsSubstring("from thread (1,2,2) before line 52"));
    // The same input in each run: what a handout shows is what a reader sees.
    CHECK(run_checker({"trace", "5", "--solution", "--thread", "2,2,2"}).output == result.output);
}

TEST_CASE("trace --format json gives one object a line") {
    const ProcessResult result =
        run_checker({"trace", "4", "--solution", "--block", "1,1,1", "--format", "json"});
    CHECK(result.code == 0);
    std::istringstream lines(result.output);
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line); ++count) {
        CHECK(json_from(line).contains("type"));
    }
    CHECK(count > 8);
}

TEST_CASE("trace says which blocks, threads and findings there are") {
    const auto refused = [](const char* option, const char* value, const std::string& message) {
        check_refused({"trace", "5", "--solution", option, value}, message);
    };
    refused("--block", "2", "no block (2,0,0); the launch has 2×2×2 of them");
    refused("--thread", "0,0,8", "no thread (0,0,8)");
    refused("--thread", "1;2", "such as 2,1,0");
    refused("--finding", "1", "there are 0 findings");
    refused("--grid", "2", "has a side of 2");
}

TEST_CASE("check --lines shows what each line costs, and has it in JSON") {
    const ProcessResult text = run_checker({"check", "5", "--solution", "--lines", "--grid", "20"});
    CHECK(text.code == 0);
    CHECK_THAT(text.output, ContainsSubstring("Accesses by line on 20³"));
    CHECK_THAT(text.output, ContainsSubstring("tile[tz][ty][tx] = in["));
    const auto lines_of = [](const std::vector<std::string>& options) {
        std::vector<std::string> command{"check", "5",        "--solution", "--grid",
                                         "20",    "--format", "json"};
        command.insert(command.end(), options.begin(), options.end());
        return json_from(run_checker(command).output).value("lines", nlohmann::json());
    };
    const nlohmann::json lines = lines_of({"--lines"});
    REQUIRE(lines.size() == 7);
    CHECK(lines[0]["memory"] == "global");
    CHECK(lines[0]["conflicts"].is_null());
    CHECK(lines[1]["conflicts"] == 0);
    CHECK(lines_of({}).is_null());
}

TEST_CASE("a file that does not compile has no trace, but its errors") {
    const ProcessResult result =
        run_checker({"trace", "5", kit::source_root().string() + "/tests/catch.hpp"});
    CHECK(result.code == 1);
    CHECK_THAT(result.output, ContainsSubstring("error["));
}

TEST_CASE("trace --compare shows two kernels' warps side by side, and what they add up to") {
    const ProcessResult result = run_checker({"trace", "5", "--solution", "--compare", "4"});
    CHECK(result.code == 0);
    // One load of the tile's cell against the seven points of the stencil.
    CHECK_THAT(result.output,
               ContainsSubstring(
                   "requests for global memory                                2              8"));
    CHECK_THAT(result.output,
               ContainsSubstring(
                   "requests for shared memory                                8              0"));
    // The launch's sums are those that a check counts.
    const nlohmann::json counters =
        json_from(run_checker({"check", "5", "--solution", "--grid", "9", "--format", "json"})
                      .output)["counters"];
    const auto counted = [&](const char* name) { return counters[name]["counted"].get<int>(); };
    const std::string launch = result.output.substr(result.output.find("The whole launch"));
    for (const int sum : {counted("global_load_requests") + counted("global_store_requests"),
                          counted("global_load_sectors") + counted("global_store_sectors"),
                          counted("shared_load_requests") + counted("shared_store_requests")}) {
        CHECK_THAT(launch, ContainsSubstring(" " + std::to_string(sum) + " "));
    }
    for (const char* width : {"9", "20"}) {
        const ProcessResult same =
            run_checker({"trace", "6", "--solution", "--compare", "7", "--grid", width});
        CHECK(same.code == 0);
        CHECK_THAT(same.output, ContainsSubstring("barrier 1"));
    }
    check_refused({"trace", "5", "--compare", "4", "--html", "page.html"}, "leave out --html");
    check_refused({"trace", "5", "--solution", "--compare", "99"}, "99");
}

TEST_CASE("check --trace opens its page on both threads of a race, on the smallest grid") {
    const Changed race("05-shared-memory-tiling", "    __syncthreads();\n", "");
    const ProcessResult result = race.check("5");
    CHECK(result.code == 1);
    CHECK_THAT(result.output, ContainsSubstring("page.html: open it in a browser.\nIt shows "
                                                "race-shared on 3³, at thread (2,2,2)"));
    const nlohmann::json data = race.data();
    CHECK(data["extents"] == nlohmann::json({3, 3, 3}));
    CHECK(data["opens_on_first"] == true);
    CHECK(data["findings"][0]["kind"] == "race-shared");
    CHECK(data["findings"][0]["event"] >= 0);
    CHECK(data["findings"][0]["other"] >= 0);
}

TEST_CASE("check --trace opens its page on the access outside an array") {
    const Changed outside("04-basic-sweep", "k <= n - 2;", "k <= n + 4;");
    CHECK(outside.check("4").code == 1);
    const nlohmann::json finding = outside.data()["findings"][0];
    CHECK(finding["kind"] == "out-of-bounds-global");
    CHECK(finding["event"] >= 0);
}

TEST_CASE("check --trace opens its page on the thread that writes a wrong cell") {
    const Changed wrong("04-basic-sweep", "c[3] * in[here - row] + c[4]",
                        "c[4] * in[here - row] + c[3]");
    CHECK_THAT(wrong.check("4").output,
               ContainsSubstring("wrong-output on 3³, at thread (1,1,1) of block (0,0,0)"));
    const nlohmann::json data = wrong.data();
    CHECK(data["findings"][0]["event"] >= 0);
    CHECK(data["thread"].is_null()); // the access is what it opens on
}

TEST_CASE("check --trace opens its page on the thread that should write a cell") {
    const Changed short_by_one("05-shared-memory-tiling", "(n - 2) / OUT_TILE + 1",
                               "(n - 3) / OUT_TILE + 1");
    // The last block, and its thread nearest to the first cell that no block reaches.
    CHECK_THAT(short_by_one.check("5").output,
               ContainsSubstring("wrong-output on 62³, at thread (7,2,2) of block (9,0,0)"));
    const nlohmann::json data = short_by_one.data();
    CHECK(data["findings"][0]["event"] == -1);
    CHECK(data["block"] == nlohmann::json({9, 0, 0}));
    CHECK(data["thread"] == (2 * 8 + 2) * 8 + 7);
}

TEST_CASE("check --trace of a kernel that never runs writes no page and says why") {
    const Changed broken("04-basic-sweep", "out[here] = sum;", "out[here] = su;");
    const ProcessResult result = broken.check("4");
    CHECK(result.code == 1);
    CHECK_THAT(result.output, ContainsSubstring("No page is written: build-error is found before"));
    CHECK(!broken.has_page());
}

TEST_CASE("check --trace of a right kernel shows the smallest grid") {
    const Changed right("04-basic-sweep", "int here", "int here");
    const ProcessResult result = right.check("4");
    CHECK(result.code == 0);
    CHECK_THAT(result.output,
               ContainsSubstring("Nothing is wrong; it shows the smallest grid, 3³."));
    CHECK(right.data()["findings"].empty());
}

TEST_CASE("check --trace leaves JSON as it is") {
    const Changed race("05-shared-memory-tiling", "    __syncthreads();\n", "");
    const ProcessResult result = race.check("5", {"--format", "json", "--grid", "9"});
    CHECK(json_from(result.output)["verdict"] == "failed");
    CHECK_THAT(result.errors, ContainsSubstring("page.html: open it in a browser"));
    CHECK(race.data()["extents"] == nlohmann::json({9, 9, 9}));
}

TEST_CASE("a page that cannot be written is refused before anything runs") {
    const Changed right("04-basic-sweep", "int here", "int here");
    for (const char* command : {"check", "trace"}) {
        const char* option = command == std::string("check") ? "--trace" : "--html";
        check_refused({command, "4", right.file(), option, "/no/such/folder/page.html"},
                      "cannot be written");
        // A slip must not overwrite the kernel.
        check_refused({command, "4", right.file(), option, right.file()}, "must end in .html");
    }
    CHECK(!contents_of(right.file()).empty());
    check_refused({"check", "4", right.file(), "--trace", right.page(), "--backend", "gpu"},
                  "--trace needs the emulator");
    CHECK(!right.has_page());
}

TEST_CASE("trace --finding opens its page on that finding") {
    const Changed race("05-shared-memory-tiling", "    __syncthreads();\n", "");
    const ProcessResult result =
        run_checker({"trace", "5", race.file(), "--finding", "3", "--html", race.page()});
    CHECK(result.code == 0);
    const nlohmann::json data = race.data();
    CHECK(data["findings"][0]["kind"] == "wrong-output");
    CHECK(data["findings"][0]["event"] >= 0);
}
