#include "checker/sandbox/confinement.hpp"

#include "checker/base/descriptor.hpp"
#include "checker/base/errors.hpp"

#include <seccomp.h>

#include <fcntl.h>
#include <sched.h>
#include <signal.h>

#include <cerrno>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>

namespace kit {

namespace {

/// What the emulator's runtime, the C++ library and a submission's host functions need. Calls that a
/// processor does not have are left out.
constexpr const char* kernel_calls[] = {
    // The program's start and end, and the wait of bubblewrap's own process beside it.
    "execve", "arch_prctl", "set_tid_address", "set_robust_list", "rseq", "prlimit64", "getrlimit",
    "exit", "exit_group", "restart_syscall", "uname", "getrusage", "readlink", "readlinkat",
    // The program serves runs by copies of itself, which give these up (runtime/process_filter.hpp).
    "wait4", "ppoll", "recvmsg", "recvfrom", "sendto", "getsockopt", "dup2", "dup3", "prctl",
    // Memory.
    "brk", "mmap", "munmap", "mprotect", "mremap", "madvise",
    // Threads, but for clone, which has its own rule.
    "futex", "gettid", "getpid", "sched_yield", "sched_getaffinity", "sched_getparam",
    "sched_getscheduler", "sched_setaffinity", "membarrier", "getcpu",
    // Signals to itself: the kernel lets no process of another namespace be reached.
    "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack", "tgkill", "kill",
    // Clocks.
    "clock_gettime", "clock_getres", "gettimeofday", "time", "nanosleep", "clock_nanosleep",
    // Libraries and what is printed.
    "read", "pread64", "write", "writev", "close", "fstat", "newfstatat", "stat", "statx", "access",
    "faccessat", "faccessat2", "lseek", "getrandom", "sysinfo"};

constexpr const char* refused_to_compilers[] = {
    // Other processes.
    "ptrace", "process_vm_readv", "process_vm_writev", "pidfd_open", "pidfd_getfd",
    "pidfd_send_signal", "kcmp", "mq_open", "msgget", "semget", "shmget",
    // The inside of the system's kernel.
    "bpf", "perf_event_open", "userfaultfd", "io_uring_setup", "io_uring_enter",
    "io_uring_register", "keyctl", "add_key", "request_key", "init_module", "finit_module",
    "delete_module", "kexec_load", "kexec_file_load", "lookup_dcookie", "nfsservctl",
    // What is seen of files, and other namespaces.
    "mount", "umount2", "pivot_root", "move_mount", "open_tree", "fsopen", "fsconfig", "fsmount",
    "fspick", "mount_setattr", "chroot", "unshare", "setns", "name_to_handle_at",
    "open_by_handle_at", "memfd_create", "memfd_secret",
    // The network.
    "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4",
    // The machine: its clock, devices and names.
    "reboot", "swapon", "swapoff", "syslog", "acct", "quotactl", "settimeofday", "clock_settime",
    "clock_adjtime", "adjtimex", "personality", "vhangup", "iopl", "ioperm", "modify_ldt",
    "setdomainname", "sethostname"};

KitError no_memory() {
    return KitError("no memory for a filter of system calls: close some programs and try again");
}

class Filter {
public:
    explicit Filter(std::uint32_t otherwise) : filter_(seccomp_init(otherwise), seccomp_release) {
        if (filter_ == nullptr) {
            throw no_memory();
        }
    }

    template <typename... Comparisons>
    void add(std::uint32_t action, const char* call, Comparisons... comparisons) {
        const int number = seccomp_syscall_resolve_name(call);
        if (number == __NR_SCMP_ERROR) {
            return; // unknown to the library: no rule can name it
        }
        const int error =
            seccomp_rule_add(filter_.get(), action, number, sizeof...(comparisons), comparisons...);
        // A call that this processor does not have cannot be made, and a rule that repeats the default
        // is not needed.
        if (error != 0 && error != -EDOM && error != -EACCES) {
            throw KitError("a filter of system calls cannot be made: is libseccomp damaged?");
        }
    }

    /// As seccomp(2) takes it.
    [[nodiscard]] std::string program() const {
        const Descriptor file = memory_file("kit-filter");
        const int error = seccomp_export_bpf(filter_.get(), file.number());
        std::string bytes = error == 0 ? content_of(file) : "";
        if (bytes.empty()) {
            throw no_memory();
        }
        return bytes;
    }

private:
    std::unique_ptr<std::remove_pointer_t<scmp_filter_ctx>, void (*)(scmp_filter_ctx)> filter_;
};

constexpr std::uint32_t refused_call = SCMP_ACT_ERRNO(EPERM);
/// The C library then does the same by an older call, whose arguments a filter can read.
constexpr std::uint32_t unknown_call = SCMP_ACT_ERRNO(ENOSYS);

constexpr std::uint64_t all_bits = ~std::uint64_t{0};

/// Argument `number` of the call, from 0: of the bits in `mask` exactly those of `value` are set.
scmp_arg_cmp has_bits(unsigned number, std::uint64_t mask, std::uint64_t value) {
    return {number, SCMP_CMP_MASKED_EQ, mask, value};
}

std::string kernel_filter() {
    Filter filter(refused_call);
    for (const char* call : kernel_calls) {
        filter.add(SCMP_ACT_ALLOW, call);
    }
    filter.add(unknown_call, "clone3");
    filter.add(SCMP_ACT_ALLOW, "clone", has_bits(0, CLONE_THREAD, CLONE_THREAD));
    constexpr std::uint64_t as_fork_does = SIGCHLD | CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID;
    filter.add(SCMP_ACT_ALLOW, "clone", has_bits(0, all_bits, as_fork_does));
    constexpr std::uint64_t writing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND;
    filter.add(SCMP_ACT_ALLOW, "openat", has_bits(2, writing, 0));
    filter.add(SCMP_ACT_ALLOW, "open", has_bits(1, writing, 0));
    // Only to ask whether output is a terminal.
    constexpr std::uint64_t ask_for_terminal = 0x5401; // TCGETS
    filter.add(SCMP_ACT_ALLOW, "ioctl", has_bits(1, all_bits, ask_for_terminal));
    return filter.program();
}

std::string compiler_filter() {
    Filter filter(SCMP_ACT_ALLOW);
    for (const char* call : refused_to_compilers) {
        filter.add(refused_call, call);
    }
    constexpr std::uint64_t new_namespaces = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID |
                                             CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS |
                                             CLONE_NEWCGROUP;
    for (std::uint64_t flag = 1; flag != 0; flag <<= 1) {
        if ((new_namespaces & flag) != 0) {
            filter.add(refused_call, "clone", has_bits(0, flag, flag));
        }
    }
    filter.add(unknown_call, "clone3");
    // Typing into the terminal that the checker was started from.
    constexpr std::uint64_t type_ahead = 0x5412; // TIOCSTI
    filter.add(refused_call, "ioctl", has_bits(1, 0xffffffff, type_ahead));
    return filter.program();
}

} // namespace

Descriptor open_system_call_filter(Confinement::Role role) {
    // Made once; each program reads a file of its own, since reading moves a file's position.
    static const std::string for_kernels = kernel_filter();
    static const std::string for_compilers = compiler_filter();
    return memory_file("kit-filter",
                       role == Confinement::Role::kernel ? for_kernels : for_compilers);
}

} // namespace kit
