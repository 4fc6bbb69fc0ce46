// The kit takes and refuses what nvcc takes and refuses: nvcc_answers.toml.
#include "checker/base/places.hpp"
#include "checker/base/scratch_folder.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/compile/cache.hpp"
#include "checker/compile/emulator_build.hpp"
#include "checker/compile/toolchain.hpp"
#include "tests/catch.hpp"
#include "tests/parallel.hpp"

#include <fmt/format.h>

#include <toml++/toml.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

using namespace kit;

namespace {

struct Piece {
    std::string name;
    std::string file;
    std::string kernel;
    std::string host;
    bool is_refused = false; ///< by the kit, as it must be
};

std::vector<Piece> pieces() {
    const std::string path = kit::source_root().string() + "/tests/compile/nvcc_answers.toml";
    std::vector<Piece> pieces;
    for (const auto& [name, entry] : toml::parse_file(path)) {
        const toml::table& table = *entry.as_table();
        const auto text = [&table](const char* key) { return table[key].value_or(std::string()); };
        INFO(name.str());
        const std::string nvcc = text("nvcc");
        const std::string kit = text("kit");
        REQUIRE((nvcc == "accepts" || nvcc == "refuses"));
        REQUIRE((kit.empty() || (kit != nvcc && !text("reason").empty())));
        pieces.push_back({std::string(name.str()), text("file"), text("kernel"), text("host"),
                          (kit.empty() ? nvcc : kit) == "refuses"});
    }
    return pieces;
}

/// The file with these pieces; several must have names that differ, so each is in a namespace of its own.
std::string file_with(const std::vector<Piece>& chosen) {
    std::string includes = "#include \"lab.cuh\"\n";
    std::string body = "constexpr int BLOCK = 256;\n";
    int number = 0;
    for (const Piece& piece : chosen) {
        std::string own;
        std::istringstream lines(piece.file);
        for (std::string line; std::getline(lines, line);) {
            (line.starts_with("#include") ? includes : own) += line + "\n";
        }
        // One piece is as it would be handed in.
        const bool is_alone = chosen.size() == 1;
        body += is_alone ? own : fmt::format("namespace piece_{} {{\n{}", number, own);
        body +=
            fmt::format("__global__ void {}(const float* x, float* f, int n) {{\n"
                        "const int i = blockIdx.x * 256 + threadIdx.x;\n{}\nif (i < n) f[i] = x[i] "
                        "* x[i];\n}}\n"
                        "{}(int n) {{\n{}\n{}}}\n",
                        is_alone ? "sample_kernel" : "kernel", piece.kernel,
                        is_alone ? "LaunchConfig launch_config" : "inline void configure",
                        piece.host, is_alone ? "return {dim3((n + 255) / 256), dim3(256)};\n" : "");
        body += is_alone ? "" : fmt::format("}} // {}\n", piece.name);
        ++number;
    }
    if (chosen.size() > 1) {
        body += "__global__ void sample_kernel(const float* x, float* f, int n) {}\n"
                "LaunchConfig launch_config(int n) {\n";
        for (int i = 0; i < number; ++i) {
            body += fmt::format("piece_{}::configure(n);\n", i);
        }
        body += "return {dim3(1), dim3(1)};\n}\n";
    }
    return includes + body;
}

/// What the kit says against it; empty: nothing.
std::string refusal(const std::vector<Piece>& chosen) {
    static const Lab lab = find_lab(read_catalog(kit::source_root()), "1");
    static const ScratchFolder folder; // shared, for the precompiled headers
    BuildCache cache(folder.path());
    const BuildOutcome built = build_for_emulator(lab, {"kernel.cu", file_with(chosen)},
                                                  find_host_compiler(), kit_files(), cache);
    std::string said;
    for (const Finding& finding : built.findings) {
        if (finding.severity == Severity::error) {
            said += (said.empty() ? "" : "; ") + finding.message;
        }
    }
    return built.artifact ? "" : said.empty() ? "no program" : said;
}

} // namespace

TEST_CASE("what nvcc accepts the kit accepts, and what it refuses the kit refuses", "[long]") {
    std::vector<std::vector<Piece>> files;
    std::vector<Piece> together;
    for (Piece& piece : pieces()) {
        if (piece.is_refused) {
            files.push_back({std::move(piece)});
        } else {
            together.push_back(std::move(piece));
        }
    }
    constexpr std::size_t at_once = 12; // to compile each by itself takes minutes
    for (std::size_t begin = 0; begin < together.size(); begin += at_once) {
        const auto first = together.begin() + static_cast<std::ptrdiff_t>(begin);
        files.emplace_back(
            first, first + static_cast<std::ptrdiff_t>(std::min(at_once, together.size() - begin)));
    }
    std::vector<std::string> said(files.size());
    in_parallel(files.size(), [&](std::size_t i) { said[i] = refusal(files[i]); });
    for (std::size_t i = 0; i < files.size(); ++i) {
        const bool must_be_refused = files[i].front().is_refused;
        INFO(files[i].front().name << (files[i].size() > 1 ? " and those after it" : "") << "\n"
                                   << file_with(files[i]) << "\nsaid: " << said[i]);
        CHECK(said[i].empty() != must_be_refused);
    }
}
