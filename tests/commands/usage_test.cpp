// Wrong usage: one clear sentence on standard error, nothing on standard output, exit code 2.
#include "tests/catch.hpp"
#include "tests/run_checker.hpp"

#include <filesystem>
#include <fstream>

using namespace kit;

namespace {

std::string temporary_file(const std::string& name, const std::string& text) {
    const auto path = std::filesystem::temp_directory_path() / name;
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
}

} // namespace

TEST_CASE("commands and options that do not exist") {
    check_refused({}, "a command is missing; the commands are: list, check");
    check_refused({"chekc", "5"}, "did you mean 'check'");
    check_refused({"chek", "5", "--format", "json"}, "did you mean 'check'");
    check_refused({"analitycs", "quiz"}, "did you mean 'analytics'");
    check_refused({"check"}, "LAB");
    check_refused({"check", "5", "--nothing"}, "no option '--nothing'; see ./lab check --help");
    check_refused({"check", "5", "--formt", "json"}, "did you mean '--format'?");
    check_refused({"explore", "5", "--blok=32"}, "did you mean '--block'?");
    check_refused({"check", "5", "--root", "x"}, "--root stands before the command");
    check_refused({"check", "5", "--format", "xml"}, "xml");
    check_refused({"check", "5", "--seed", "many"}, "many");
    check_refused({"check", "5", "a.cu", "--solution"}, "not both");
}

TEST_CASE("labs and grids that do not exist") {
    check_refused({"check", "99"}, "99");
    check_refused({"check", "tiling"}, "tiling");
    check_refused({"check", "05-shared-memory-tilling"}, "Did you mean 05-shared-memory-tiling?");
    check_refused({"explore", "register-tilng"}, "Did you mean 07-register-tiling?");
    check_refused({"compare", "4", "basic-swep"}, "Did you mean 04-basic-sweep?");
    check_refused({"check", "5", "--grid", "two"}, "two");
    check_refused({"check", "5", "--grid", "2"}, "3");
    check_refused({"check", "5", "--grid", "120x64x33"}, "120x64x33");
    check_refused({"check", "5", "--grid", "-3"}, "-3");
    check_refused({"check", "5", "--grid", "100000"}, "100000");
}

TEST_CASE("files that are not there, and a directory") {
    check_refused({"check", "5", "/no/such/kernel.cu"}, "no such file");
    check_refused({"check", "5", "/tmp"}, "directory");
    check_refused({"check", "5", "/dev/zero"}, "ordinary file");
}

TEST_CASE("files that are no kernel are findings: exit code 1") {
    for (const auto& [text, message] : {std::pair<std::string, std::string>{"", "empty"},
                                        {std::string("\x7f"
                                                     "ELF\0",
                                                     5),
                                         "binary"},
                                        {"#include \"lab.cuh\"\n", "no kernel named"}}) {
        const std::string file = temporary_file("kit-test-kernel.cu", text);
        const ProcessResult result = run_checker({"check", "5", file});
        INFO(result.output << result.errors);
        CHECK(result.code == 1);
        CHECK_THAT(result.output, ContainsSubstring(message));
        CHECK(result.errors.empty());
        std::filesystem::remove(file);
    }
}

TEST_CASE("a machine without a compiler: exit code 3, with what to do") {
    const ProcessResult result = run_checker({"check", "5"}, {"KIT_CXX=no-such-compiler"});
    CHECK(result.code == 3);
    CHECK_THAT(result.errors, ContainsSubstring("no-such-compiler"));
    const ProcessResult bare = run_checker({"check", "5"}, {"PATH=/nowhere"});
    CHECK(bare.code == 3);
    CHECK_THAT(bare.errors, ContainsSubstring("apt-get install clang"));
}

TEST_CASE("what needs a GPU says so where there is none to use") {
    // The tests' checker has no nvcc, and so none for a GPU either.
    const std::vector<std::string> solution{"check", "5", "--solution", "--grid", "33"};
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), solution.begin(), solution.end());
        return run_checker(more);
    };
    const ProcessResult gpu = with({"--backend", "gpu"});
    CHECK(gpu.code == 3);
    CHECK_THAT(gpu.errors, ContainsSubstring("--backend gpu needs a GPU: there is no"));
    CHECK(gpu.output.empty());
    const ProcessResult bound = with({"--gpu", "h200"});
    CHECK(bound.code == 0);
    CHECK_THAT(bound.output, ContainsSubstring("Not timed: there is no"));
    CHECK_THAT(bound.output, ContainsSubstring("takes at least 0.06 µs"));
    const ProcessResult unknown = with({"--gpu", "H900"});
    CHECK(unknown.code == 2);
    CHECK_THAT(unknown.errors, ContainsSubstring("There is no GPU 'H900'"));
    const ProcessResult tools = with({"--sanitize", "--profile", "--plot", "kit-test-roof.svg"});
    CHECK(tools.code == 0);
    CHECK_THAT(tools.output, ContainsSubstring("--sanitize and --profile need a GPU"));
    CHECK_THAT(tools.output, ContainsSubstring("--plot: there are no times to draw"));
    CHECK_FALSE(std::filesystem::exists("/tmp/kit-test-roof.svg"));
    CHECK(with({"--plot", "/no/such/folder/roof.svg"}).code == 2);
    const ProcessResult bench = run_checker({"bench", "gpu"});
    CHECK(bench.code == 2);
    CHECK_THAT(bench.errors, ContainsSubstring("type ./lab bench"));
}

TEST_CASE("help and version go to standard output: exit code 0") {
    CHECK_THAT(run_checker({"--help"}).output, ContainsSubstring("./lab"));
    CHECK_THAT(run_checker({"check", "--help"}).output, ContainsSubstring("Example"));
    CHECK(run_checker({"--version"}).code == 0);
}

TEST_CASE("every lab is listed") {
    const ProcessResult result = run_checker({"list"});
    CHECK(result.code == 0);
    for (const char* lab :
         {"01-sample-function", "04-basic-sweep", "05-shared-memory-tiling", "06-thread-coarsening",
          "07-register-tiling", "08-coarsening-factor", "09-laplacian-halo", "10-von-neumann-image",
          "12-speed-of-light", "13-time-stepping"}) {
        CHECK_THAT(result.output, ContainsSubstring(lab));
    }
}
