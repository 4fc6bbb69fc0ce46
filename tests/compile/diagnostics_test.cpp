// What compilers say of student's mistakes, and what the kit makes of it: with the real compilers,
// because their words are what must be understood.
#include "checker/base/errors.hpp"
#include "checker/compile/emulator_build.hpp"
#include "checker/compile/located_line.hpp"
#include "checker/compile/nvcc_report.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

using namespace kit;

namespace {

Lab sweep() {
    Lab lab;
    lab.id = "trial";
    lab.kernel = "stencil_kernel";
    lab.cube = true;
    lab.arguments = {{"in", KernelArgument::Role::input},
                     {"out", KernelArgument::Role::output},
                     {"n", KernelArgument::Role::side}};
    lab.stencil.resize(7);
    return lab;
}

const std::string config = "LaunchConfig launch_config(int n) { return {dim3(n), dim3(8)}; }\n";
const std::string kernel =
    "__global__ void stencil_kernel(const float* in, float* out, int n) { out[0] = in[0]; }\n";
const std::string head = "#include \"lab.cuh\"\n";

std::vector<HostCompiler> compilers() {
    std::vector<HostCompiler> found;
    for (const char* name : {"clang++-14", "clang++-18", "clang++-19"}) {
        if (const auto path = find_program(name)) {
            found.push_back(compiler_at(*path));
        }
    }
    if (found.empty()) {
        found.push_back(find_host_compiler());
    }
    return found;
}

BuildCache test_cache() {
    return BuildCache(BuildCache::default_folder());
}

constexpr int any_line = -1;

/// The findings of every compiler there is must begin with this kind, line and text.
void expect(const std::string& text, FindingKind kind, int line, const std::string& message) {
    for (const HostCompiler& compiler : compilers()) {
        BuildCache cache = test_cache();
        const BuildOutcome outcome =
            build_for_emulator(sweep(), {"mine/kernel.cu", text}, compiler, kit_files(), cache);
        INFO(compiler.path << "\n" << text);
        CHECK_FALSE(outcome.artifact.has_value());
        REQUIRE_FALSE(outcome.findings.empty());
        const Finding& finding = outcome.findings.front();
        INFO(finding.message << "\n" << finding.detail);
        CHECK(name(finding.kind) == name(kind));
        CHECK_THAT(finding.message, ContainsSubstring(message));
        if (line != any_line) {
            CHECK((finding.lines.empty() ? 0 : finding.lines.front().line) == line);
        }
        for (const Finding& each : outcome.findings) {
            for (const SourceLine& place : each.lines) {
                CHECK(place.file == "mine/kernel.cu");
            }
            CHECK(each.message.find("kit_") == std::string::npos);
            CHECK(each.message.find("submission.cpp") == std::string::npos);
        }
    }
}

} // namespace

TEST_CASE("a submission that is right builds, and the second time from the cache") {
    for (const HostCompiler& compiler : compilers()) {
        BuildCache cache = test_cache();
        const SubmissionFile file{"kernel.cu", head + kernel + config};
        build_for_emulator(sweep(), file, compiler, kit_files(), cache);
        const BuildOutcome again = build_for_emulator(sweep(), file, compiler, kit_files(), cache);
        REQUIRE(again.artifact.has_value());
        CHECK(again.artifact->from_cache);
        CHECK(again.findings.empty());
    }
}

TEST_CASE("precompiled headers change no verdict, damaged ones neither") {
    for (const HostCompiler& compiler : compilers()) {
        INFO(compiler.path);
        const TemporaryFolder folder;
        BuildCache cache(folder.path());
        const auto builds = [&](const std::string& text) {
            return build_for_emulator(sweep(), {"kernel.cu", text}, compiler, kit_files(), cache)
                .artifact.has_value();
        };
        // What each side of CUDA has of the C library, which some clang mixes up in such headers.
        const std::string prints =
            "#include <cstdio>\n#include <string>\n" + head +
            "__global__ void stencil_kernel(const float* in, float* out, int n) {\n"
            "    std::printf(\"%d\", n);\n}\n"
            "LaunchConfig launch_config(int n) { printf(\"%d\", n); return {dim3(n), dim3(8)}; }\n";
        CHECK(builds(prints));
        CHECK_FALSE(builds(kernel + config)); // LaunchConfig is the course's, not CUDA's
        int found = 0;
        for (const auto& item : std::filesystem::recursive_directory_iterator(folder.path())) {
            if (item.path().extension() == ".pch") {
                std::filesystem::resize_file(item.path(), 1000);
                ++found;
            }
        }
        CHECK(found == 2);
        CHECK(builds(head + kernel + config));
    }
}

