#include "checker/sandbox/process_filter.hpp"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <iterator>

namespace kit {

namespace {

#if defined(__x86_64__)
constexpr std::uint32_t native_architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t native_architecture = AUDIT_ARCH_AARCH64;
#else
#error "the process filter knows the system calls of x86-64 and arm64 only"
#endif

constexpr std::uint32_t offset_of_number = offsetof(seccomp_data, nr);
constexpr std::uint32_t offset_of_architecture = offsetof(seccomp_data, arch);
/// The low half of the first argument on a little-endian machine.
constexpr std::uint32_t offset_of_first_argument = offsetof(seccomp_data, args);

constexpr std::uint32_t refused = SECCOMP_RET_ERRNO | EPERM;
/// The C library then makes its threads by clone(), whose flags a filter can read.
constexpr std::uint32_t unknown = SECCOMP_RET_ERRNO | ENOSYS;

} // namespace

bool forbid_new_processes() {
    const sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset_of_architecture),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, native_architecture, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, refused),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset_of_number),
#if defined(__x86_64__)
        // The x32 numbers name the same calls again.
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, refused),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_fork, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, refused),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_vfork, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, refused),
#endif
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, unknown),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset_of_first_argument),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, refused),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const sock_fprog program{static_cast<unsigned short>(std::size(filter)),
                             const_cast<sock_filter*>(filter)};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

} // namespace kit
