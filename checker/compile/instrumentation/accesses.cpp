#include "checker/compile/instrumentation/accesses.hpp"

#include "checker/compile/instrumentation/prepare.hpp"
#include "checker/compile/instrumentation/private_variables.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace kit::instrumentation {

namespace {

/// Intrinsics that touch no memory, or only tell the optimizer something; by how their names begin.
constexpr std::array pure_intrinsics{
    // Arithmetic.
    "llvm.abs.", "llvm.bitreverse.", "llvm.bswap.", "llvm.canonicalize.", "llvm.ceil.",
    "llvm.copysign.", "llvm.cos.", "llvm.ctlz.", "llvm.ctpop.", "llvm.cttz.", "llvm.exp.",
    "llvm.exp10.", "llvm.exp2.", "llvm.fabs.", "llvm.floor.", "llvm.fma.", "llvm.fmuladd.",
    "llvm.fptosi.sat.", "llvm.fptoui.sat.", "llvm.frexp.", "llvm.fshl.", "llvm.fshr.",
    "llvm.is.fpclass.", "llvm.ldexp.", "llvm.llrint.", "llvm.llround.", "llvm.log.", "llvm.log10.",
    "llvm.log2.", "llvm.lrint.", "llvm.lround.", "llvm.maximum.", "llvm.maxnum.", "llvm.minimum.",
    "llvm.minnum.", "llvm.nearbyint.", "llvm.pow.", "llvm.powi.", "llvm.rint.", "llvm.round.",
    "llvm.roundeven.", "llvm.sadd.", "llvm.scmp.", "llvm.sin.", "llvm.smax.", "llvm.smin.",
    "llvm.smul.", "llvm.sqrt.", "llvm.sshl.", "llvm.ssub.", "llvm.tan.", "llvm.trunc.",
    "llvm.uadd.", "llvm.ucmp.", "llvm.umax.", "llvm.umin.", "llvm.umul.", "llvm.ushl.",
    "llvm.usub.", "llvm.vector.reduce.",
    // What the compiler knows.
    "llvm.assume", "llvm.dbg.", "llvm.donothing", "llvm.expect.", "llvm.experimental.noalias.",
    "llvm.invariant.", "llvm.is.constant.", "llvm.launder.", "llvm.lifetime.", "llvm.objectsize.",
    "llvm.prefetch.", "llvm.sideeffect", "llvm.strip.", "llvm.threadlocal.address",
    // Ends the kernel.
    "llvm.debugtrap", "llvm.trap", "llvm.ubsantrap"};

unsigned long long bytes_of(const Session& session, llvm::Type type) {
    return llvm::StoreSizeOfType(session.layout, type);
}

/// CUDA's limit for a thread. The emulator's own limit is lower; it is checked while the kernel runs.
constexpr unsigned long long most_local_bytes = 512 << 10;

/// A C++ function that belongs to no library.
bool is_own_name(std::string_view name) {
    return name.starts_with("_Z") && name.size() > 2 && name[2] >= '0' && name[2] <= '9';
}

class Announcer {
public:
    Announcer(Session& session, llvm::Module module, bool several_gpus)
        : session_(session), module_(module), several_gpus_(several_gpus) {}

    void run() {
        std::vector<llvm::Value> functions;
        each_function(module_, [&](llvm::Value function) {
            if (llvm::IsDeclaration(function) == 0) {
                functions.push_back(function);
            }
        });
        for (const llvm::Value function : functions) {
            if (!is_glue(function)) {
                own_.push_back(function);
            }
        }
        announce_order();
        place_constants();
        for (const llvm::Value function : functions) {
            add_attribute(session_, function, "safestack");
            if (is_glue(function)) {
                each_instruction(function, [this](llvm::Value item) { check_glue(item); });
            } else {
                local_bytes_ = 0;
                each_instruction(function, [this](llvm::Value item) { announce(item); });
            }
        }
    }

private:
    void announce(llvm::Value item) {
        switch (llvm::GetInstructionOpcode(item)) {
        case llvm::op_load: access(item, 0, bytes_of(session_, llvm::TypeOf(item)), false); break;
        case llvm::op_store:
            access(item, 1, bytes_of(session_, llvm::TypeOf(llvm::GetOperand(item, 0))), true);
            break;
        case llvm::op_alloca: local_variable(item); break;
        case llvm::op_cmpxchg:
        case llvm::op_atomicrmw:
            session_.refuse(item, "unsupported: std::atomic and the compiler's own atomics");
            break;
        case llvm::op_indirectbr:
        case llvm::op_callbr: session_.refuse(item, "The file jumps to a computed address."); break;
        case llvm::op_invoke:
        case llvm::op_resume:
        case llvm::op_landingpad:
            session_.refuse(item, "A kernel cannot throw or catch exceptions.");
            break;
        case llvm::op_va_arg:
            session_.refuse(item, "A kernel's functions cannot have arguments without names.");
            break;
        case llvm::op_call: call(item); break;
        default: break;
        }
    }

