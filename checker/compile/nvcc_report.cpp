#include "checker/compile/nvcc_report.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/places.hpp"
#include "checker/base/text_scanner.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/compile/diagnostics.hpp"
#include "checker/compile/glue.hpp"
#include "checker/compile/identity.hpp"
#include "checker/compile/object_file.hpp"
#include "checker/compile/screening/text_rules.hpp"
#include "checker/compile/submission_file.hpp"
#include "checker/compile/toolchain.hpp"
#include "checker/sandbox/process.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <sstream>

namespace kit {

namespace fs = std::filesystem;

namespace {

constexpr const char* report_name = "ptxas.txt";
constexpr const char* cubin_name = "kernel.cubin";
constexpr const char* instances_name = "instances.cu";

std::vector<std::string> flags(const Lab& lab, const std::string& architecture) {
    std::vector<std::string> flags{"-std=c++20", "-cubin",  fmt::format("-arch={}", architecture),
                                   "-lineinfo",  "-Xptxas", "-v"};
    for (std::string& definition : lab_definitions(lab)) {
        flags.push_back(std::move(definition));
    }
    return flags;
}

ProcessLimits nvcc_limits() {
    return {.seconds = 60,
            .counts_processor_time = true,
            .memory_bytes = 16ull << 30,
            .kept_output_bytes = 256u << 10,
            .yields_to_others = true};
}

/// Whether PTX holds assembly of kernel.cu's: CUDA's own headers write some of their functions so.
bool has_own_assembly(const std::string& ptx) {
    std::vector<int> files; // by number; 0: unknown
    int own = -1;
    int last = 0;
    std::istringstream lines(ptx);
    for (std::string line; std::getline(lines, line);) {
        TextScanner scanner(line);
        scanner.pass_blanks();
        const bool is_place = scanner.pass(".loc");
        if (is_place || scanner.pass(".file")) {
            scanner.pass_blanks();
            const int number = scanner.number().value_or(0);
            if (is_place) {
                last = number;
            } else if (scanner.pass_to("\"") &&
                       fs::path(scanner.before("\"")).filename() == submission_name) {
                own = number;
            }
        } else if (line.find("// begin inline asm") != std::string::npos) {
            std::string first;
            std::getline(lines, first);
            if (first.find("trap;") == std::string::npos) { // nvcc's own __trap()
                files.push_back(last);
            }
        }
    }
    return std::ranges::any_of(files, [own](int each) { return each == 0 || each == own; });
}

/// Removes nvcc's intermediate files. Returns whether their PTX has assembly from the student's file.
bool take_intermediate_files(const fs::path& folder) {
    bool assembly = false;
    std::vector<fs::path> files;
    for (const auto& item : fs::directory_iterator(folder)) {
        const std::string name = item.path().filename().string();
        if (name != submission_name && name != instances_name && name != cubin_name) {
            files.push_back(item.path());
        }
        assembly = assembly ||
                   (item.path().extension() == ".ptx" && has_own_assembly(read_file(item.path())));
    }
    for (const fs::path& file : files) {
        fs::remove_all(file);
    }
    return assembly;
}

/// What nvcc's last stage says against the kernel, for which it knows no line.
std::vector<Finding> ptxas_errors(const std::string& output) {
    std::vector<Finding> findings;
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);) {
        TextScanner scanner(line);
        if (scanner.pass("ptxas error") && scanner.pass_to(": ")) {
            findings.push_back(
                {.message = "nvcc's last stage, ptxas, refuses the kernel.",
                 .detail = std::string(scanner.rest()),
                 .hint = "The kernel compiles, and no GPU of this kind can run it."});
        }
    }
    return findings;
}

/// Errors that are nvcc's own affair: a host compiler it does not know, a missing part of it.
bool is_about_itself(const std::string& output) {
    return ptxas_errors(output).empty() &&
           (output.find("unsupported GNU version") != std::string::npos ||
            output.find("unsupported clang version") != std::string::npos ||
            output.find("Unsupported gpu architecture") != std::string::npos ||
            (output.find(std::string(submission_name) + "(") == std::string::npos &&
             output.find(std::string(submission_name) + ":") == std::string::npos));
}

/// The number that stands right before these words.
std::optional<int> number_before(std::string_view line, std::string_view words) {
    const std::size_t end = line.find(words);
    if (end == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string_view before = line.substr(0, end);
    return TextScanner(before.substr(before.find_last_not_of("0123456789") + 1)).number();
}

/// Whether the machine code's name is that of the lab's kernel, of its variant where it has some.
bool is_entry_of(const Lab& lab, const std::string& entry) {
    if (lab.variants.empty()) {
        // A mangled name holds the kernel's, with its length before it.
        return entry.find(fmt::format("{}{}", lab.kernel.size(), lab.kernel)) != std::string::npos;
    }
    return demangled_symbol(entry).starts_with(fmt::format("void {}(", kernel_name(lab)));
}

} // namespace

