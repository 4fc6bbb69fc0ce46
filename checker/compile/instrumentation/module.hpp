// A submission's code in LLVM's intermediate form: reading it, going over it, and what is refused in it.
#pragma once

#include "checker/compile/instrumentation/llvm.hpp"

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace kit::instrumentation {

/// What the passes over a module share. One for the process: LLVM's handles are never released.
struct Session {
    llvm::Context context = nullptr;
    llvm::Builder builder = nullptr;
    llvm::TargetMachine machine = nullptr;
    llvm::TargetData layout = nullptr;
    llvm::Type void_type = nullptr;
    llvm::Type i8 = nullptr;
    llvm::Type i16 = nullptr;
    llvm::Type i32 = nullptr;
    llvm::Type i64 = nullptr;
    llvm::Type pointer = nullptr; ///< to bytes
    bool refused = false;

    std::string_view headers; ///< the folder of the emulator's headers

    /// Loads LLVM from `library` and makes ready for this machine. Ends the process where that fails.
    Session(const char* library, std::string_view headers);

    /// Reads a file of clang's. Ends the process where that fails.
    [[nodiscard]] llvm::Module read(const char* path);

    /// Runs passes, named as for LLVM's `opt`.
    void run(llvm::Module module, const char* passes) const;

    /// Says to the checker, as a compiler would, what is wrong at the instruction; null: nowhere.
    void refuse(llvm::Value instruction, const std::string& why);

    /// Says, as a linker would, that a function is called and not defined.
    void refuse_undefined(llvm::Value call, const std::string& function);

    /// New instructions come before `instruction` and belong to its line.
    void build_before(llvm::Value instruction) const;

    /// A new call of a function of the emulator's runtime, which returns nothing. Declares the function
    /// with the arguments' types if it is new to the module.
    void call_runtime(llvm::Module module, const std::string& name,
                      std::vector<llvm::Value> arguments) const;

    [[nodiscard]] llvm::Value cast(llvm::Value address, llvm::Type type) const;
};

/// Prints why and ends the process: the kit's fault or the machine's.
[[noreturn]] void fail(const std::string& why);

[[nodiscard]] std::string_view name_of(llvm::Value value);

/// The name of the function that is called; empty for a call through a pointer.
[[nodiscard]] std::string_view called_name(llvm::Value call);

/// The variable that an address leads into by steps and casts; the address itself if there is none.
[[nodiscard]] llvm::Value base_of(llvm::Value address);

/// Whether an address is a getelementptr, an instruction or a constant.
[[nodiscard]] bool is_step(llvm::Value address);

/// One of LLVM's own functions, which stand for instructions.
[[nodiscard]] bool is_intrinsic(std::string_view name);

/// Empty where the source names none.
[[nodiscard]] std::string_view section_of(llvm::Value value);

[[nodiscard]] bool has_attribute(llvm::Value function, std::string_view name);
void add_attribute(const Session& session, llvm::Value function, std::string_view name);
void remove_attribute(llvm::Value function, std::string_view name);

/// The name of the file that a place is in, without its folder.
[[nodiscard]] std::string_view file_of(llvm::Metadata place);

/// The path of the file that a scope is in.
[[nodiscard]] std::string path_of(llvm::Metadata scope);

/// The innermost place in kernel.cu that a place was inlined into; null if there is none.
[[nodiscard]] llvm::Metadata student_place(llvm::Metadata place);

/// Debug information for code made from `instruction`: its own line, or the nearest that is known where the
/// optimizer merged instructions of several lines.
[[nodiscard]] llvm::Metadata place_of(llvm::Value instruction);

/// Calls `work` for each item; it may remove the item.
template <class Work>
void each_function(llvm::Module module, const Work& work) {
    for (llvm::Value item = llvm::GetFirstFunction(module); item != nullptr;) {
        const llvm::Value next = llvm::GetNextFunction(item);
        work(item);
        item = next;
    }
}

template <class Work>
void each_variable(llvm::Module module, const Work& work) {
    for (llvm::Value item = llvm::GetFirstGlobal(module); item != nullptr;) {
        const llvm::Value next = llvm::GetNextGlobal(item);
        work(item);
        item = next;
    }
}

/// `work` may also add instructions in front of the item.
template <class Work>
void each_instruction(llvm::Value function, const Work& work) {
    for (auto block = llvm::GetFirstBasicBlock(function); block != nullptr;
         block = llvm::GetNextBasicBlock(block)) {
        for (llvm::Value item = llvm::GetFirstInstruction(block); item != nullptr;) {
            const llvm::Value next = llvm::GetNextInstruction(item);
            work(item);
            item = next;
        }
    }
}

template <class Work>
void each_user(llvm::Value value, const Work& work) {
    for (llvm::Use use = llvm::GetFirstUse(value); use != nullptr; use = llvm::GetNextUse(use)) {
        work(llvm::GetUser(use));
    }
}

} // namespace kit::instrumentation
