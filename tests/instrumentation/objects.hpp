// The object files of kernels, each made as the kit makes a submission's.
#pragma once

#include "checker/compile/emulator_build.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace kit {

/// Every clang++ on this machine that the kit is made for.
std::vector<HostCompiler> compilers();

/// Makes submission.o of any kernel with one compiler. Reads the headers once.
class ObjectMaker {
public:
    ObjectMaker(HostCompiler compiler, std::filesystem::path folder, const std::vector<Lab>& labs);

    /// The object file; empty if the kernel does not build. Safe from any thread.
    [[nodiscard]] std::filesystem::path make(const Lab& lab, const std::string& name,
                                             const std::string& text) const;

private:
    HostCompiler compiler_;
    std::filesystem::path folder_;
    std::filesystem::path precompiled_; ///< empty: there are none
};

} // namespace kit
