#include "checker/compile/instrumentation/private_variables.hpp"

namespace kit::instrumentation {

std::optional<unsigned long long> constant_offset(const Session& session, llvm::Value step) {
    llvm::Type type = llvm::GetGEPSourceElementType(step);
    unsigned long long offset = 0;
    for (int i = 1; i < llvm::GetNumOperands(step); ++i) {
        const llvm::Value index = llvm::GetOperand(step, static_cast<unsigned>(i));
        if (llvm::IsAConstantInt(index) == nullptr || llvm::ConstIntGetSExtValue(index) < 0) {
            return std::nullopt;
        }
        const unsigned long long number = llvm::ConstIntGetZExtValue(index);
        if (i == 1) {
            offset += number * llvm::ABISizeOfType(session.layout, type);
        } else if (llvm::GetTypeKind(type) == llvm::struct_type) {
            offset += llvm::OffsetOfElement(session.layout, type, static_cast<unsigned>(number));
            type = llvm::StructGetTypeAtIndex(type, static_cast<unsigned>(number));
        } else {
            type = llvm::GetElementType(type);
            offset += number * llvm::ABISizeOfType(session.layout, type);
        }
    }
    return offset;
}

namespace {

/// Whether all uses of an address are accesses that stay within `bytes`, from `offset` on.
bool stays_inside(const Session& session, llvm::Value address, unsigned long long offset,
                  unsigned long long bytes) {
    bool inside = true;
    const auto holds = [&](llvm::Type type) {
        return offset + llvm::StoreSizeOfType(session.layout, type) <= bytes;
    };
    each_user(address, [&](llvm::Value user) {
        if (!inside || llvm::IsAInstruction(user) == nullptr) {
            inside = false;
            return;
        }
        switch (llvm::GetInstructionOpcode(user)) {
        case llvm::op_load: inside = holds(llvm::TypeOf(user)); break;
        case llvm::op_store: {
            const llvm::Value value = llvm::GetOperand(user, 0);
            inside = value != address && holds(llvm::TypeOf(value));
            break;
        }
        case llvm::op_bitcast: inside = stays_inside(session, user, offset, bytes); break;
        case llvm::op_getelementptr: {
            const auto step = constant_offset(session, user);
            inside = step && *step < bytes && stays_inside(session, user, offset + *step, bytes);
            break;
        }
        case llvm::op_call: {
            const std::string_view name = called_name(user);
            inside = name.starts_with("llvm.lifetime.") || name.starts_with("llvm.dbg.");
            break;
        }
        default: inside = false;
        }
    });
    return inside;
}

} // namespace

bool is_inside_variable(const Session& session, llvm::Value address, unsigned long long bytes) {
    const llvm::Value base = base_of(address);
    unsigned long long offset = 0;
    while (address != base) {
        if (is_step(address)) {
            const auto step = constant_offset(session, address);
            if (!step) {
                return false;
            }
            offset += *step;
        }
        address = llvm::GetOperand(address, 0);
    }
    const unsigned long long all =
        llvm::ABISizeOfType(session.layout, llvm::GlobalGetValueType(base));
    return offset <= all && bytes <= all - offset;
}

bool is_private(const Session& session, llvm::Value variable) {
    const llvm::Value count = llvm::GetOperand(variable, 0);
    const unsigned long long bytes =
        llvm::IsAConstantInt(count) == nullptr
            ? 0
            : llvm::ConstIntGetZExtValue(count) *
                  llvm::ABISizeOfType(session.layout, llvm::GetAllocatedType(variable));
    return stays_inside(session, variable, 0, bytes);
}

} // namespace kit::instrumentation
