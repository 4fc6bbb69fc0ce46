// The translation unit that a submission is compiled in: the student's file, then what calls it.
#pragma once

#include "checker/model/lab.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// The pseudo-files that errors about the submission's interface are reported in. The compilers
/// name them as if they were files, so that such an error is not taken for one in the student's lines.
namespace glue_part {
constexpr std::string_view end_of_file = "kit-end-of-file";
constexpr std::string_view kernel_name = "kit-kernel-name";
constexpr std::string_view kernel_parameters = "kit-kernel-parameters";
constexpr int first_parameter = 2; ///< its line there; line 1 is about how many there are
constexpr std::string_view config_name = "kit-config-name";
constexpr std::string_view config_parameters = "kit-config-parameters";
constexpr std::string_view kernel_of_host = "kit-kernel-of-host"; ///< what the host launches
constexpr std::string_view entry = "kit-entry";
} // namespace glue_part

/// The name under which the student's file stands in the build folder.
constexpr std::string_view submission_name = "kernel.cu";

/// Whether a compiler speaks of the student's file.
[[nodiscard]] bool is_submission(const std::string& file);

/// C++ text that includes kernel.cu and no more.
std::string include_source();

/// Which side of CUDA's language a text is for.
enum class GlueSide { device, host };

/// C++ text to follow it, which demands the lab's kernel (device) and launch_config (host) and defines
/// what emulator/runtime/entry.hpp declares of them. Its names are keywords, CUDA's, or begin with
/// kit_: the rules on the submission's text allow no macros of such names.
std::string glue_source(const Lab& lab, GlueSide side);

/// Compiler options that describe the array c to lab.cuh; empty if the kernel gets its
/// coefficients as an argument.
std::vector<std::string> lab_definitions(const Lab& lab);

/// CUDA text that includes kernel.cu and makes each variant's kernel of its template: for nvcc, which
/// compiles only kernels that somebody names. Precondition: the lab has variants.
std::string instances_source(const Lab& lab);

/// "LaunchConfig launch_config(int n)", as the lab wants it.
std::string launch_config_declaration(const Lab& lab);

} // namespace kit