std::optional<KernelResources> parse_ptxas_report(const std::string& output, const Lab& lab) {
    std::optional<KernelResources> resources;
    bool of_kernel = false;
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);) {
        TextScanner scanner(line);
        if (scanner.pass_to("Compiling entry function '")) {
            const std::string entry(scanner.before("'"));
            of_kernel = is_entry_of(lab, entry);
            if (of_kernel && scanner.pass_to("for '")) {
                resources.emplace();
                resources->architecture = scanner.before("'");
                resources->entry = entry;
            }
        } else if (const auto stores = number_before(line, " bytes spill stores");
                   of_kernel && resources && stores) {
            resources->spill_store_bytes = *stores;
            resources->spill_load_bytes = number_before(line, " bytes spill loads").value_or(0);
        } else if (const auto registers = number_before(line, " registers");
                   of_kernel && resources && registers && scanner.pass_to("Used ")) {
            resources->registers = *registers;
            resources->shared_bytes =
                number_before(line, " bytes smem").value_or(resources->shared_bytes);
        }
    }
    return resources;
}

NvccReport report_by_nvcc(const fs::path& nvcc, const Lab& lab, const SubmissionFile& submission,
                          const KitFiles& files, BuildCache& cache,
                          const std::string& architecture) {
    NvccReport report;
    if (refuse_submission(submission)) {
        return report; // the emulator's build says so
    }
    std::string key = (submission.from_kit ? "nvcc 2 kit\n" : "nvcc 2\n") +
                      installed_identity(nvcc) + "\n" +
                      file_identity(files.labs_include / "lab.cuh") + "\n";
    for (const std::string& flag : flags(lab, architecture)) {
        key += flag + "\n";
    }
    const std::string instances = lab.variants.empty() ? "" : instances_source(lab);
    key += instances + submission.text;
    auto entry = cache.find(key);
    if (!entry) {
        entry = cache.store(key, [&](const fs::path& folder) {
            write_file(folder / submission_name, submission.text);
            write_file(folder / instances_name, instances);
            std::vector<std::string> command = flags(lab, architecture);
            command.insert(command.begin(), nvcc.string());
            command.insert(command.end(),
                           {"-I" + files.labs_include.string(),
                            std::string(instances.empty() ? submission_name : instances_name), "-o",
                            cubin_name});
            if (!submission.from_kit) {
                command.emplace_back("-keep"); // the PTX, which says where assembly stood
            }
            ProcessRequest request{std::move(command), folder, -1, nvcc_limits()};
            request.confinement = confinement_of_compiler(nvcc);
            request.confinement->readable.push_back(files.labs_include);
            const ProcessResult result = run_process(request);
            const std::string output = result.errors + result.output;
            if (result.end != ProcessResult::End::exited || result.code != 0) {
                report.findings = ptxas_errors(output);
                if (report.findings.empty() && !is_about_itself(output)) {
                    report.findings = findings_from_compiler(output, lab, submission);
                }
                return false;
            }
            if (!submission.from_kit && take_intermediate_files(folder)) {
                const auto written = assembly_in_text(submission);
                report.findings = {written ? *written : assembly_refusal(submission, 0)};
                return false;
            }
            write_file(folder / report_name, output);
            return true;
        });
    }
    if (entry) {
        report.resources = parse_ptxas_report(try_read_file(*entry / report_name).text, lab);
        report.cubin = *entry / cubin_name;
    }
    return report;
}

fs::path kit_kernels(const fs::path& nvcc, const std::string& architecture, BuildCache& cache) {
    const fs::path folder = kit::source_root() / "checker/gpu/kernels";
    const fs::path source = folder / "kit_kernels.cu";
    // The reference's sums need every product and sum rounded by itself.
    const std::vector<std::string> command{nvcc.string(),
                                           "-std=c++20",
                                           "-cubin",
                                           "-arch=" + architecture,
                                           "-O3",
                                           "-fmad=false",
                                           "-I" + kit::source_root().string(),
                                           source.string(),
                                           "-o",
                                           cubin_name};
    std::string key =
        "kit kernels 1\n" + installed_identity(nvcc) + "\n" + file_identity(source) + "\n";
    for (const char* header : {"cell.hpp", "chacha.hpp", "host_device.hpp"}) {
        key += file_identity(kit::source_root() / "checker/reference" / header) + "\n";
    }
    for (const std::string& word : command) {
        key += word + "\n";
    }
    auto entry = cache.find(key);
    if (!entry) {
        entry = cache.store(key, [&](const fs::path& work) {
            const ProcessResult result = run_process({command, work, -1, nvcc_limits()});
            if (result.end != ProcessResult::End::exited || result.code != 0) {
                throw KitError("nvcc cannot compile the kit's own kernels:\n{}{}", result.errors,
                               result.output);
            }
            return true;
        });
    }
    return *entry / cubin_name;
}

} // namespace kit
