#include "checker/compile/instrumentation/launch_bounds.hpp"

namespace kit::instrumentation {

namespace {

/// The text that a constant string's address leads to; empty if it is none.
std::string_view text_at(llvm::Value address) {
    const llvm::Value variable = base_of(address);
    const llvm::Value text =
        llvm::IsAGlobalVariable(variable) != nullptr && llvm::IsDeclaration(variable) == 0
            ? llvm::GetInitializer(variable)
            : nullptr;
    if (text == nullptr || llvm::IsAConstantDataArray(text) == nullptr ||
        llvm::IsConstantString(text) == 0) {
        return "";
    }
    std::size_t length = 0;
    const char* begin = llvm::GetAsString(text, &length);
    return {begin, length > 0 ? length - 1 : 0};
}

/// The first of an annotation's arguments, or 0.
unsigned long long first_number(llvm::Value arguments) {
    const llvm::Value variable = base_of(arguments);
    if (llvm::IsAGlobalVariable(variable) == nullptr || llvm::IsDeclaration(variable) != 0) {
        return 0;
    }
    const llvm::Value numbers = llvm::GetInitializer(variable);
    if (llvm::GetNumOperands(numbers) == 0) {
        return 0;
    }
    const llvm::Value first = llvm::GetOperand(numbers, 0);
    return llvm::IsAConstantInt(first) != nullptr ? llvm::ConstIntGetZExtValue(first) : 0;
}

} // namespace

void announce_launch_bounds(Session& session, llvm::Module module) {
    const llvm::Value annotations = llvm::GetNamedGlobal(module, "llvm.global.annotations");
    if (annotations == nullptr) {
        return;
    }
    // Each: the function, the text, file, line, a structure of the arguments.
    const llvm::Value list = llvm::GetInitializer(annotations);
    for (int i = 0; i < llvm::GetNumOperands(list); ++i) {
        const llvm::Value item = llvm::GetOperand(list, static_cast<unsigned>(i));
        const llvm::Value kernel = base_of(llvm::GetOperand(item, 0));
        if (llvm::IsAFunction(kernel) == nullptr || llvm::IsDeclaration(kernel) != 0 ||
            text_at(llvm::GetOperand(item, 1)) != "kit_launch_bounds") {
            continue;
        }
        if (const unsigned long long bound = first_number(llvm::GetOperand(item, 4)); bound > 0) {
            session.build_before(llvm::GetFirstInstruction(llvm::GetFirstBasicBlock(kernel)));
            session.call_runtime(module, "kit_launch_bounds",
                                 {llvm::ConstInt(session.i64, bound, 0)});
        }
    }
    llvm::DeleteGlobal(annotations);
}

} // namespace kit::instrumentation