TEST_CASE("an error in the student's own line") {
    expect(head +
               "__global__ void stencil_kernel(const float* in, float* out, int n) {\n"
               "    out[0] = missing_name;\n}\n" +
               config,
           FindingKind::build_error, 3, "missing_name");
    expect(head + kernel + config + "int broken = ;\n", FindingKind::build_error, 4,
           "a value is missing");
    expect(head + kernel + config + "}\n", FindingKind::build_error, 4, "a '}' too many");
}

TEST_CASE("a message of megabytes keeps its beginning and its end") {
    const auto located =
        located_line("kernel.cu:4:5: error: no conversion from 'P<" + std::string(1 << 20, 'a') +
                     ">' to 'int', which the declaration of the variable wants, as "
                     "was said more than a hundred letters before this end [-Wx]");
    REQUIRE(located);
    CHECK(located->text.size() < 1000);
    CHECK(located->text.starts_with("no conversion from 'P<a"));
    CHECK(located->text.find("a… ") != std::string::npos);
    CHECK(located->text.ends_with("before this end"));
    CHECK(located->option == "-Wx");
    const std::string shorter = std::string(640, 'a') + " as it is";
    CHECK(located_line("kernel.cu:4:5: error: " + shorter).value().text == shorter);
}

TEST_CASE("the compiler's fix is told") {
    const auto hint = [](const HostCompiler& compiler, const std::string& body) {
        const std::string text = head +
                                 "__global__ void stencil_kernel(const float* in, float* out, "
                                 "int n) {\n" +
                                 body + "\n}\n" + config;
        BuildCache cache = test_cache();
        const BuildOutcome outcome =
            build_for_emulator(sweep(), {"kernel.cu", text}, compiler, kit_files(), cache);
        REQUIRE_FALSE(outcome.findings.empty());
        INFO(text << outcome.findings.front().message);
        CHECK(outcome.findings.front().lines.at(0).line == 3);
        for (const Finding& finding : outcome.findings) {
            CHECK(finding.message != "own words");
        }
        return outcome.findings.front().hint;
    };
    for (const HostCompiler& compiler : compilers()) {
        INFO(compiler.path);
        CHECK(hint(compiler, "\tout[blockIx.x] = 1; // out of memory, bad_alloc") ==
              "Perhaps: write 'blockIdx' for 'blockIx'.");
        CHECK(hint(compiler, "    out[0] = in[0]") == "Perhaps: add ';' at the end of the line.");
        CHECK(hint(compiler, "    out[0] = in[0] // first") == "Perhaps: add ';' after 'in[0]'.");
        CHECK(hint(compiler, "    if (n & 3 == 1) { out[0] = 1; }") ==
              "Perhaps: write '(n & 3)' for 'n & 3'.");
        CHECK(hint(compiler, "    float sum; out[0] = sum;") ==
              "Give it a value where it is declared. Perhaps: add '= 0.0' after 'sum'.");
        for (const auto& [statement, header] : {
                 std::pair{"half x;", "cuda_fp16.h"},
                 {"out[0] = __half2float(n);", "cuda_fp16.h"},
                 {"__nv_bfloat16 x;", "cuda_bf16.h"},
             }) {
            CHECK(hint(compiler, statement) ==
                  fmt::format("Write #include <{}> at the top of the file.", header));
        }
        // A line that looks like a fix, in which the compiler finds none.
        const auto fixed = [&](const std::string& body) {
            return hint(compiler, body).find("Perhaps") != std::string::npos;
        };
        CHECK_FALSE(fixed("fix-it:\"kernel.cu\":{3:1-3:4}:\"own\""));
        CHECK_FALSE(fixed("x/kernel.cu:3:1: error: own words"));
        // The compiler gets the line in another order.
        CHECK_FALSE(fixed("    __shared__ alignas(16) float t[8]; out[blockIx.x] = 1;"));
    }
}

