// What nvcc says of a submission: errors the host compiler does not see, and the kernel's
// resources.
#pragma once

#include "checker/compile/cache.hpp"
#include "checker/compile/emulator_build.hpp"
#include "checker/compile/submission_file.hpp"
#include "checker/model/artifact.hpp"
#include "checker/model/lab.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace kit {

struct NvccReport {
    std::optional<KernelResources> resources; ///< of the lab's kernel; absent when it has errors
    std::vector<Finding> findings;
    std::filesystem::path cubin; ///< the machine code; empty if nvcc made none
};

/// Compiles the submission with nvcc to a cubin, or takes the report from the cache. What nvcc
/// itself cannot do (no host compiler it accepts, say) gives an empty report: the emulator's word
/// stands.
///
/// Machine code of the usual architecture has the same source rules as any later one, and every
/// nvcc from 11.8 to 13 makes it.
NvccReport report_by_nvcc(const std::filesystem::path& nvcc, const Lab& lab,
                          const SubmissionFile& submission, const KitFiles& files,
                          BuildCache& cache, const std::string& architecture = "sm_90");

/// The kit's own kernels as machine code of this architecture, from the cache or by nvcc. Throws
/// KitError where nvcc cannot compile them.
std::filesystem::path kit_kernels(const std::filesystem::path& nvcc,
                                  const std::string& architecture, BuildCache& cache);

/// Registers, shared memory and spills of the lab's kernel, of its variant where it has some, from the lines that
/// `ptxas -v` prints.
std::optional<KernelResources> parse_ptxas_report(const std::string& output, const Lab& lab);

} // namespace kit
