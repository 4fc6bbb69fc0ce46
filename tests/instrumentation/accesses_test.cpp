// kit-instrument works before code is generated; here the code itself is looked at: each of its accesses
// was announced, or is one of those that harm nobody (OperandClass). KIT_TEST_SHARE=1/4 takes every fourth
// kernel.
#include "checker/base/places.hpp"
#include "checker/catalog/catalog.hpp"
#include "tests/catch.hpp"
#include "tests/instrumentation/access_scan.hpp"
#include "tests/instrumentation/objects.hpp"
#include "tests/parallel.hpp"
#include "tests/share.hpp"
#include "tests/submissions/submission.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace kit;
namespace fs = std::filesystem;

namespace {

struct Kernel {
    int lab = 0;
    std::string name;
    std::string text;
};

/// All that were written by hand, and of the mutations, which differ little from these, some.
std::vector<Kernel> kernels(const std::vector<Lab>& labs) {
    constexpr std::size_t one_mutation_of = 64;
    std::vector<Kernel> found;
    std::size_t mutations = 0;
    for (Submission& item : read_corpus(kit::source_root())) {
        const bool changed = item.origin == Origin::changed || item.origin == Origin::novice;
        if (!changed || mutations++ % one_mutation_of == 0) {
            found.push_back({item.lab, std::move(item.name), std::move(item.text)});
        }
    }
    for (const Lab& lab : labs) {
        std::ifstream in(kit::source_root() / "solutions" / lab.id / "kernel.cu");
        found.push_back(
            {lab.number, "solution-" + lab.id, {std::istreambuf_iterator<char>(in), {}}});
    }
    return shared_items(std::move(found));
}

/// A kernel's code as objdump prints it; empty if the kernel does not build.
std::string code_of(const ObjectMaker& maker, const std::vector<Lab>& labs, const Kernel& kernel) {
    const Lab& lab = find_lab(labs, std::to_string(kernel.lab));
    const fs::path object = maker.make(lab, kernel.name, kernel.text);
    return object.empty() ? "" : disassemble(object);
}

std::string complaints_of(const std::string& text) {
    std::string all;
    for (const std::string& complaint : scan_accesses(parse_disassembly(text)).complaints) {
        all += complaint + "\n";
    }
    return all;
}

/// A function that announces `announced` of rdi and then does `item`.
std::string function_with(const std::string& announced, const std::string& before,
                          const std::string& item) {
    return "0000000000000000 <_Z1fPf>:\n"
           "   0:\tpush   rbx\n"
           "   1:\tmov    rbx,rdi\n"
           "   4:\tcall   9 <_Z1fPf+0x9>\n"
           "\t\t\t5: R_X86_64_PLT32\t" +
           announced + "-0x4\n" + (before.empty() ? "" : "   9:\t" + before + "\n") + "  10:\t" +
           item + "\n  14:\tpop    rbx\n  15:\tret\n";
}

constexpr const char* plain_kernel = R"(#include "lab.cuh"
struct Block {
    float values[48];
};
__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float tile[64];
    __shared__ Block blocks[2];
    blocks[1] = blocks[n];
    const int i = blockIdx.x * 64 + threadIdx.x;
    tile[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    if (i < n) {
        for (int k = 0; k < n; ++k) {
            out[i] += tile[(threadIdx.x + k) % 64];
        }
    }
}
LaunchConfig launch_config(int n) { return {dim3((n + 63) / 64), dim3(64)}; }
)";

} // namespace

