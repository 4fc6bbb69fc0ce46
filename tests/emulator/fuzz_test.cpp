// The emulator's checks against a slow model: thousands of small random programs, of which each
// must be judged alike by both. Every third is run as one that uses fences, which have other checks of
// global memory, although it comes to none. KIT_TEST_SHARE=1/4 takes every fourth.
#include "tests/catch.hpp"
#include "tests/emulator/fuzz_model.hpp"
#include "tests/emulator/fuzz_program.hpp"
#include "tests/emulator/trial.hpp"
#include "tests/share.hpp"

#include <fmt/format.h>

#include <atomic>
#include <mutex>
#include <thread>

using namespace kit;
using namespace kit::fuzz;

namespace {

constexpr std::uint64_t programs = 3000;
constexpr unsigned runners = 2;

/// The codes that the kernel below interprets: eight bits of what, eight of where.
enum Code : std::uint32_t { code_none, code_leave, code_sync = 2, code_stray = 5, code_access = 8 };

/// n says grid and block as well; see launch_of().
const char* const interpreter = R"(
template <class T>
__device__ void use(void* array, unsigned at, bool write) {
    volatile T* const cell = reinterpret_cast<volatile T*>(static_cast<char*>(array) + at);
    if (write) {
        *cell = 1;
    } else {
        (void)*cell;
    }
}

__global__ void k(const float* in, float* out, int n) {
    __shared__ __align__(16) unsigned shared[8];
    const volatile unsigned* program = reinterpret_cast<const volatile unsigned*>(in);
    const unsigned length = program[0];
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    for (unsigned i = 0; i < length; ++i) {
        const unsigned code = program[1 + thread * length + i];
        void* const array = code >> 8 & 1 ? static_cast<void*>(out) : static_cast<void*>(shared);
        const bool write = code >> 9 & 1;
        const unsigned at = code & 0xff;
        switch (code >> 10) {
        case 0: break;
        case 1: return;
        case 2: __syncthreads(); break;
        case 3: __syncwarp(); break;
        case 4: __syncwarp(threadIdx.x % 32 < 16 ? 0x0000ffffu : 0xffff0000u); break;
        case 5: __syncthreads(); break;
        case 8: use<unsigned char>(array, at, write); break;
        case 9: use<unsigned short>(array, at, write); break;
        case 10: use<unsigned>(array, at, write); break;
        case 11: use<unsigned long long>(array, at, write); break;
        default:
            atomicAdd(reinterpret_cast<unsigned*>(static_cast<char*>(array) + at), 1u);
            break;
        }
    }
}

LaunchConfig launch_config(int n) { return {dim3((n - 4096) / 64), dim3(n % 64)}; }
)";

int launch_of(const Program& program) {
    return static_cast<int>(4096 + 64 * program.blocks + program.threads);
}

std::uint32_t encode(const Operation& operation) {
    switch (operation.action) {
    case Action::none: return code_none;
    case Action::leave: return code_leave << 10;
    default: break;
    }
    const std::uint32_t size = operation.action == Action::atomic
                                   ? 4u
                                   : static_cast<std::uint32_t>(std::countr_zero(operation.bytes));
    return (code_access + size) << 10 | (operation.action == Action::write ? 1u << 9 : 0) |
           (operation.space == Space::global ? 1u << 8 : 0) | operation.at;
}

std::uint32_t encode(Sync sync, bool strays) {
    if (sync == Sync::none) {
        return code_none;
    }
    return strays ? code_stray << 10 : (code_sync - 1 + static_cast<std::uint32_t>(sync)) << 10;
}

/// The array `in`: what each thread does, after how many codes that is.
std::vector<std::uint32_t> encode(const Program& program) {
    std::vector<std::uint32_t> codes{static_cast<std::uint32_t>(2 * program.steps.size())};
    for (unsigned thread = 0; thread < program.all_threads(); ++thread) {
        for (std::size_t i = 0; i < program.steps.size(); ++i) {
            const bool strays =
                program.stray && program.stray->thread == thread && program.stray->step == i;
            codes.push_back(encode(program.steps[i].operations[thread]));
            codes.push_back(encode(program.steps[i].sync, strays));
        }
    }
    codes.resize(static_cast<std::size_t>(launch_of(program)));
    return codes;
}

/// The interpreter with a fence that no program comes to.
std::string interpreter_with_fence() {
    const std::string last = "case 5: __syncthreads(); break;";
    std::string text = interpreter;
    return text.replace(text.find(last), last.size(), last + " case 6: __threadfence(); break;");
}

/// The interpreter, built once.
class Emulator {
public:
    explicit Emulator(bool with_fences)
        : with_fences_(with_fences),
          file_(trial_file(with_fences ? interpreter_with_fence() : interpreter)) {
        BuildCache cache(BuildCache::default_folder());
        outcome_ = build_for_emulator(lab_, file_, find_host_compiler(), kit_files(), cache);
    }

    [[nodiscard]] const BuildOutcome& outcome() const { return outcome_; }

    [[nodiscard]] bool with_fences() const { return with_fences_; }

