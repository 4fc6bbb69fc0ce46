// Where a submission's calls through a pointer may go: to the beginning of one of its own functions.
//
// g++ makes such a call through a register one to __x86_indirect_thunk_<register>
// (-mindirect-branch=thunk-extern), and begins each function whose address may be taken with endbr64
// (-fcf-protection=branch), an instruction that it writes nowhere else. So a pointer made from a number
// leads to no function of the runtime or of a library, and into the middle of none.
#include "checker/emulator/runtime/store_bounds.hpp"

#if defined(__x86_64__)

extern "C" [[noreturn, gnu::used]] void kit_bad_call() {
    kit::runtime::end_at_misuse("called a function at an address where it has none");
}

#define KIT_THUNK(name)                                                                            \
    asm(".pushsection .text\n"                                                                     \
        ".globl __x86_indirect_thunk_" #name "\n"                                                  \
        ".type __x86_indirect_thunk_" #name ", @function\n"                                        \
        "__x86_indirect_thunk_" #name ":\n"                                                        \
        "\tcmpq $kit_text_begin, %" #name "\n"                                                     \
        "\tjb kit_bad_jump\n"                                                                      \
        "\tcmpq $kit_text_end, %" #name "\n"                                                       \
        "\tjae kit_bad_jump\n"                                                                     \
        "\tcmpl $0xfa1e0ff3, (%" #name ")\n"                                                       \
        "\tjne kit_bad_jump\n"                                                                     \
        "\tjmp *%" #name "\n"                                                                      \
        ".popsection\n")

asm(".pushsection .text\n"
    ".weak kit_text_begin\n"
    ".weak kit_text_end\n"
    "kit_bad_jump:\n"
    "\tandq $-16, %rsp\n"
    "\tcall kit_bad_call\n"
    ".popsection\n");

KIT_THUNK(rax);
KIT_THUNK(rbx);
KIT_THUNK(rcx);
KIT_THUNK(rdx);
KIT_THUNK(rsi);
KIT_THUNK(rdi);
KIT_THUNK(rbp);
KIT_THUNK(r8);
KIT_THUNK(r9);
KIT_THUNK(r10);
KIT_THUNK(r11);
KIT_THUNK(r12);
KIT_THUNK(r13);
KIT_THUNK(r14);
KIT_THUNK(r15);

#endif

/// What clang++'s code calls before a call through a pointer: `targets` are the functions of the call's type.
extern "C" void kit_check_call(const void* target, const void* const* targets,
                               unsigned long count) {
    for (unsigned long i = 0; i < count; ++i) {
        if (targets[i] == target) {
            return;
        }
    }
    kit::runtime::end_at_misuse("called a function at an address where it has none");
}