TEST_CASE("no access of any kernel's machine code is left out") {
    const std::vector<Lab> labs = read_catalog(kit::source_root());
    const std::vector<Kernel> all = kernels(labs);
    for (const HostCompiler& compiler : compilers()) {
        const TemporaryFolder folder;
        const ObjectMaker maker(compiler, folder.path(), labs);
        std::vector<AccessScan> scans(all.size());
        in_parallel(all.size(), [&](std::size_t i) {
            try {
                const std::string code = code_of(maker, labs, all[i]);
                scans[i] = code.empty() ? AccessScan{} : scan_accesses(parse_disassembly(code));
            } catch (const std::exception& error) {
                scans[i].complaints.emplace_back(error.what());
            }
        });
        AccessScan sum;
        std::size_t built = 0;
        for (std::size_t i = 0; i < all.size(); ++i) {
            INFO(compiler.path << ", " << all[i].name);
            CHECK(scans[i].complaints == std::vector<std::string>{});
            built += scans[i].functions > 0 ? 1 : 0;
            sum.functions += scans[i].functions;
            sum.announcements += scans[i].announcements;
            for (const auto& [what, count] : scans[i].operands) {
                sum.operands[what] += count;
            }
        }
        fmt::print("{}: {} of {} kernels built, {} functions, {} announcements\n",
                   compiler.path.string(), built, all.size(), sum.functions, sum.announcements);
        for (const auto& [what, count] : sum.operands) {
            fmt::print("  {:<20}{:>7}\n", name(what), count);
        }
        std::fflush(stdout);
        CHECK(built * 10 >= all.size() * 9);
        CHECK(sum.operands[OperandClass::announced] > 20 * static_cast<int>(built));
    }
}

TEST_CASE("the scan misses each announcement that is taken out") {
    const std::vector<Lab> labs = read_catalog(kit::source_root());
    for (const HostCompiler& compiler : compilers()) {
        const TemporaryFolder folder;
        const ObjectMaker maker(compiler, folder.path(), labs);
        const std::string code = code_of(maker, labs, {4, "plain", plain_kernel});
        REQUIRE(!code.empty());
        CHECK(complaints_of(code) == "");
        CHECK(scan_accesses(parse_disassembly(code)).checked_copies == 1);
        int taken = 0;
        for (auto at = code.find("\t__tsan_"); at != std::string::npos;
             at = code.find("\t__tsan_", at + 1)) {
            std::string without = code;
            without.replace(at, 8, "\tanother");
            INFO(compiler.path << "\n" << code.substr(at, 40));
            CHECK(complaints_of(without).find("not announced") != std::string::npos);
            ++taken;
        }
        CHECK(taken >= 5);
    }
}

TEST_CASE("an announcement stands for its own bytes, direction and address") {
    const auto complains = [](const std::string& announced, const std::string& before,
                              const std::string& item) {
        return !complaints_of(function_with(announced, before, item)).empty();
    };
    CHECK_FALSE(complains("__tsan_read4", "", "mov    eax,DWORD PTR [rbx]"));
    CHECK_FALSE(complains("__tsan_read4", "mov    r12,rbx", "mov    eax,DWORD PTR [r12]"));
    CHECK_FALSE(complains("__tsan_write4", "", "mov    DWORD PTR [rbx],eax"));
    CHECK(complains("__tsan_read4", "", "mov    eax,DWORD PTR [rbx+0x4]"));
    CHECK(complains("__tsan_read4", "", "mov    rax,QWORD PTR [rbx]"));
    CHECK(complains("__tsan_read4", "", "mov    DWORD PTR [rbx],eax"));
    CHECK(complains("__tsan_read4", "", "add    DWORD PTR [rbx],eax"));
    CHECK(complains("__tsan_read4", "", "mov    eax,DWORD PTR [rbx+rcx*4]"));
    CHECK(complains("__tsan_read4", "add    rbx,rcx", "mov    eax,DWORD PTR [rbx]"));
    CHECK(complains("__tsan_read4", "mov    eax,DWORD PTR [rbx]", "mov    ecx,DWORD PTR [rbx]"));
    CHECK(complains("__tsan_read4", "call   100 <_Z1gv>", "mov    eax,DWORD PTR [rbx]"));
    CHECK(complains("__tsan_read4", "", "mov    eax,DWORD PTR [rdi]"));
    CHECK(complains("another", "", "mov    eax,DWORD PTR [rbx]"));
    CHECK(complains("__tsan_read4", "", "mov    eax,DWORD PTR [rsp+rcx*4]"));
    CHECK(complains("__tsan_read4", "", "vaddps xmm0,xmm0,xmm1"));
}