    [[nodiscard]] Observation run(const Program& program) const {
        const std::vector<std::uint32_t> in = encode(program);
        const std::vector<std::uint32_t> out(in.size());
        const std::vector<double> coefficients{1, 2, 3};
        return run_case(lab_, *outcome_.artifact,
                        {{launch_of(program), 1, 1},
                         std::as_bytes(std::span(in)),
                         std::as_bytes(std::span(out)),
                         coefficients,
                         std::nullopt},
                        file_);
    }

private:
    Lab lab_ = trial_lab();
    bool with_fences_;
    SubmissionFile file_;
    BuildOutcome outcome_;
};

/// Where checker and model differ, one line each; empty if they agree.
std::string difference(const Program& program, const Emulator& emulator) {
    const Observation observation = emulator.run(program);
    const Expected expected = judge(program, emulator.with_fences());
    std::string text = observation.completed ? "" : "the run did not complete\n";
    const auto compare = [&](FindingKind kind, const Expectation& expectation) {
        const bool found = std::ranges::any_of(
            observation.findings, [kind](const Finding& finding) { return finding.kind == kind; });
        if (!expectation.admits(found)) {
            text += fmt::format("{}: {}\n", name(kind), found ? "found, is none" : "missed");
        }
    };
    compare(FindingKind::race_shared, expected.race_shared);
    compare(FindingKind::race_global, expected.race_global);
    compare(FindingKind::uninitialized_shared, expected.uninitialized_shared);
    compare(FindingKind::early_exit_before_barrier, expected.early_exit);
    compare(FindingKind::barrier_divergence, expected.divergence);
    for (const Finding& finding : observation.findings) {
        switch (finding.kind) {
        case FindingKind::race_shared:
        case FindingKind::race_global:
        case FindingKind::uninitialized_shared:
        case FindingKind::early_exit_before_barrier:
        case FindingKind::barrier_divergence: break;
        default: text += fmt::format("{}: {}\n", name(finding.kind), finding.message);
        }
    }
    return text;
}

/// Leaves out whatever can be left out while checker and model still differ.
Program minimized(Program program, const Emulator& emulator) {
    const auto keep_if_different = [&](Program smaller) {
        const bool different = !difference(smaller, emulator).empty();
        if (different) {
            program = std::move(smaller);
        }
        return different;
    };
    for (std::size_t step = program.steps.size(); step-- > 0;) {
        Program smaller = program;
        smaller.steps.erase(smaller.steps.begin() + static_cast<std::ptrdiff_t>(step));
        if (!program.stray && keep_if_different(std::move(smaller))) {
            continue;
        }
        smaller = program;
        smaller.steps[step].sync = Sync::none;
        if (program.steps[step].sync != Sync::none &&
            !(program.stray && program.stray->step == step)) {
            keep_if_different(std::move(smaller));
        }
        for (unsigned thread = 0; thread < program.all_threads(); ++thread) {
            if (program.steps[step].operations[thread].action != Action::none) {
                smaller = program;
                smaller.steps[step].operations[thread] = {};
                keep_if_different(std::move(smaller));
            }
        }
    }
    return program;
}

} // namespace

TEST_CASE("the checks find what a slow model finds, and no more") {
    const Emulator without_fence(false);
    const Emulator with_fence(true);
    for (const Emulator* emulator : {&without_fence, &with_fence}) {
        for (const Finding& finding : emulator->outcome().findings) {
            FAIL(finding.message << finding.detail);
        }
        REQUIRE(emulator->outcome().artifact);
    }
    const auto emulator_of = [&](std::uint64_t seed) -> const Emulator& {
        return seed % 3 == 0 ? with_fence : without_fence;
    };
    const Share share = share_of_test();
    std::atomic<std::uint64_t> next{share.first};
    std::atomic<unsigned> clean{0};
    std::vector<std::uint64_t> different;
    std::mutex different_mutex;
    const auto run = [&] {
        for (std::uint64_t seed = next.fetch_add(share.of); seed < programs;
             seed = next.fetch_add(share.of)) {
            const Program program = generate(seed).program;
            const Expected expected = judge(program);
            clean += expected.race_shared.allowed || expected.race_global.allowed ||
                             expected.uninitialized_shared.allowed
                         ? 0
                         : 1;
            if (!difference(program, emulator_of(seed)).empty()) {
                const std::lock_guard lock(different_mutex);
                different.push_back(seed);
            }
        }
    };
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < runners; ++i) {
        threads.emplace_back(run);
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    CHECK(different.size() == 0);
    // A generator whose programs all race, or none, would prove little.
    CHECK(clean > share.size(programs) / 4);
    CHECK(clean < share.size(programs) * 3 / 4);
    constexpr std::size_t shown = 5;
    different.resize(std::min(different.size(), shown));
    for (const std::uint64_t seed : different) {
        const Emulator& emulator = emulator_of(seed);
        const Program small = minimized(generate(seed).program, emulator);
        FAIL_CHECK("program " << seed << "\n" << describe(small) << difference(small, emulator));
    }
}

TEST_CASE("programs that are race-free by construction are so by the model") {
    unsigned race_free = 0;
    for (std::uint64_t seed = 0; seed < programs; ++seed) {
        const Generated generated = generate(seed);
        if (!generated.race_free) {
            continue;
        }
        ++race_free;
        const Expected expected = judge(generated.program);
        if (expected.race_shared.allowed || expected.race_global.allowed ||
            expected.uninitialized_shared.allowed) {
            FAIL("program " << seed << "\n" << describe(generated.program));
        }
    }
    CHECK(race_free > programs / 5);
}