    /// Fences and warp operations are rare, and what they order is costly to follow: the launch must know of them
    /// before. Where one of several GPUs waits for a flag, the fence may have been forgotten.
    void announce_order() {
        has_fences_ = is_used("kit_device_fence") ||
                      (several_gpus_ && is_used("kit_atomic") && loads_volatile());
        if (has_fences_) {
            call_first("kit_uses_fences");
        }
        if (is_used("kit_warp_collective")) {
            call_first("kit_has_warp_operations");
        }
    }

    [[nodiscard]] bool loads_volatile() const {
        bool any = false;
        for (const llvm::Value function : own_) {
            each_instruction(function, [&any](llvm::Value item) {
                any = any || (llvm::GetInstructionOpcode(item) == llvm::op_load &&
                              llvm::GetVolatile(item) != 0);
            });
        }
        return any;
    }

    /// Constants without a name of their own, such as texts, come together: only there device code may read them.
    void place_constants() {
        each_variable(module_, [](llvm::Value variable) {
            if (llvm::IsGlobalConstant(variable) != 0 &&
                llvm::GetLinkage(variable) == llvm::private_linkage) {
                llvm::SetUnnamedAddress(variable, 0);
                llvm::SetSection(variable, "kit_unnamed"); // as object_file.cpp reads it
            }
        });
    }

    /// Whether the module uses the runtime's function of this name.
    [[nodiscard]] bool is_used(const char* name) const {
        const llvm::Value function = llvm::GetNamedFunction(module_, name);
        return function != nullptr && llvm::GetFirstUse(function) != nullptr;
    }

    /// Has this function of the runtime called before all others.
    void call_first(const char* name) {
        const llvm::Value entry = llvm::GetNamedFunction(module_, config_entry.data());
        session_.build_before(llvm::GetFirstInstruction(llvm::GetFirstBasicBlock(entry)));
        session_.call_runtime(module_, name, {});
    }

    /// What the kit's own entries call through a pointer must be the submission's, too.
    void check_glue(llvm::Value item) {
        if (llvm::GetInstructionOpcode(item) == llvm::op_call && called_name(item).empty()) {
            check_target(item);
        }
    }

    void local_variable(llvm::Value item) {
        const llvm::Value count = llvm::GetOperand(item, 0);
        if (llvm::IsAConstantInt(count) == nullptr) {
            session_.refuse(item, "A local array needs an extent that is known when the file is "
                                  "compiled.");
            return;
        }
        const unsigned long long elements = llvm::ConstIntGetZExtValue(count);
        const unsigned long long bytes =
            llvm::ABISizeOfType(session_.layout, llvm::GetAllocatedType(item));
        const bool fits = elements <= most_local_bytes && bytes <= most_local_bytes;
        local_bytes_ += fits ? elements * bytes : most_local_bytes + 1;
        if (local_bytes_ > most_local_bytes) {
            session_.refuse(item, "The local variables of a function take more than 512 KiB, which "
                                  "is all that CUDA gives a thread.");
        }
    }

    /// The same value, of which the optimizer and code generation know nothing: an address that is not
    /// defined could be another one for the announcement than for the access.
    llvm::Value settled(llvm::Value value) {
        const llvm::Type type = llvm::TypeOf(value);
        llvm::Type parameter = type;
        constexpr std::string_view constraints = "=r,0";
        const llvm::Type function = llvm::FunctionType(type, &parameter, 1, 0);
        const llvm::Value same =
            llvm::GetInlineAsm(function, "", 0, constraints.data(), constraints.size(), 1, 0, 0, 0);
        return llvm::BuildCall2(session_.builder, function, same, &value, 1, "");
    }

