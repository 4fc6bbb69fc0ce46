#include "checker/compile/instrumentation/unset_locals.hpp"

#include "checker/emulator/run_mode.hpp"

namespace kit::instrumentation {

namespace {

/// The number type of which the type is made, if it is one alone; else null.
llvm::Type number_of(llvm::Type type) {
    switch (llvm::GetTypeKind(type)) {
    case llvm::float_type:
    case llvm::double_type: return type;
    case llvm::array_type: return number_of(llvm::GetElementType(type));
    case llvm::struct_type: {
        llvm::Type only = nullptr;
        for (unsigned i = 0; i < llvm::CountStructElementTypes(type); ++i) {
            const llvm::Type member = number_of(llvm::StructGetTypeAtIndex(type, i));
            if (member == nullptr || (only != nullptr && member != only)) {
                return nullptr;
            }
            only = member;
        }
        return only;
    }
    default: return nullptr;
    }
}

/// The compiler's own store of what it gives a variable without a value.
bool is_compilers(const Session& session, llvm::Value item) {
    constexpr std::string_view kind = "annotation";
    const unsigned annotation =
        llvm::GetMDKindIDInContext(session.context, kind.data(), kind.size());
    return llvm::GetMetadata(item, annotation) != nullptr;
}

class Marker {
public:
    Marker(Session& session, llvm::Module module) : session_(session), module_(module) {}

    void mark(llvm::Value item) {
        const int operation = llvm::GetInstructionOpcode(item);
        const bool is_store = operation == llvm::op_store;
        const bool is_fill =
            operation == llvm::op_call && (called_name(item).starts_with("llvm.memset.") ||
                                           called_name(item).starts_with("llvm.memcpy."));
        if ((!is_store && !is_fill) || !is_compilers(session_, item)) {
            return;
        }
        const llvm::Value address = llvm::GetOperand(item, is_store ? 1 : 0);
        const llvm::Value variable = base_of(address);
        const std::uint32_t place = place_of_declaration(item);
        if (llvm::IsAAllocaInst(variable) == nullptr || place == 0) {
            return;
        }
        const llvm::Type all =
            is_store ? llvm::TypeOf(llvm::GetOperand(item, 0)) : llvm::GetAllocatedType(variable);
        const llvm::Type number = number_of(all);
        if (number == nullptr) {
            return;
        }
        const unsigned long long step = llvm::StoreSizeOfType(session_.layout, number);
        const unsigned long long bytes = llvm::ABISizeOfType(session_.layout, all);
        constexpr unsigned long long most_elements = 64;
        if (bytes > most_elements * step) {
            return;
        }
        session_.build_before(item);
        const llvm::Value content = content_of(step == sizeof(float), place);
        const llvm::Type pointer = llvm::PointerType(llvm::TypeOf(content), 0);
        for (unsigned long long at = 0; at < bytes; at += step) {
            llvm::Value offset = llvm::ConstInt(session_.i64, at, 0);
            llvm::Value element = session_.cast(address, session_.pointer);
            element =
                llvm::BuildInBoundsGEP2(session_.builder, session_.i8, element, &offset, 1, "");
            llvm::SetAlignment(
                llvm::BuildStore(session_.builder, content, session_.cast(element, pointer)),
                static_cast<unsigned>(step));
        }
        llvm::InstructionEraseFromParent(item);
    }

private:
    static std::uint32_t place_of_declaration(llvm::Value item) {
        const llvm::Metadata place = llvm::InstructionGetDebugLoc(item);
        return place == nullptr ? 0
                                : runtime::unset_place(llvm::DILocationGetLine(place),
                                                       llvm::DILocationGetColumn(place));
    }

    /// Read when the kernel runs, so that a run can choose another number.
    llvm::Value content_of(bool is_float, std::uint32_t place) {
        const llvm::Type type = is_float ? session_.i32 : session_.i64;
        const char* const name = is_float ? "kit_unset_float" : "kit_unset_double";
        llvm::Value variable = llvm::GetNamedGlobal(module_, name);
        if (variable == nullptr) {
            variable = llvm::AddGlobal(module_, type, name);
            llvm::SetGlobalConstant(variable, 1);
            llvm::SetVisibility(variable, llvm::hidden); // its address needs no table
        }
        const std::uint64_t bits = std::uint64_t{place}
                                   << (is_float ? 0 : runtime::unset_shift_of_double);
        return llvm::BuildOr(session_.builder,
                             llvm::BuildLoad2(session_.builder, type, variable, ""),
                             llvm::ConstInt(type, bits, 0), "");
    }

    Session& session_;
    llvm::Module module_;
};

} // namespace

void mark_unset_locals(Session& session, llvm::Module module, llvm::Value function) {
    Marker marker(session, module);
    each_instruction(function, [&](llvm::Value item) { marker.mark(item); });
}

} // namespace kit::instrumentation
