#include "checker/compile/instrumentation/prepare.hpp"

#include "checker/compile/instrumentation/annotations.hpp"
#include "checker/compile/instrumentation/library_functions.hpp"
#include "checker/compile/instrumentation/refusals.hpp"
#include "checker/compile/instrumentation/unset_locals.hpp"

#include <algorithm>

namespace kit::instrumentation {

namespace {

constexpr std::string_view kernel_entry = "kit_submission_kernel";
constexpr std::string_view shared_section = ".tbss.";
/// A structure up to this size is copied by single accesses; larger ones as a block of bytes.
constexpr unsigned long long most_copied_bytes = 64;

bool is_used_list(std::string_view name) {
    return name == "llvm.used" || name == "llvm.compiler.used";
}

bool reports_index(llvm::BasicBlock block) {
    for (llvm::Value item = llvm::GetFirstInstruction(block); item != nullptr;
         item = llvm::GetNextInstruction(item)) {
        if (llvm::GetInstructionOpcode(item) == llvm::op_call &&
            called_name(item) == "__ubsan_handle_out_of_bounds") {
            return true;
        }
    }
    return false;
}

/// Whether the first address computed in the block is that of an array's element by its index.
bool begins_with_subscript(llvm::BasicBlock block) {
    for (llvm::Value item = llvm::GetFirstInstruction(block); item != nullptr;
         item = llvm::GetNextInstruction(item)) {
        if (llvm::GetInstructionOpcode(item) == llvm::op_getelementptr) {
            return llvm::GetTypeKind(llvm::GetGEPSourceElementType(item)) == llvm::array_type;
        }
    }
    return false;
}

/// clang also reports a pointer that is moved out of its array, which is harmless as long as no access is
/// made there. Both checks end in a branch to the report; only an index is followed by a subscript.
void allow_moved_pointers(llvm::Value function) {
    each_instruction(function, [](llvm::Value branch) {
        if (llvm::GetInstructionOpcode(branch) == llvm::op_br && llvm::IsConditional(branch) != 0 &&
            reports_index(llvm::GetSuccessor(branch, 1)) &&
            !begins_with_subscript(llvm::GetSuccessor(branch, 0))) {
            const llvm::Type boolean = llvm::TypeOf(llvm::GetCondition(branch));
            llvm::SetCondition(branch, llvm::ConstInt(boolean, 1, 0));
        }
    });
}

/// The section that a shared array has to itself. Its name ends in the array's extents, "@8x8x8", which nothing else
/// keeps: a symbol has its bytes only.
std::string section_for(llvm::Value variable, const std::string& name) {
    std::string section = std::string(shared_section) + name;
    char sign = '@';
    for (llvm::Type type = llvm::GlobalGetValueType(variable);
         llvm::GetTypeKind(type) == llvm::array_type; type = llvm::GetElementType(type)) {
        section += sign + std::to_string(llvm::GetArrayLength(type));
        sign = 'x';
    }
    return section;
}

/// One for each worker of the emulator, which runs a block at a time. External: the optimizer must take a
/// barrier for a call that may change it.
void make_shared(llvm::Value variable, const std::string& name) {
    llvm::SetComdat(variable, nullptr);
    llvm::SetLinkage(variable, llvm::external_linkage);
    llvm::SetThreadLocal(variable, 1);
    llvm::SetInitializer(variable, llvm::ConstNull(llvm::GlobalGetValueType(variable)));
    llvm::SetSection(variable, section_for(variable, name).c_str());
}

/// clang 14 makes some variables of templates twice and uses the second, "tile.2".
void take_place_of_unused(llvm::Module module, llvm::Value variable) {
    const std::string name(name_of(variable));
    const std::string first_name = name.substr(0, name.rfind('.'));
    const llvm::Value first = first_name.size() < name.size()
                                  ? llvm::GetNamedGlobal(module, first_name.c_str())
                                  : nullptr;
    if (first != nullptr && llvm::GetFirstUse(first) == nullptr) {
        llvm::DeleteGlobal(first);
        llvm::SetValueName2(variable, first_name.data(), first_name.size());
        llvm::SetSection(variable, section_for(variable, first_name).c_str());
    }
}

/// Where an array begins decides how many sectors a request takes: not by what a processor's compilers are used to.
void begin_at_multiple_of(const Session& session, unsigned bytes, llvm::Value variable) {
    const llvm::Type type = llvm::GlobalGetValueType(variable);
    constexpr unsigned large = 16;
    if (llvm::GetTypeKind(type) == llvm::array_type &&
        llvm::ABISizeOfType(session.layout, type) >= large &&
        llvm::GetAlignment(variable) < bytes) {
        llvm::SetAlignment(variable, bytes);
    }
}

void prepare_variables(const Session& session, llvm::Module module) {
    constexpr unsigned sector = 32;
    constexpr unsigned widest_access = 16;
    std::vector<llvm::Value> shared;
    each_variable(module, [&](llvm::Value variable) {
        const std::string_view name = name_of(variable);
        if (is_used_list(name)) {
            llvm::DeleteGlobal(variable);
        } else if (name.starts_with("kit_")) {
            // Places and coefficients stay as they are as long as a thread lives.
            llvm::SetGlobalConstant(variable, 1);
            llvm::SetThreadLocal(variable,
                                 name == "kit_thread_index" || name == "kit_block_index" ? 1 : 0);
        } else if (llvm::IsDeclaration(variable) != 0) {
            llvm::SetThreadLocal(variable, 1); // extern __shared__
        } else if (llvm::IsUndef(llvm::GetInitializer(variable)) != 0) {
            begin_at_multiple_of(session, widest_access, variable);
            make_shared(variable, std::string(name)); // nothing else begins without a value
            shared.push_back(variable);
        } else {
            begin_at_multiple_of(session, sector, variable);
            llvm::SetComdat(variable, nullptr);
        }
    });
    for (const llvm::Value variable : shared) {
        if (llvm::GetFirstUse(variable) != nullptr) {
            take_place_of_unused(module, variable);
        }
    }
}

/// How many bytes both addresses of a copy are multiples of, at most 16.
unsigned long long alignment_of_copy(llvm::Value copy) {
    static const unsigned kind = llvm::GetEnumAttributeKindForName("align", 5);
    unsigned long long alignment = 16;
    for (const unsigned argument : {1u, 2u}) {
        const llvm::Attribute known = llvm::GetCallSiteEnumAttribute(copy, argument, kind);
        alignment = std::min(alignment, known != nullptr ? llvm::GetEnumAttributeValue(known) : 1);
    }
    return alignment;
}

llvm::Type type_of_bytes(const Session& session, unsigned long long bytes) {
    switch (bytes) {
    case 1: return session.i8;
    case 2: return session.i16;
    case 4: return session.i32;
    // A vector, so that its parts stay whole numbers and no access is cut in two.
    default: return llvm::VectorType(session.i32, static_cast<unsigned>(bytes / 4));
    }
}

/// Copies a structure by accesses as wide as its alignment allows, as a GPU does: a float4 by one, three
/// floats by three.
void split_copy(const Session& session, llvm::Value copy) {
    const llvm::Value size = llvm::GetOperand(copy, 2);
    const llvm::Value is_volatile = llvm::GetOperand(copy, 3);
    if (llvm::IsAConstantInt(size) == nullptr || llvm::ConstIntGetZExtValue(is_volatile) != 0 ||
        llvm::ConstIntGetZExtValue(size) > most_copied_bytes) {
        return;
    }
    const unsigned long long bytes = llvm::ConstIntGetZExtValue(size);
    const unsigned long long alignment = alignment_of_copy(copy);
    session.build_before(copy);
    for (unsigned long long done = 0; done < bytes;) {
        unsigned long long part = alignment;
        while (part > bytes - done || done % part != 0) {
            part /= 2;
        }
        const llvm::Type type = type_of_bytes(session, part);
        const auto place = [&](unsigned operand) {
            llvm::Value offset = llvm::ConstInt(session.i64, done, 0);
            llvm::Value address = session.cast(llvm::GetOperand(copy, operand), session.pointer);
            address = llvm::BuildInBoundsGEP2(session.builder, session.i8, address, &offset, 1, "");
            return session.cast(address, llvm::PointerType(type, 0));
        };
        const llvm::Value value = llvm::BuildLoad2(session.builder, type, place(1), "");
        llvm::SetAlignment(value, static_cast<unsigned>(part));
        llvm::SetAlignment(llvm::BuildStore(session.builder, value, place(0)),
                           static_cast<unsigned>(part));
        done += part;
    }
    llvm::InstructionEraseFromParent(copy);
}

/// The optimizer makes one load of two whose results meet, and the line of neither is left. Of "unordered" loads, which
/// are otherwise what plain ones are, it makes none.
void keep_lines(llvm::Value function) {
    each_instruction(function, [](llvm::Value item) {
        if (llvm::GetInstructionOpcode(item) != llvm::op_load || llvm::GetVolatile(item) != 0 ||
            llvm::GetOrdering(item) != llvm::not_atomic) {
            return;
        }
        const int kind = llvm::GetTypeKind(llvm::TypeOf(item));
        const llvm::Value base = base_of(llvm::GetOperand(item, 0));
        const bool is_number =
            kind == llvm::float_type || kind == llvm::double_type || kind == llvm::integer_type;
        if (is_number && llvm::IsAAllocaInst(base) == nullptr &&
            !name_of(base).starts_with("kit_")) {
            llvm::SetOrdering(item, llvm::unordered);
        }
    });
}

void keep_apart(const Session& session, llvm::Value function) {
    remove_attribute(function, "alwaysinline");
    add_attribute(session, function, "noinline");
}

/// What an entry calls must not become part of it: the entries are the kit's, and nothing is announced there.
void keep_callees_apart(const Session& session, llvm::Module module, std::string_view entry) {
    const llvm::Value function = llvm::GetNamedFunction(module, entry.data());
    if (function == nullptr) {
        fail("the entry " + std::string(entry) + " is missing");
    }
    each_instruction(function, [&](llvm::Value instruction) {
        if (llvm::GetInstructionOpcode(instruction) == llvm::op_call &&
            !called_name(instruction).empty() && !is_intrinsic(called_name(instruction))) {
            keep_apart(session, llvm::GetCalledValue(instruction));
        }
    });
}

/// All of a module's functions but the entries.
template <class Work>
void each_own_function(llvm::Module module, const Work& work) {
    each_function(module, [&](llvm::Value function) {
        if (llvm::IsDeclaration(function) == 0 && !is_glue(function)) {
            work(function);
        }
    });
}

void make_internal(llvm::Value value) {
    llvm::SetComdat(value, nullptr);
    llvm::SetLinkage(value, llvm::internal_linkage);
}

} // namespace

void prepare_device(Session& session, llvm::Module module) {
    refuse_names(session, module, kernel_entry);
    each_variable(module, [&](llvm::Value variable) {
        if (llvm::IsThreadLocal(variable) != 0) {
            session.refuse(nullptr, "A variable of device code is thread_local.");
        }
    });
    prepare_variables(session, module);
    keep_callees_apart(session, module, kernel_entry);
    each_function(module, [&](llvm::Value function) {
        if (llvm::IsDeclaration(function) == 0) {
            refuse_instructions(session, function);
            refuse_host_functions(session, function);
            allow_moved_pointers(function);
            keep_lines(function);
            mark_unset_locals(session, module, function);
            each_instruction(function, [&](llvm::Value instruction) {
                if (llvm::GetInstructionOpcode(instruction) == llvm::op_call &&
                    called_name(instruction).starts_with("llvm.memcpy.")) {
                    split_copy(session, instruction);
                }
            });
        }
    });
    obey_annotations(session, module);
    each_own_function(module, [&](llvm::Value function) {
        make_internal(function);
        // No load is made that the source makes only under a condition: it could seem a race.
        add_attribute(session, function, "sanitize_thread");
        // As nvcc does, unless the source says otherwise.
        if (!has_attribute(function, "noinline") && !has_attribute(function, "optnone")) {
            add_attribute(session, function, "alwaysinline");
        }
    });
}

void prepare_host(Session& session, llvm::Module module) {
    refuse_names(session, module, config_entry);
    each_variable(module, [&](llvm::Value variable) {
        if (is_used_list(name_of(variable)) || name_of(variable) == "llvm.global.annotations") {
            llvm::DeleteGlobal(variable);
        } else if (llvm::IsDeclaration(variable) == 0 &&
                   llvm::GetLinkage(variable) != llvm::private_linkage) {
            make_internal(variable);
        }
    });
    each_own_function(module, [&](llvm::Value function) { make_internal(function); });
    keep_callees_apart(session, module, config_entry);
    session.run(module, "globaldce");
    each_function(module, [&](llvm::Value function) {
        if (llvm::IsDeclaration(function) == 0) {
            refuse_instructions(session, function);
        }
    });
}

void inline_functions(const Session& session, llvm::Module module) {
    session.run(module, "always-inline");
    each_function(module, [&](llvm::Value function) {
        const llvm::Metadata scope =
            llvm::IsDeclaration(function) != 0 ? nullptr : llvm::GetSubprogram(function);
        if (scope == nullptr) {
            return;
        }
        each_instruction(function, [&](llvm::Value instruction) {
            const llvm::Metadata place = student_place(llvm::InstructionGetDebugLoc(instruction));
            if (place != nullptr) {
                llvm::InstructionSetDebugLoc(
                    instruction, llvm::DIBuilderCreateDebugLocation(session.context,
                                                                    llvm::DILocationGetLine(place),
                                                                    0, scope, nullptr));
            }
        });
    });
}

void keep_places(llvm::Module module) {
    each_function(module, [](llvm::Value function) {
        each_instruction(function, [](llvm::Value item) {
            if (llvm::GetInstructionOpcode(item) == llvm::op_load &&
                llvm::GetOrdering(item) == llvm::unordered) {
                llvm::SetOrdering(item, llvm::not_atomic);
            } else if (llvm::GetInstructionOpcode(item) == llvm::op_call &&
                       called_name(item).starts_with("kit_")) {
                llvm::SetTailCall(item, 0);
            }
        });
    });
}

void remove_unused_shared(llvm::Module module) {
    each_variable(module, [](llvm::Value variable) {
        if (section_of(variable).starts_with(shared_section) &&
            llvm::GetFirstUse(variable) == nullptr) {
            llvm::DeleteGlobal(variable);
        }
    });
}

void settle_names(llvm::Module module) {
    each_variable(module, [](llvm::Value variable) {
        if (llvm::IsDeclaration(variable) == 0 &&
            llvm::GetLinkage(variable) != llvm::private_linkage) {
            make_internal(variable);
        }
    });
    for (const auto& [name, answered] : replaced_symbols) {
        if (const llvm::Value function = llvm::GetNamedFunction(module, name)) {
            llvm::SetValueName2(function, answered, std::string_view(answered).size());
        }
    }
}

bool is_glue(llvm::Value function) {
    return name_of(function) == kernel_entry || name_of(function) == config_entry;
}

} // namespace kit::instrumentation