    /// Settles an operand; returns what it is then.
    llvm::Value settle_operand(llvm::Value item, unsigned operand) {
        const llvm::Value value = llvm::GetOperand(item, operand);
        if (llvm::IsAGlobalVariable(value) != nullptr || llvm::IsAConstantInt(value) != nullptr) {
            return value;
        }
        session_.build_before(item);
        const llvm::Value same = settled(value);
        llvm::SetOperand(item, operand, same);
        return same;
    }

    /// The variables of a thread's place and the coefficients are the kit's, and loads of a thread's own
    /// variable that nothing else can reach are those of a register.
    [[nodiscard]] bool needs_no_announcement(llvm::Value address, unsigned long long bytes,
                                             bool store) {
        const llvm::Value base = base_of(address);
        if (llvm::IsAGlobalVariable(base) != nullptr) {
            return !store && name_of(base).starts_with("kit_") &&
                   is_inside_variable(session_, address, bytes);
        }
        if (llvm::IsAAllocaInst(base) == nullptr) {
            return false;
        }
        const auto known = private_.find(base);
        if (known != private_.end()) {
            return known->second;
        }
        // Asked at the variable's first access: later, announcements are among its uses.
        return private_[base] = is_private(session_, base);
    }

    void access(llvm::Value item, unsigned operand, unsigned long long bytes, bool store) {
        if (needs_no_announcement(llvm::GetOperand(item, operand), bytes, store)) {
            return;
        }
        const llvm::Value address = settle_operand(item, operand);
        // The runtime reports what is misaligned; the instruction must not end the program for it.
        llvm::SetAlignment(item, 1);
        session_.build_before(item);
        const bool power_of_two = bytes <= 16 && (bytes & (bytes - 1)) == 0;
        if (!power_of_two) {
            range(item, address, llvm::ConstInt(session_.i64, bytes, 0), store);
            return;
        }
        const bool is_volatile = has_fences_ && llvm::GetVolatile(item) != 0;
        const llvm::Value argument = session_.cast(address, session_.pointer);
        session_.call_runtime(module_,
                              std::string(is_volatile ? "__tsan_volatile_" : "__tsan_") +
                                  (store ? "write" : "read") + std::to_string(bytes),
                              {argument});
        if (is_volatile && !store) {
            session_.build_before(llvm::GetNextInstruction(item));
            session_.call_runtime(module_, "kit_loaded_volatile", {argument});
        }
    }

    void range(llvm::Value item, llvm::Value address, llvm::Value bytes, bool store) {
        session_.build_before(item);
        session_.call_runtime(
            module_, store ? "__tsan_write_range" : "__tsan_read_range",
            {session_.cast(address, session_.pointer),
             llvm::BuildZExtOrBitCast(session_.builder, bytes, session_.i64, "")});
    }

    void call(llvm::Value item) {
        const llvm::Value callee = llvm::GetCalledValue(item);
        if (llvm::IsAInlineAsm(callee) != nullptr) {
            session_.refuse(item, "unsupported: inline PTX (asm)");
            return;
        }
        const std::string_view name = called_name(item);
        if (name.empty()) {
            check_target(item);
        }
        if (is_sine_or_cosine(item, name)) {
            return;
        }
        copied_arguments(item);
        const auto is = [name](std::string_view function) {
            return name == function || name.starts_with("llvm." + std::string(function) + ".");
        };
        if (is("memcpy") || is("memmove")) {
            const llvm::Value bytes = settle_operand(item, 2);
            range(item, settle_operand(item, 1), bytes, false);
            range(item, settle_operand(item, 0), bytes, true);
        } else if (is("memset")) {
            const llvm::Value bytes = settle_operand(item, 2);
            range(item, settle_operand(item, 0), bytes, true);
        } else if (name.starts_with("llvm.") &&
                   std::ranges::none_of(pure_intrinsics, [name](std::string_view pure) {
                       return name.starts_with(pure);
                   })) {
            const std::string_view function = name.substr(name.find('.') + 1);
            session_.refuse(item, "The file uses the compiler's '" +
                                      std::string(function.substr(0, function.find('.'))) +
                                      "', which kernels may not use.");
        } else if (llvm::IsAFunction(callee) != nullptr && llvm::IsDeclaration(callee) != 0 &&
                   is_own_name(name)) {
            session_.refuse_undefined(item, std::string(name));
        }
    }

