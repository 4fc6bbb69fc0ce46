#include "tests/instrumentation/objects.hpp"

#include "checker/compile/object_build.hpp"

namespace kit {

namespace fs = std::filesystem;

std::vector<HostCompiler> compilers() {
    std::vector<HostCompiler> found;
    for (const char* name :
         {"clang++-14", "clang++-15", "clang++-16", "clang++-17", "clang++-18", "clang++-19"}) {
        if (const auto path = find_program(name)) {
            found.push_back(compiler_at(*path));
        }
    }
    if (found.empty()) {
        found.push_back(find_host_compiler());
    }
    return found;
}

ObjectMaker::ObjectMaker(HostCompiler compiler, fs::path folder, const std::vector<Lab>& labs)
    : compiler_(std::move(compiler)), folder_(std::move(folder)) {
    const fs::path headers = folder_ / "headers";
    fs::create_directories(headers);
    if (precompile_headers({labs.front(), {"kernel.cu", ""}, compiler_, kit_files(), headers})) {
        precompiled_ = headers;
    }
}

fs::path ObjectMaker::make(const Lab& lab, const std::string& name, const std::string& text) const {
    const SubmissionFile submission{"kernel.cu", text};
    if (refuse_submission(submission)) {
        return {};
    }
    const fs::path folder = folder_ / name;
    fs::create_directories(folder);
    const KitFiles files = kit_files();
    MadeObject made;
    return make_object({lab, submission, compiler_, files, folder, precompiled_}, made).empty()
               ? folder / "submission.o"
               : fs::path();
}

} // namespace kit
