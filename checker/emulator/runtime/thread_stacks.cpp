#include "checker/emulator/runtime/thread_stacks.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace kit::runtime {

namespace {

const std::size_t page = sysconf(_SC_PAGESIZE);
const std::size_t stride = page + stack_bytes + local_bytes;

/// Stacks that begin at the same place of their page would all share a few sets of the cache; 512
/// of them then miss at every switch. 21 steps of three lines spread them over a page.
std::size_t stagger(std::size_t index) {
    return index % 21 * 192;
}

/// Makes a page unreadable.
void guard(std::byte* memory) {
    // Linux 6.13's way, which Debian 12's headers do not name. mprotect() splits the mapping: with
    // blocks of 1024 threads, a tenth of a check went into it.
    constexpr int guard_install = 102;
    if (madvise(memory, page, guard_install) != 0) {
        mprotect(memory, page, PROT_NONE);
    }
}

} // namespace

StackPool::StackPool(std::size_t count) : bytes_(count * stride) {
    void* memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (memory == MAP_FAILED) {
        std::fputs("the emulator found no address space for its threads' stacks\n", stderr);
        std::_Exit(3);
    }
    memory_ = static_cast<std::byte*>(memory);
    guard(memory_);
}

void* StackPool::open(std::size_t index) {
    guard(memory_ + index * stride);
    return memory_ + index * stride + page + stack_bytes - stagger(index);
}

void* StackPool::locals_top(std::size_t index) const {
    return memory_ + (index + 1) * stride - stagger(index);
}

StackPool::Locals StackPool::locals(std::size_t index) const {
    const auto begin =
        reinterpret_cast<std::uintptr_t>(memory_ + index * stride + page + stack_bytes);
    return {begin, reinterpret_cast<std::uintptr_t>(locals_top(index))};
}

bool StackPool::is_guard(const void* address) const {
    const std::size_t offset = static_cast<const std::byte*>(address) - memory_;
    return offset < bytes_ && offset % stride < page;
}

} // namespace kit::runtime

extern "C" {
// The end of the OS thread's stack while its threads run; null where none do.
extern constinit thread_local void* kit_home_stack;
constinit thread_local void* kit_home_stack = nullptr;
}

#if defined(__x86_64__)

// A thread that waits leaves the address it returns to and, below it, the six registers that a function must give
// back. Each call has its return, so that the processor predicts all of them.
asm(R"(
.macro kit_save_registers
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
.endm
.macro kit_restore_registers
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
.endm

    .text
    .globl kit_run_threads
    .type kit_run_threads, @function
kit_run_threads:
    kit_save_registers
    subq $8, %rsp                               # calls want the stack at a multiple of 16
    movq %rsp, %fs:kit_home_stack@tpoff
    movq %rdi, %rax
    movq %rsi, %rdx

.Lkit_go_on:                                    # with an Onward in rax and rdx
    btq $32, %rdx
    jc .Lkit_begin
    btq $33, %rdx
    jc .Lkit_end
    movq %rax, %rsp
    kit_restore_registers
    movl %edx, %eax
    ret

.Lkit_begin:
    movq %rax, %rsp
    call kit_run_thread
    movq %fs:kit_home_stack@tpoff, %rsp
    call kit_after_thread
    jmp .Lkit_go_on

.Lkit_end:
    addq $8, %rsp
    kit_restore_registers
    ret
    .size kit_run_threads, . - kit_run_threads

    .globl kit_wait
    .type kit_wait, @function
kit_wait:
    kit_save_registers
    movq %rsp, %rdi
    movq %fs:kit_home_stack@tpoff, %rsp
    call kit_after_wait
    jmp .Lkit_go_on
    .size kit_wait, . - kit_wait

    .globl kit_block_barrier
    .type kit_block_barrier, @function
kit_block_barrier:
    movq %fs:kit_home_stack@tpoff, %rax
    testq %rax, %rax
    jz .Lkit_no_block                           # in launch_config()
    movq (%rsp), %rcx
    kit_save_registers
    movl %esi, %edx
    movl %edi, %esi
    movq %rsp, %rdi
    movq %rax, %rsp
    call kit_after_barrier
    jmp .Lkit_go_on
.Lkit_no_block:
    xorl %eax, %eax
    ret
    .size kit_block_barrier, . - kit_block_barrier
)");

#elif defined(__aarch64__)

// As above: twelve registers and the low halves of eight vector registers, with the address to return to among them.
asm(R"(
.macro kit_save_registers
    stp x29, x30, [sp, #-160]!
    stp x19, x20, [sp, #16]
    stp x21, x22, [sp, #32]
    stp x23, x24, [sp, #48]
    stp x25, x26, [sp, #64]
    stp x27, x28, [sp, #80]
    stp d8, d9, [sp, #96]
    stp d10, d11, [sp, #112]
    stp d12, d13, [sp, #128]
    stp d14, d15, [sp, #144]
.endm
.macro kit_restore_registers
    ldp x19, x20, [sp, #16]
    ldp x21, x22, [sp, #32]
    ldp x23, x24, [sp, #48]
    ldp x25, x26, [sp, #64]
    ldp x27, x28, [sp, #80]
    ldp d8, d9, [sp, #96]
    ldp d10, d11, [sp, #112]
    ldp d12, d13, [sp, #128]
    ldp d14, d15, [sp, #144]
    ldp x29, x30, [sp], #160
.endm
.macro kit_find_home_stack register
    mrs \register, tpidr_el0
    add \register, \register, #:tprel_hi12:kit_home_stack, lsl #12
    add \register, \register, #:tprel_lo12_nc:kit_home_stack
.endm
.macro kit_go_home
    kit_find_home_stack x9
    ldr x9, [x9]
    mov sp, x9
.endm

    .text
    .globl kit_run_threads
    .type kit_run_threads, %function
kit_run_threads:
    kit_save_registers
    kit_find_home_stack x9
    mov x10, sp
    str x10, [x9]

.Lkit_go_on:                                    // with an Onward in x0 and x1
    tbnz x1, #32, .Lkit_begin
    tbnz x1, #33, .Lkit_end
    mov sp, x0
    kit_restore_registers
    mov w0, w1
    ret

.Lkit_begin:
    mov sp, x0
    bl kit_run_thread
    kit_go_home
    bl kit_after_thread
    b .Lkit_go_on

.Lkit_end:
    kit_restore_registers
    ret
    .size kit_run_threads, . - kit_run_threads

    .globl kit_wait
    .type kit_wait, %function
kit_wait:
    kit_save_registers
    mov x0, sp
    kit_go_home
    bl kit_after_wait
    b .Lkit_go_on
    .size kit_wait, . - kit_wait

    .globl kit_block_barrier
    .type kit_block_barrier, %function
kit_block_barrier:
    kit_find_home_stack x9
    ldr x9, [x9]
    cbz x9, .Lkit_no_block                      // in launch_config()
    kit_save_registers
    mov x3, x30
    mov w2, w1
    mov w1, w0
    mov x0, sp
    mov sp, x9
    bl kit_after_barrier
    b .Lkit_go_on
.Lkit_no_block:
    mov w0, #0
    ret
    .size kit_block_barrier, . - kit_block_barrier
)");

#else
#error "The switch between threads is written for x86-64 and arm64."
#endif
