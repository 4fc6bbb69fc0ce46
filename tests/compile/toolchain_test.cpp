// Where nvcc is looked for, in folders made for it.
#include "checker/compile/toolchain.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

#include <cstdlib>
#include <map>
#include <string>

using namespace kit;
namespace fs = std::filesystem;

namespace {

using Values = std::map<std::string, std::string>;

/// Sets variables of the environment, and puts them back.
class Environment {
public:
    explicit Environment(const Values& values) {
        for (const auto& [name, value] : values) {
            const char* const old = std::getenv(name.c_str());
            before_.emplace(name, old == nullptr ? "" : old);
            setenv(name.c_str(), value.c_str(), 1);
        }
    }

    ~Environment() {
        for (const auto& [name, value] : before_) {
            setenv(name.c_str(), value.c_str(), 1);
        }
    }

    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;

private:
    Values before_;
};

fs::path program(const TemporaryFolder& folder, const std::string& name) {
    const fs::path file = folder.write(name, "#!/bin/sh\n");
    fs::permissions(file, fs::perms::owner_all);
    return file;
}

} // namespace

TEST_CASE("nvcc is found where a cluster's module or pip says") {
    const TemporaryFolder folder;
    const std::string root = folder.path().string();
    Environment nothing(Values{{"PATH", root + "/bin"},
                               {"KIT_NVCC", ""},
                               {"CUDA_HOME", ""},
                               {"CUDA_PATH", ""},
                               {"CUDA_ROOT", ""},
                               {"CUDA_INSTALL_PATH", ""},
                               {"VIRTUAL_ENV", ""},
                               {"CONDA_PREFIX", ""},
                               {"HOME", root + "/home"}});
    const std::string packages = "/lib/python3.12/site-packages/nvidia/";
    program(folder, "env" + packages + "cu12/bin/nvcc");
    const fs::path newer = program(folder, "env" + packages + "cu13/bin/nvcc");
    const fs::path users = program(folder, "home/.local" + packages + "cu13/bin/nvcc");
    if (!fs::exists("/usr/local/cuda") && !fs::exists("/opt/cuda")) {
        CHECK(find_nvcc() == users);
        Environment pip(Values{{"VIRTUAL_ENV", root + "/env"}});
        CHECK(find_nvcc() == newer);
    }
    const fs::path module = program(folder, "apps/cuda-12.4/bin/nvcc");
    Environment cluster(Values{{"CUDA_PATH", root + "/apps/cuda-12.4"}});
    CHECK(find_nvcc() == module);
    const fs::path first = program(folder, "bin/nvcc");
    CHECK(find_nvcc() == first);
    Environment none(Values{{"KIT_NVCC", "none"}});
    CHECK(find_nvcc() == std::nullopt);
}
