#include "checker/compile/instrumentation/host_constants.hpp"

#include "checker/compile/instrumentation/private_variables.hpp"

#include <algorithm>
#include <cctype>

namespace kit::instrumentation {

namespace {

bool is_in(std::string_view list, std::string_view name) {
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(','), list.size());
        if (list.substr(0, end) == name) {
            return true;
        }
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return false;
}

/// "weights" of a variable outside all functions and classes that is seen in its file only ("_ZL7weights",
/// "_ZN5outerL7weightsE"), or of one with C's linkage or in the outermost namespace. Else empty.
std::string_view source_name(std::string_view symbol) {
    symbol = symbol.substr(0, symbol.find(".const")); // what clang makes of it for one use
    if (!symbol.starts_with("_Z")) {
        return symbol;
    }
    if (symbol.starts_with("_ZZ")) {
        return "";
    }
    const std::size_t mark = symbol.rfind('L');
    for (std::size_t at = symbol.find('L'); at != std::string_view::npos;
         at = symbol.find('L', at + 1)) {
        std::size_t digits = at + 1;
        std::size_t length = 0;
        while (digits < symbol.size() && std::isdigit(static_cast<unsigned char>(symbol[digits])) &&
               length < symbol.size()) {
            length = 10 * length + static_cast<std::size_t>(symbol[digits++] - '0');
        }
        const std::string_view rest = symbol.substr(std::min(digits + length, symbol.size()));
        if (digits > at + 1 && (rest.empty() || rest == "E")) {
            return symbol.substr(digits, length);
        }
        if (at == mark) {
            break;
        }
    }
    return "";
}

/// Whether a number at this place of a type is a member of a structure, of one within it, or all there is: no element
/// of an array.
bool is_member_at(const Session& session, llvm::Type type, unsigned long long offset) {
    while (llvm::GetTypeKind(type) == llvm::struct_type) {
        unsigned member = 0;
        while (member + 1 < llvm::CountStructElementTypes(type) &&
               llvm::OffsetOfElement(session.layout, type, member + 1) <= offset) {
            ++member;
        }
        offset -= llvm::OffsetOfElement(session.layout, type, member);
        type = llvm::StructGetTypeAtIndex(type, member);
    }
    return llvm::GetTypeKind(type) != llvm::array_type && offset == 0;
}

/// The first instruction that uses the variable, through constant expressions, as more than numbers known by their
/// names; null if none does. `value` is an address in it, this many bytes behind its beginning.
llvm::Value using_instruction(const Session& session, llvm::Type variable, llvm::Value value,
                              unsigned long long offset = 0, int depth = 0) {
    constexpr int deepest = 8; // an address is a cast or a step or two
    llvm::Value found = nullptr;
    each_user(value, [&](llvm::Value user) {
        if (found != nullptr) {
            return;
        }
        if (llvm::IsAInstruction(user) != nullptr) {
            const bool is_number = llvm::GetInstructionOpcode(user) == llvm::op_load &&
                                   llvm::GetTypeKind(variable) == llvm::struct_type &&
                                   is_member_at(session, variable, offset);
            found = is_number ? nullptr : user;
        } else if (llvm::IsAConstantExpr(user) != nullptr && depth < deepest) {
            const bool is_step = llvm::GetConstOpcode(user) == llvm::op_getelementptr;
            const auto step = is_step ? constant_offset(session, user) : 0;
            found =
                using_instruction(session, variable, user, offset + step.value_or(0), depth + 1);
        }
    });
    return found;
}

} // namespace

void refuse_host_constants(Session& session, llvm::Module device, std::string_view names) {
    each_variable(device, [&](llvm::Value variable) {
        const std::string_view name = source_name(name_of(variable));
        if (name.empty() || !is_in(names, name)) {
            return;
        }
        if (const llvm::Value user =
                using_instruction(session, llvm::GlobalGetValueType(variable), variable)) {
            session.refuse(user, "host constant: " + std::string(name));
        }
    });
}

} // namespace kit::instrumentation
