#include "checker/sandbox/confinement.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/places.hpp"
#include "checker/sandbox/process.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace kit {

namespace fs = std::filesystem;

namespace {

/// Where distributions keep what every program needs: links into /usr, or folders of their own.
constexpr const char* system_folders[] = {"/usr",   "/bin",   "/sbin",  "/lib",
                                          "/lib64", "/lib32", "/libx32"};
/// What is shown of /etc, which has names, passwords and addresses besides: which compiler is meant, where
/// libraries are.
constexpr const char* system_settings[] = {"/etc/alternatives", "/etc/ld.so.cache"};

void add_system(std::vector<std::string>& line) {
    for (const char* folder : system_folders) {
        std::error_code error;
        if (fs::is_symlink(folder, error)) {
            line.insert(line.end(),
                        {"--symlink", fs::read_symlink(folder, error).string(), folder});
        } else if (fs::is_directory(folder, error)) {
            line.insert(line.end(), {"--ro-bind", folder, folder});
        }
    }
    for (const char* setting : system_settings) {
        line.insert(line.end(), {"--ro-bind-try", setting, setting});
    }
    if (!bundle_root().empty()) { // not its solutions
        const std::string system = bundle_root() / "system";
        line.insert(line.end(), {"--ro-bind", system, system});
    }
}

std::string try_out() {
    if (const char* wanted = std::getenv("KIT_SANDBOX");
        wanted != nullptr && std::string_view(wanted) == "none") {
        return "KIT_SANDBOX=none is set";
    }
    const auto bubblewrap = find_bubblewrap();
    if (!bubblewrap) {
        return "bubblewrap is not installed";
    }
    ProcessRequest request{{"/bin/true"}, "/", -1, {}};
    request.limits.counts_processor_time =
        true; // else a busy machine would seem to confine nothing
    request.confinement = Confinement{};
    request.confinement_must_hold = true;
    const ProcessResult result = run_process(request);
    if (result.end == ProcessResult::End::exited && result.code == 0) {
        return "";
    }
    std::string said = result.errors.substr(0, result.errors.find('\n'));
    said.erase(said.find_last_not_of('.') + 1);
    return said.empty() ? "bubblewrap cannot start programs here"
                        : fmt::format("bubblewrap cannot start programs here: {}", said);
}

} // namespace

const std::string& no_confinement() {
    static const std::string reason = try_out();
    return reason;
}

std::optional<fs::path> find_bubblewrap() {
    for (const char* path : {"/usr/bin/bwrap", "/usr/local/bin/bwrap", "/bin/bwrap"}) {
        if (access(path, X_OK) == 0) {
            return path;
        }
    }
    const fs::path bundled = bundle_root() / "system/bin/bwrap";
    return bundle_root().empty() ? std::nullopt : std::optional(bundled);
}

std::vector<std::string> confined_command(const fs::path& bubblewrap,
                                          const std::vector<std::string>& command,
                                          const fs::path& directory, const Confinement& confinement,
                                          int filter_file) {
    const bool compiles = confinement.role == Confinement::Role::compiler;
    std::vector<std::string> line{
        bubblewrap.string(), "--unshare-user",
        // Nobody, inside as outside: the numbers that files are compared by stay the caller's.
        "--uid", "65534", "--gid", "65534", "--unshare-pid", "--unshare-net", "--unshare-ipc",
        "--unshare-uts", "--hostname", "sandbox", "--unshare-cgroup-try", "--die-with-parent",
        "--cap-drop", "ALL"};
    add_system(line);
    // Without /proc: neither compilers nor kernels need it, and containers seldom let it be mounted.
    if (compiles) {
        line.insert(line.end(), {"--dev", "/dev"});
    }
    for (const fs::path& path : confinement.readable) {
        line.insert(line.end(), {"--ro-bind-try", path.string(), path.string()});
    }
    line.insert(line.end(), {compiles ? "--bind" : "--ro-bind", directory.string(),
                             confined_directory, "--chdir", confined_directory});
    line.insert(line.end(), {"--remount-ro", "/", "--seccomp", std::to_string(filter_file), "--"});
    line.insert(line.end(), command.begin(), command.end());
    if (const fs::path program = command.front(); program.parent_path() == directory) {
        line[line.size() - command.size()] = (confined_directory / program.filename()).string();
    }
    return line;
}

} // namespace kit
