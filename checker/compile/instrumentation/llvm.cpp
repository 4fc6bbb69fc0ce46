#include "checker/compile/instrumentation/llvm.hpp"

#include "checker/compile/processor.hpp"

#include <dlfcn.h>

#include <string>

namespace kit::llvm {

#define KIT_LLVM_DEFINE(result, name, parameters) result(*name) parameters = nullptr;
KIT_LLVM_FUNCTIONS(KIT_LLVM_DEFINE)
#undef KIT_LLVM_DEFINE

const char* load(const char* library) {
    void* const handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) {
        return dlerror();
    }
#define KIT_LLVM_FIND(result, name, parameters)                                                    \
    name = reinterpret_cast<result(*) parameters>(dlsym(handle, "LLVM" #name));                    \
    if (name == nullptr) {                                                                         \
        return "the library lacks LLVM" #name;                                                     \
    }
    KIT_LLVM_FUNCTIONS(KIT_LLVM_FIND)
#undef KIT_LLVM_FIND
    for (const char* const part : {"TargetInfo", "Target", "TargetMC", "AsmPrinter"}) {
        const std::string name = std::string("LLVMInitialize") + processor::llvm_target + part;
        const auto initialize = reinterpret_cast<void (*)()>(dlsym(handle, name.c_str()));
        if (initialize == nullptr) {
            return "the library makes no code for this processor";
        }
        initialize();
    }
    return nullptr;
}

} // namespace kit::llvm
