#include "checker/compile/instrumentation/annotations.hpp"

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

void announce_bound(Session& session, llvm::Module module, llvm::Value kernel,
                    unsigned long long bound) {
    if (bound > 0) {
        session.build_before(llvm::GetFirstInstruction(llvm::GetFirstBasicBlock(kernel)));
        session.call_runtime(module, "kit_launch_bounds", {llvm::ConstInt(session.i64, bound, 0)});
    }
}

constexpr const char* constant_section = "kit_constant"; ///< object_file.cpp knows it

} // namespace

void obey_annotations(Session& session, llvm::Module module) {
    const llvm::Value annotations = llvm::GetNamedGlobal(module, "llvm.global.annotations");
    if (annotations == nullptr) {
        return;
    }
    // Each: the function or variable, the text, file, line, a structure of the arguments.
    const llvm::Value list = llvm::GetInitializer(annotations);
    for (int i = 0; i < llvm::GetNumOperands(list); ++i) {
        const llvm::Value item = llvm::GetOperand(list, static_cast<unsigned>(i));
        const llvm::Value annotated = base_of(llvm::GetOperand(item, 0));
        const std::string_view text = text_at(llvm::GetOperand(item, 1));
        if (llvm::IsAGlobalVariable(annotated) != nullptr && text == "kit_constant") {
            // The linker puts const ones among the constants, and wants no section of both kinds.
            if (llvm::IsDeclaration(annotated) == 0 && llvm::IsGlobalConstant(annotated) == 0) {
                llvm::SetSection(annotated, constant_section);
            }
        } else if (llvm::IsAFunction(annotated) != nullptr && llvm::IsDeclaration(annotated) == 0 &&
                   text == "kit_launch_bounds") {
            announce_bound(session, module, annotated, first_number(llvm::GetOperand(item, 4)));
        }
    }
    llvm::DeleteGlobal(annotations);
}

} // namespace kit::instrumentation