TEST_CASE("what the lab demands and the file lacks") {
    expect(head + config, FindingKind::build_error, 0, "no kernel named 'stencil_kernel'");
    expect(head + "__global__ void stencil_kernel(const float* in, float* out) {}\n" + config,
           FindingKind::build_error, 0, "has 2 parameters; this lab's has 3");
    expect(
        head + "__global__ void stencil_kernel(float* in, double* out, int n) {}\n" + config,
        FindingKind::build_error, 0,
        "Parameter 2 of 'stencil_kernel' is of type double*: this lab's, 'out', is of type float*");
    expect(head + "template <class T>\n__global__ void stencil_kernel(T* in, T* out, int n) {}\n" +
               config,
           FindingKind::build_error, 0, "");
    expect(head + "__device__ void stencil_kernel(const float* in, float* out, int n) {}\n" +
               config,
           FindingKind::build_error, 0, "is a __device__ function");
    expect(head + kernel, FindingKind::build_error, 0, "no function named 'launch_config'");
    expect(head + kernel + "int launch_config(int n) { return n; }\n", FindingKind::build_error, 0,
           "launch_config");
}

TEST_CASE("braces that are never closed are told by the line that opened them") {
    expect(head + config +
               "__global__ void stencil_kernel(const float* in, float* out, int n) {\n"
               "    if (n > 0) {\n        out[0] = 1;\n}\n",
           FindingKind::build_error, 3, "missing");
}

TEST_CASE("a function that forgets to return a value is an error") {
    expect(head + kernel + "LaunchConfig launch_config(int n) {\n}\n", FindingKind::build_error, 4,
           "return");
}

TEST_CASE("a function that returns a value on some paths is a warning, as with nvcc") {
    for (const HostCompiler& compiler : compilers()) {
        BuildCache cache = test_cache();
        const std::string text =
            head + kernel + "__device__ int sign(float x) {\n    if (x < 0) return -1;\n}\n" +
            "LaunchConfig launch_config(int n) { if (n > 0) return {dim3(n)}; }\n";
        const BuildOutcome outcome =
            build_for_emulator(sweep(), {"kernel.cu", text}, compiler, kit_files(), cache);
        CHECK(outcome.artifact.has_value());
        REQUIRE(outcome.findings.size() == 1);
        CHECK(outcome.findings.front().kind == FindingKind::compiler_warning);
        CHECK(outcome.findings.front().lines.at(0).line == 5);
        CHECK(outcome.findings.front().lines.at(1).line == 6);
    }
}

TEST_CASE("a compiler that crashes is the kit's fault, one that runs out of memory the file's") {
    const auto build_with = [](const std::string& script) {
        const TemporaryFolder folder;
        HostCompiler compiler = find_host_compiler();
        compiler.path = folder.write("bin/clang++", "#!/bin/sh\n" + script + "\n");
        std::filesystem::permissions(compiler.path, std::filesystem::perms::owner_all);
        BuildCache cache = test_cache();
        return build_for_emulator(sweep(), {"kernel.cu", head + kernel + config + "// " + script},
                                  compiler, kit_files(), cache);
    };
    CHECK_THROWS_AS(build_with("kill -SEGV $$"), KitError);
    CHECK_THROWS_AS(build_with("echo 'PLEASE submit a bug report' >&2; exit 134"), KitError);
    const BuildOutcome outcome = build_with("echo 'LLVM ERROR: out of memory' >&2; kill -ABRT $$");
    REQUIRE(outcome.findings.size() == 1);
    CHECK_THAT(outcome.findings.front().message, ContainsSubstring("more memory"));
}

