#include "checker/compile/instrumentation/llvm.hpp"

#include <dlfcn.h>

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
    return nullptr;
}

} // namespace kit::llvm
