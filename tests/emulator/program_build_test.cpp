// How a submission's program is built, and whose fault it is if it cannot be: the file's, or that of a machine that
// cannot build the lab's solution either.
#include "checker/base/errors.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/sandbox/process.hpp"
#include "tests/catch.hpp"
#include "tests/emulator/trial.hpp"
#include "tests/temporary_folder.hpp"

#include <elf.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

using namespace kit;
namespace fs = std::filesystem;

namespace {

const std::string right = "#include \"lab.cuh\"\n"
                          "__global__ void k(const float* in, float* out, int n) {\n"
                          "    out[threadIdx.x] = in[threadIdx.x];\n}\n"
                          "LaunchConfig launch_config(int n) { return {dim3(1), dim3(64)}; }\n";

struct Machine {
    TemporaryFolder folder;
    Lab lab = trial_lab();
    KitFiles files = kit_files();
    BuildCache cache{folder.path() / "cache"};

    Machine() { lab.solution = folder.write("solution.cu", right); }

    BuildOutcome build(const std::string& text) {
        return build_for_emulator(lab, {"kernel.cu", text}, find_host_compiler(), files, cache);
    }
};

} // namespace

TEST_CASE("a machine that cannot link the solution has no finding for the file") {
    Machine machine;
    REQUIRE(machine.build(right).artifact);
    machine.files.runtime_library = machine.folder.path() / "missing.a";
    CHECK_THROWS_AS(machine.build(right), KitError);
    machine.files.runtime_library = machine.folder.write("damaged.a", "!<arch>\nnothing");
    CHECK_THROWS_AS(machine.build(right), KitError);
}

TEST_CASE("a file that cannot be linked where the solution can is at fault") {
    Machine machine;
    const BuildOutcome outcome = machine.build(
        "#include \"lab.cuh\"\n__device__ float half(float x);\n"
        "__global__ void k(const float* in, float* out, int n) { out[0] = half(in[0]); }\n"
        "LaunchConfig launch_config(int n) { return {dim3(1), dim3(64)}; }\n");
    CHECK_FALSE(outcome.artifact);
    REQUIRE_FALSE(outcome.findings.empty());
    CHECK(outcome.findings[0].kind == FindingKind::build_error);
    CHECK(outcome.findings[0].cause == Cause{});
}

TEST_CASE(
    "the compiler is asked once for its linker's command; where that fails, it links itself") {
    Machine machine;
    REQUIRE(machine.build(right).artifact);
    std::vector<fs::path> commands;
    for (const auto& file : fs::recursive_directory_iterator(machine.folder.path() / "cache")) {
        if (file.path().filename() == "command.json") {
            commands.push_back(file.path());
        }
    }
    REQUIRE(commands.size() == 1);
    CHECK_THAT(read_file(commands[0]), ContainsSubstring("ld\",") &&
                                           ContainsSubstring("\"--gc-sections\"") &&
                                           ContainsSubstring("\"-o\",\"program\""));
    write_file(commands[0], "[\"/bin/false\"]");
    CHECK(machine.build(right + "// another file\n").artifact);
}

TEST_CASE("where no program may run, that is said, and of which disk") {
    Machine machine;
    const BuildOutcome outcome = machine.build(right);
    REQUIRE(outcome.artifact);
    fs::permissions(outcome.artifact->program, fs::perms::owner_read); // as a mount with noexec
    CHECK_THROWS_WITH(machine.build(right),
                      ContainsSubstring("cache: programs on this disk may not be run (noexec)"));
}

TEST_CASE("a changed runtime is linked with the object that is there; the same files elsewhere are "
          "the same") {
    Machine machine;
    const std::string log = (machine.folder.path() / "log").string();
    setenv("KIT_CACHE_LOG", log.c_str(), 1);
    const auto build_log = [&] {
        const BuildOutcome outcome = machine.build(right);
        INFO((outcome.findings.empty() ? ""
                                       : outcome.findings[0].message + outcome.findings[0].detail));
        REQUIRE(outcome.artifact);
        return try_read_file(log).text;
    };
    CHECK(build_log() == "compiled\n");
    CHECK(build_log() == "compiled\nfound\n");
    for (fs::path* part : {&machine.files.runtime_library, &machine.files.labs_include,
                           &machine.files.instrument, &machine.files.instrument_code}) {
        const fs::path copy = machine.folder.path() / "another place" / part->filename();
        fs::create_directories(copy.parent_path());
        fs::copy(*part, copy, fs::copy_options::recursive);
        *part = copy;
    }
    CHECK(build_log() == "compiled\nfound\nfound\n");
    const std::string more = machine.folder.write("more", "").string();
    ProcessRequest request;
    request.command = {"/usr/bin/env", "ar", "q", machine.files.runtime_library.string(), more};
    request.directory = "/";
    REQUIRE(run_process(request).code == 0);
    CHECK(build_log() == "compiled\nfound\nfound\nlinked\n");
    write_file(machine.files.labs_include / "lab.cuh",
               read_file(machine.files.labs_include / "lab.cuh") + "// changed\n");
    CHECK(build_log() == "compiled\nfound\nfound\nlinked\ncompiled\n");
    unsetenv("KIT_CACHE_LOG");
}

TEST_CASE("addresses of the C library are bound before the submission runs, and read-only then") {
    Machine machine;
    std::ifstream file(machine.build(right).artifact->program, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    Elf64_Ehdr head;
    REQUIRE(bytes.size() > sizeof head);
    std::memcpy(&head, bytes.data(), sizeof head);
    bool read_only = false;
    bool bound_at_once = false;
    for (std::size_t i = 0; i < head.e_phnum; ++i) {
        Elf64_Phdr part;
        std::memcpy(&part, bytes.data() + head.e_phoff + i * sizeof part, sizeof part);
        read_only = read_only || part.p_type == PT_GNU_RELRO;
        for (std::size_t at = 0; part.p_type == PT_DYNAMIC && at < part.p_filesz;
             at += sizeof(Elf64_Dyn)) {
            Elf64_Dyn entry;
            std::memcpy(&entry, bytes.data() + part.p_offset + at, sizeof entry);
            bound_at_once =
                bound_at_once || (entry.d_tag == DT_FLAGS_1 && (entry.d_un.d_val & DF_1_NOW) != 0);
        }
    }
    CHECK(read_only);
    CHECK(bound_at_once);
}