TEST_CASE("of functions that CUDA has no more it is told what replaces them") {
    expect(head +
               "__global__ void stencil_kernel(const float* in, float* out, int n) {\n"
               "    out[0] = __shfl_up(in[0], 1);\n}\n" +
               config,
           FindingKind::build_error, 3, "__shfl_up_sync(mask, value, steps)");
}

TEST_CASE("features that the emulator lacks are named") {
    expect(head +
               "__global__ void stencil_kernel(const float* in, float* out, int n) {\n"
               "    out[0] = clock64();\n}\n" +
               config,
           FindingKind::unsupported_feature, 3, "clock");
    expect(head +
               "__global__ void stencil_kernel(const float* in, float* out, int n) {\n"
               "    if (n < 0) __brkpt();\n}\n" +
               config,
           FindingKind::unsupported_feature, 3, "__brkpt (a debugger's breakpoint)");
    expect("#include <cooperative_groups/scan.h>\n" + head + kernel + config,
           FindingKind::unsupported_feature, 1, "cooperative groups");
    expect("#include <cuda/pipeline>\n" + head + kernel + config +
               "__device__ void f() { __shared__ cuda::barrier<cuda::thread_scope_block> b; }\n",
           FindingKind::unsupported_feature, 5, "cuda::barrier");
    expect("#include <cuda/pipeline>\n" + head + kernel + config +
               "__device__ void f(cuda::pipeline<cuda::thread_scope_block> p) {}\n",
           FindingKind::unsupported_feature, 5, "cuda::pipeline<cuda::thread_scope_block>");
    expect(head +
               "__global__ void stencil_kernel(const float* in, float* out, int n) {\n"
               "    float* p; cudaMalloc(&p, 4);\n}\n" +
               config,
           FindingKind::unsupported_feature, 3, "host functions");
    expect(head +
               "__global__ void stencil_kernel(const float* in, float* out, int n) {\n"
               "    int r;\n    asm volatile(\"mov.u32 %0, %laneid;\" : \"=r\"(r));\n    out[0] = "
               "r;\n}\n" +
               config,
           FindingKind::unsupported_feature, 4, "inline PTX");
    expect(head +
               "#include <atomic>\nstd::atomic<int> a;\n"
               "__global__ void stencil_kernel(const float* in, float* out, int n) {\n"
               "    a.fetch_add(1); out[0] = a.load();\n}\n" +
               config,
           FindingKind::unsupported_feature, any_line, "std::atomic");
}

TEST_CASE("a submission must not launch kernels") {
    expect(head + kernel + config +
               "void go() {\n    stencil_kernel<<<1, 1>>>(nullptr, nullptr, 3);\n}\n",
           FindingKind::build_error, 5, "must not launch kernels");
}

TEST_CASE("other files than lab.cuh cannot be included") {
    expect(head + "#include \"mine.h\"\n" + kernel + config, FindingKind::build_error, 2,
           "no header 'mine.h'");
}

TEST_CASE("what is declared must be defined") {
    expect(head +
               "__device__ float f(float);\n"
               "__global__ void stencil_kernel(const float* in, float* out, int n) {\n"
               "    out[0] = f(in[0]);\n}\n" +
               config,
           FindingKind::build_error, 4, "never defined");
}

TEST_CASE("shared memory has no initializer") {
    expect(head +
               "__global__ void stencil_kernel(const float* in, float* out, int n) {\n"
               "    __shared__ float sum = 5;\n    out[threadIdx.x] = sum; sum = 1;\n}\n" +
               config,
           FindingKind::build_error, any_line, "initializer");
}

TEST_CASE("files that are no source are refused before any compiler runs") {
    expect("", FindingKind::build_error, 0, "empty");
    expect(" \n\t\n", FindingKind::build_error, 0, "empty");
    expect(std::string("\x7f"
                       "ELF\0\0",
                       6),
           FindingKind::build_error, 0, "binary");
    expect(std::string(2 << 20, 'x'), FindingKind::build_error, 0, "1 MiB");
}