    /// Code generation would make one call of sin(x) and cos(x), which stores both and announces nothing. It
    /// leaves functions alone that are no builtins. Returns whether this was one.
    bool is_sine_or_cosine(llvm::Value item, std::string_view name) {
        constexpr std::array known{
            std::pair{"llvm.sin.f32", "sinf"}, std::pair{"llvm.sin.f64", "sin"},
            std::pair{"llvm.cos.f32", "cosf"}, std::pair{"llvm.cos.f64", "cos"},
            std::pair{"sinf", "sinf"},         std::pair{"sin", "sin"},
            std::pair{"cosf", "cosf"},         std::pair{"cos", "cos"}};
        const auto found =
            std::ranges::find_if(known, [name](const auto& pair) { return name == pair.first; });
        if (found == known.end()) {
            return false;
        }
        const llvm::Type type = llvm::GetCalledFunctionType(item);
        llvm::Value function = llvm::GetNamedFunction(module_, found->second);
        if (function == nullptr) {
            function = llvm::AddFunction(module_, found->second, type);
        }
        llvm::Value argument = llvm::GetOperand(item, 0);
        session_.build_before(item);
        const llvm::Value result =
            llvm::BuildCall2(session_.builder, type, function, &argument, 1, "");
        llvm::AddCallSiteAttribute(
            result, llvm::function_index,
            llvm::CreateEnumAttribute(session_.context,
                                      llvm::GetEnumAttributeKindForName("nobuiltin", 9), 0));
        llvm::ReplaceAllUsesWith(item, result);
        llvm::InstructionEraseFromParent(item);
        return true;
    }

    /// Structures by value: the call copies them.
    void copied_arguments(llvm::Value item) {
        static const unsigned by_value = llvm::GetEnumAttributeKindForName("byval", 5);
        for (unsigned i = 0; i < llvm::GetNumArgOperands(item); ++i) {
            if (const llvm::Attribute copied =
                    llvm::GetCallSiteEnumAttribute(item, i + 1, by_value)) {
                const unsigned long long bytes =
                    llvm::ABISizeOfType(session_.layout, llvm::GetTypeAttributeValue(copied));
                if (bytes > most_local_bytes) {
                    session_.refuse(item, "A structure by value has more than 512 KiB.");
                }
                range(item, settle_operand(item, i), llvm::ConstInt(session_.i64, bytes, 0), false);
            }
        }
    }

    /// A call through a pointer may reach the submission's own functions of that type.
    void check_target(llvm::Value item) {
        const llvm::Type type = llvm::GetCalledFunctionType(item);
        std::vector<llvm::Value> targets;
        for (const llvm::Value function : own_) {
            if (llvm::GlobalGetValueType(function) == type) {
                targets.push_back(llvm::ConstPointerCast(function, session_.pointer));
            }
        }
        llvm::Value& table = targets_[type];
        const auto count = static_cast<unsigned>(targets.size());
        if (table == nullptr) {
            table = llvm::AddGlobal(module_, llvm::ArrayType(session_.pointer, count), "");
            llvm::SetInitializer(table, llvm::ConstArray(session_.pointer, targets.data(), count));
            llvm::SetLinkage(table, llvm::private_linkage);
            llvm::SetGlobalConstant(table, 1);
        }
        session_.build_before(item);
        session_.call_runtime(module_, "kit_check_call",
                              {session_.cast(llvm::GetCalledValue(item), session_.pointer),
                               session_.cast(table, session_.pointer),
                               llvm::ConstInt(session_.i64, count, 0)});
    }

    Session& session_;
    llvm::Module module_;
    bool several_gpus_;
    std::vector<llvm::Value> own_;
    bool has_fences_ = false;
    unsigned long long local_bytes_ = 0; ///< of the variables of the function so far
    std::map<llvm::Value, bool> private_;
    std::map<llvm::Type, llvm::Value> targets_;
};

} // namespace

void announce_accesses(Session& session, llvm::Module module, bool several_gpus) {
    Announcer(session, module, several_gpus).run();
}

} // namespace kit::instrumentation
