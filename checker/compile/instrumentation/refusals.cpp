#include "checker/compile/instrumentation/refusals.hpp"

#include "checker/compile/instrumentation/library_functions.hpp"

#include <algorithm>
#include <array>

namespace kit::instrumentation {

namespace {

// What the kit's headers declare.
constexpr std::array kit_variables{"kit_thread_index", "kit_block_index", "kit_block_extents",
                                   "kit_grid_extents", "kit_coefficients"};

// Prefixes of the names that no submission may use.
constexpr std::array kit_prefixes{"kit_", "__tsan_", "__ubsan_", "__safestack_"};

bool is_of_kit(std::string_view name) {
    return std::ranges::any_of(
        kit_prefixes, [name](std::string_view prefix) { return name.starts_with(prefix); });
}

/// A first byte of 1 tells LLVM to take the rest for the symbol, whatever the rules on names: none such here.
bool is_hidden(std::string_view name) {
    return std::ranges::any_of(name,
                               [](char letter) { return static_cast<unsigned char>(letter) < 32; });
}

/// LLVM's own lists, which the compiler makes.
bool is_list_of_llvm(llvm::Value variable) {
    return name_of(variable).starts_with("llvm.") &&
           llvm::GetLinkage(variable) == llvm::appending_linkage;
}

void refuse_name(Session& session, llvm::Value instruction, std::string_view name) {
    session.refuse(instruction, "The name '" + std::string(name) + "' is the kit's own.");
}

/// The processor's features, places for patches and the like. What says which functions are not the
/// library's, and how a large frame is laid out, stays.
void remove_text_attributes(llvm::Value function) {
    const unsigned count = llvm::GetAttributeCountAtIndex(function, llvm::function_index);
    std::vector<llvm::Attribute> attributes(count);
    llvm::GetAttributesAtIndex(function, llvm::function_index, attributes.data());
    for (const llvm::Attribute attribute : attributes) {
        if (llvm::IsStringAttribute(attribute) == 0) {
            continue;
        }
        unsigned length = 0;
        const char* text = llvm::GetStringAttributeKind(attribute, &length);
        const std::string kind(text, length);
        if (!kind.starts_with("no-builtin") && kind != "probe-stack" &&
            kind != "stack-probe-size") {
            llvm::RemoveStringAttributeAtIndex(function, llvm::function_index, kind.data(), length);
        }
    }
}

/// What the compiler itself calls where an index leaves its dimension, or a function ends without its value.
/// It gives a record of the place: a private variable.
bool is_report(std::string_view name, llvm::Value call) {
    if (name != "__ubsan_handle_out_of_bounds" && name != "__ubsan_handle_missing_return") {
        return false;
    }
    const llvm::Value record = llvm::GetOperand(call, 0);
    const llvm::Value variable =
        llvm::IsAConstantExpr(record) != nullptr ? llvm::GetOperand(record, 0) : record;
    return llvm::IsAGlobalVariable(variable) != nullptr &&
           llvm::GetLinkage(variable) == llvm::private_linkage;
}

/// A store to what the kit gives as constants: the optimizer would take it for impossible and leave it out.
bool changes_constant(llvm::Value instruction) {
    if (llvm::GetInstructionOpcode(instruction) != llvm::op_store) {
        return false;
    }
    const llvm::Value base = base_of(llvm::GetOperand(instruction, 1));
    return llvm::IsAGlobalVariable(base) != nullptr && name_of(base).starts_with("kit_");
}

/// A call that uses the function for nothing else.
bool is_plain_call_of(llvm::Value user, llvm::Value function) {
    if (llvm::IsAInstruction(user) == nullptr ||
        llvm::GetInstructionOpcode(user) != llvm::op_call ||
        llvm::GetCalledValue(user) != function) {
        return false;
    }
    for (unsigned i = 0; i < llvm::GetNumArgOperands(user); ++i) {
        if (llvm::GetOperand(user, i) == function) {
            return false;
        }
    }
    return true;
}

/// Whether a value is an address of thread-local or other memory that the processor finds by a segment.
bool has_address_space(llvm::Value value) {
    llvm::Type type = llvm::TypeOf(value);
    if (llvm::GetTypeKind(type) == llvm::vector_type) {
        type = llvm::GetElementType(type);
    }
    return llvm::GetTypeKind(type) == llvm::pointer_type && llvm::GetPointerAddressSpace(type) != 0;
}

bool uses_address_space(llvm::Value instruction) {
    bool uses = has_address_space(instruction);
    for (int i = 0; i < llvm::GetNumOperands(instruction); ++i) {
        uses = uses || has_address_space(llvm::GetOperand(instruction, static_cast<unsigned>(i)));
    }
    return uses;
}

bool is_atomic(llvm::Value instruction) {
    switch (llvm::GetInstructionOpcode(instruction)) {
    case llvm::op_load:
    case llvm::op_store: return llvm::GetOrdering(instruction) != llvm::not_atomic;
    case llvm::op_cmpxchg:
    case llvm::op_atomicrmw:
    case llvm::op_fence: return true;
    default: return false;
    }
}

/// `by_kit`: in a function of the emulator's headers.
void refuse_call(Session& session, llvm::Value call, bool by_kit) {
    const std::string_view name = called_name(call);
    if (is_of_kit(name) && !(by_kit && name.starts_with("kit_")) && !is_report(name, call)) {
        refuse_name(session, call, name);
    }
    if (llvm::GetInstructionCallConv(call) != llvm::call_as_in_c) {
        session.refuse(call, "The file calls a function in another way than C++ does.");
    }
}

} // namespace

void refuse_names(Session& session, llvm::Module module, std::string_view entry) {
    std::size_t length = 0;
    llvm::GetModuleInlineAsm(module, &length);
    if (length != 0) {
        session.refuse(nullptr, "unsupported: inline PTX (asm)");
    }
    if (llvm::GetFirstGlobalAlias(module) != nullptr ||
        llvm::GetFirstGlobalIFunc(module) != nullptr) {
        session.refuse(nullptr, "The file gives a function or variable a second name.");
    }
    each_variable(module, [&](llvm::Value variable) {
        const std::string_view name = name_of(variable);
        if (is_hidden(name) || (name.starts_with("llvm.") && !is_list_of_llvm(variable))) {
            session.refuse(nullptr, "The file gives a variable a name that no variable may have.");
        }
        const std::string_view section = section_of(variable);
        if (name == "llvm.global_ctors" || name == "llvm.global_dtors") {
            session.refuse(nullptr, "A variable outside all functions is computed when the program "
                                    "starts.");
        } else if (is_of_kit(name) &&
                   std::ranges::find(kit_variables, name) == kit_variables.end()) {
            refuse_name(session, nullptr, name);
        } else if (!section.empty() && section != "llvm.metadata") {
            session.refuse(nullptr, "The file chooses the section of '" + std::string(name) + "'.");
        }
    });
    each_function(module, [&](llvm::Value function) {
        const std::string_view name = name_of(function);
        if (is_hidden(name) || (is_intrinsic(name) && llvm::IsDeclaration(function) == 0)) {
            session.refuse(nullptr, "The file gives a function a name that no function may have.");
        }
        if (is_of_kit(name) && name != entry) {
            each_user(function, [&](llvm::Value user) {
                if (!is_plain_call_of(user, function)) {
                    refuse_name(session, nullptr, name);
                }
            });
        }
        if (!section_of(function).empty()) {
            session.refuse(nullptr, "The file chooses the section of a function.");
        }
        if (has_attribute(function, "naked")) {
            session.refuse(nullptr, "The file has a function without the compiler's own frame.");
        }
        if (llvm::GetFunctionCallConv(function) != llvm::call_as_in_c) {
            session.refuse(nullptr, "The file has a function that is called in another way than in "
                                    "C++.");
        }
        if (llvm::IsDeclaration(function) == 0 && is_of_kit(name_of(function)) &&
            name_of(function) != entry) {
            refuse_name(session, nullptr, name_of(function));
        }
        remove_text_attributes(function);
    });
}

void refuse_host_functions(Session& session, llvm::Value function) {
    each_instruction(function, [&](llvm::Value item) {
        const std::string_view name =
            llvm::GetInstructionOpcode(item) == llvm::op_call ? called_name(item) : "";
        // Names that begin with _ are the compilers' own or C++'s; those of the kit are looked at above.
        const bool is_of_c = !name.empty() && !name.starts_with("_") && !is_intrinsic(name) &&
                             !is_of_kit(name) &&
                             llvm::IsDeclaration(llvm::GetCalledValue(item)) != 0;
        if (name.starts_with("llvm.memmove.") ||
            (is_of_c && !is_one_of(device_library, name) && !is_mathematics(name))) {
            session.refuse(item, "Device code calls " + std::string(is_of_c ? name : "memmove") +
                                     "(), which CUDA has for the host only.");
        }
        if (name.starts_with("_ZSt5hypot") && llvm::GetNumArgOperands(item) == 3) {
            session.refuse(item,
                           "Device code calls std::hypot() with three numbers, which CUDA has for "
                           "the host only: norm3df() is the device's.");
        }
        // The compiler's flag that says whether a static variable has got its first value.
        if (llvm::GetInstructionOpcode(item) == llvm::op_load &&
            name_of(llvm::GetOperand(item, 0)).starts_with("_ZGVZ")) {
            session.refuse(
                item,
                "A static variable of device code cannot begin with a value that is computed: it "
                "is one variable for all threads. Without static each thread has its own.");
        }
    });
}

void refuse_instructions(Session& session, llvm::Value function) {
    const llvm::Metadata scope = llvm::GetSubprogram(function);
    const bool by_kit = scope != nullptr && path_of(scope).starts_with(session.headers);
    each_instruction(function, [&](llvm::Value instruction) {
        if (changes_constant(instruction)) {
            session.refuse(instruction,
                           "threadIdx, blockIdx, blockDim, gridDim and the coefficients "
                           "cannot be changed.");
        }
        if (uses_address_space(instruction)) {
            session.refuse(instruction, "The file uses memory of another address space.");
        }
        if (is_atomic(instruction)) {
            session.refuse(instruction, "unsupported: std::atomic and the compiler's own atomics");
        }
        if (llvm::GetInstructionOpcode(instruction) == llvm::op_call) {
            refuse_call(session, instruction, by_kit);
        }
    });
}

} // namespace kit::instrumentation