TEST_CASE("templates without end are an error, not a hang") {
    expect(head +
               "template <int n> struct Endless { static constexpr int value = Endless<n + "
               "1>::value; };\n"
               "int x = Endless<0>::value;\n" +
               kernel + config,
           FindingKind::build_error, 2, "depth");
}

TEST_CASE("paths that are no files are wrong usage") {
    CHECK_THROWS_AS(read_submission("/no/such/kernel.cu"), UsageError);
    CHECK_THROWS_AS(read_submission("/tmp"), UsageError);
    CHECK_THROWS_AS(read_submission("/dev/null"), UsageError);
}

TEST_CASE("a line of the file by its number") {
    const SubmissionFile file{"kernel.cu", "one\ntwo\r\nthree"};
    CHECK(file.line(1) == "one");
    CHECK(file.line(2) == "two");
    CHECK(file.line(3) == "three");
    CHECK(file.line(4).empty());
    CHECK(file.line(0).empty());
}

TEST_CASE("nvcc, where there is one, has the last word on CUDA") {
    const auto nvcc = find_nvcc();
    if (!nvcc) {
        WARN("no nvcc here");
        return;
    }
    BuildCache cache = test_cache();
    const NvccReport right =
        report_by_nvcc(*nvcc, sweep(), {"kernel.cu", head + kernel + config}, kit_files(), cache);
    REQUIRE(right.resources.has_value());
    CHECK(right.resources->registers > 0);
    CHECK(right.findings.empty());
    // The host compiler has no objection to calling a host function from a kernel.
    const NvccReport wrong = report_by_nvcc(
        *nvcc, sweep(),
        {"kernel.cu",
         head +
             "void host() {}\n__global__ void stencil_kernel(const float* in, float* out, "
             "int n) {\n    host();\n}\n" +
             config},
        kit_files(), cache);
    REQUIRE_FALSE(wrong.findings.empty());
    CHECK_THAT(wrong.findings.front().message, ContainsSubstring("host"));
    CHECK(wrong.findings.front().lines.at(0).line == 4);
}

TEST_CASE("a call of std::max gets the hint that CUDA has its own") {
    BuildCache cache = test_cache();
    const std::string text = "#include <algorithm>\n" + head +
                             "__global__ void stencil_kernel(const float* in, float* out, int n) "
                             "{ out[0] = std::max(in[0], 0.0f); }\n" +
                             config;
    const BuildOutcome outcome =
        build_for_emulator(sweep(), {"kernel.cu", text}, find_host_compiler(), kit_files(), cache);
    REQUIRE_FALSE(outcome.findings.empty());
    CHECK(outcome.findings.front().hint ==
          "CUDA has its own max() for two numbers: call it without std::.");
}

TEST_CASE("CUDA's rules on host and device hold without a CUDA toolkit") {
    const auto message = [&](const std::string& text) {
        BuildCache cache = test_cache();
        const BuildOutcome outcome = build_for_emulator(sweep(), {"kernel.cu", text},
                                                        find_host_compiler(), kit_files(), cache);
        return outcome.findings.empty() ? std::string() : outcome.findings.front().message;
    };
    const std::string parameters = "(const float* in, float* out, int n)";
    CHECK_THAT(message(head + "void stencil_kernel" + parameters + " { out[0] = 1; }\n" + config),
               ContainsSubstring("__global__ is missing"));
    CHECK_THAT(message(head + "float f(float x) { return x; }\n__global__ void stencil_kernel" +
                       parameters + " { out[0] = f(in[0]); }\n" + config),
               ContainsSubstring("calls f(), which is a function of the host"));
    CHECK_THAT(message(head + "float scale = 2;\n__global__ void stencil_kernel" + parameters +
                       " { out[0] = scale; }\n" + config),
               ContainsSubstring("'scale', which is a variable of the host"));
    CHECK_THAT(message(head + "__global__ void stencil_kernel" + parameters +
                       " { float t[n]; t[0] = in[0]; out[0] = t[n - 1]; }\n" + config),
               ContainsSubstring("not known when the file is compiled"));
}
