// LLVM's C interface, taken at run time from the libLLVM that clang itself uses, so that building the kit
// needs no headers of LLVM, and one build works with each version. Declared are the functions that the kit
// calls, as LLVM 14 to 19 have them (llvm-c/Core.h and its neighbours).
#pragma once

#include <cstddef>

namespace kit::llvm {

// Handles, as in llvm-c/Types.h.
using Context = struct OpaqueContext*;
using Module = struct OpaqueModule*;
using Type = struct OpaqueType*;
using Value = struct OpaqueValue*;
using Use = struct OpaqueUse*;
using BasicBlock = struct OpaqueBasicBlock*;
using Builder = struct OpaqueBuilder*;
using MemoryBuffer = struct OpaqueMemoryBuffer*;
using Metadata = struct OpaqueMetadata*;
using Target = struct OpaqueTarget*;
using TargetMachine = struct OpaqueTargetMachine*;
using TargetData = struct OpaqueTargetData*;
using PassOptions = struct OpaquePassOptions*;
using Error = struct OpaqueError*;
using Attribute = struct OpaqueAttribute*;
using Comdat = struct OpaqueComdat*;
using Bool = int;

// result, name without "LLVM", parameters
#define KIT_LLVM_FUNCTIONS(X)                                                                      \
    X(Context, ContextCreate, (void))                                                              \
    X(Bool, CreateMemoryBufferWithContentsOfFile, (const char*, MemoryBuffer*, char**))            \
    X(Bool, ParseBitcodeInContext2, (Context, MemoryBuffer, Module*))                              \
    X(Bool, LinkModules2, (Module, Module))                                                        \
    X(Bool, VerifyModule, (Module, int, char**))                                                   \
    X(const char*, GetModuleInlineAsm, (Module, std::size_t*))                                     \
    X(TargetData, GetModuleDataLayout, (Module))                                                   \
    X(unsigned long long, StoreSizeOfType, (TargetData, Type))                                     \
    X(unsigned long long, ABISizeOfType, (TargetData, Type))                                       \
    X(const char*, GetTarget, (Module))                                                            \
    X(void, ParseCommandLineOptions, (int, const char* const*, const char*))                       \
    X(Bool, GetTargetFromTriple, (const char*, Target*, char**))                                   \
    X(TargetMachine, CreateTargetMachine,                                                          \
      (Target, const char*, const char*, const char*, int, int, int))                              \
    X(Bool, TargetMachineEmitToFile, (TargetMachine, Module, const char*, int, char**))            \
    X(PassOptions, CreatePassBuilderOptions, (void))                                               \
    X(Error, RunPasses, (Module, const char*, TargetMachine, PassOptions))                         \
    X(char*, GetErrorMessage, (Error))                                                             \
    X(Value, GetFirstFunction, (Module))                                                           \
    X(Value, GetNextFunction, (Value))                                                             \
    X(Value, GetNamedFunction, (Module, const char*))                                              \
    X(Value, GetFirstGlobal, (Module))                                                             \
    X(Value, GetNextGlobal, (Value))                                                               \
    X(Value, GetFirstGlobalAlias, (Module))                                                        \
    X(Value, GetFirstGlobalIFunc, (Module))                                                        \
    X(void, DeleteGlobal, (Value))                                                                 \
    X(Value, GetInitializer, (Value))                                                              \
    X(void, SetInitializer, (Value, Value))                                                        \
    X(Bool, IsUndef, (Value))                                                                      \
    X(Bool, IsDeclaration, (Value))                                                                \
    X(int, GetLinkage, (Value))                                                                    \
    X(void, SetLinkage, (Value, int))                                                              \
    X(Bool, IsThreadLocal, (Value))                                                                \
    X(void, SetThreadLocal, (Value, Bool))                                                         \
    X(void, SetSection, (Value, const char*))                                                      \
    X(void, SetVisibility, (Value, int))                                                           \
    X(void, SetUnnamedAddress, (Value, int))                                                       \
    X(Value, ConstNull, (Type))                                                                    \
    X(Use, GetFirstUse, (Value))                                                                   \
    X(Bool, IsGlobalConstant, (Value))                                                             \
    X(void, SetGlobalConstant, (Value, Bool))                                                      \
    X(void, SetComdat, (Value, Comdat))                                                            \
    X(const char*, GetSection, (Value))                                                            \
    X(Type, GlobalGetValueType, (Value))                                                           \
    X(const char*, GetValueName2, (Value, std::size_t*))                                           \
    X(BasicBlock, GetFirstBasicBlock, (Value))                                                     \
    X(BasicBlock, GetNextBasicBlock, (BasicBlock))                                                 \
    X(Value, GetBasicBlockTerminator, (BasicBlock))                                                \
    X(unsigned, GetNumSuccessors, (Value))                                                         \
    X(Value, GetFirstInstruction, (BasicBlock))                                                    \
    X(Value, GetNextInstruction, (Value))                                                          \
    X(int, GetInstructionOpcode, (Value))                                                          \
    X(void, InstructionEraseFromParent, (Value))                                                   \
    X(Value, GetOperand, (Value, unsigned))                                                        \
    X(int, GetNumOperands, (Value))                                                                \
    X(Value, GetCalledValue, (Value))                                                              \
    X(unsigned, GetNumArgOperands, (Value))                                                        \
    X(Type, GetCalledFunctionType, (Value))                                                        \
    X(Value, IsAFunction, (Value))                                                                 \
    X(Value, IsAGlobalVariable, (Value))                                                           \
    X(Value, IsAConstantInt, (Value))                                                              \
    X(Value, IsAConstantExpr, (Value))                                                             \
    X(Value, IsAAllocaInst, (Value))                                                               \
    X(Value, IsAGetElementPtrInst, (Value))                                                        \
    X(Value, IsABitCastInst, (Value))                                                              \
    X(Value, IsAInlineAsm, (Value))                                                                \
    X(int, GetConstOpcode, (Value))                                                                \
    X(unsigned long long, ConstIntGetZExtValue, (Value))                                           \
    X(Type, TypeOf, (Value))                                                                       \
    X(int, GetTypeKind, (Type))                                                                    \
    X(Type, VoidTypeInContext, (Context))                                                          \
    X(Type, Int8TypeInContext, (Context))                                                          \
    X(Type, Int16TypeInContext, (Context))                                                         \
    X(Value, BuildInBoundsGEP2, (Builder, Type, Value, Value*, unsigned, const char*))             \
    X(Type, Int32TypeInContext, (Context))                                                         \
    X(Type, Int64TypeInContext, (Context))                                                         \
    X(Type, PointerType, (Type, unsigned))                                                         \
    X(Type, VectorType, (Type, unsigned))                                                          \
    X(Type, FunctionType, (Type, Type*, unsigned, Bool))                                           \
    X(Value, ConstInt, (Type, unsigned long long, Bool))                                           \
    X(Value, AddFunction, (Module, const char*, Type))                                             \
    X(Builder, CreateBuilderInContext, (Context))                                                  \
    X(void, PositionBuilderBefore, (Builder, Value))                                               \
    X(void, SetCurrentDebugLocation2, (Builder, Metadata))                                         \
    X(Value, BuildCall2, (Builder, Type, Value, Value*, unsigned, const char*))                    \
    X(Value, BuildPointerCast, (Builder, Value, Type, const char*))                                \
    X(Value, BuildLoad2, (Builder, Type, Value, const char*))                                      \
    X(Value, BuildStore, (Builder, Value, Value))                                                  \
    X(Value, BuildOr, (Builder, Value, Value, const char*))                                        \
    X(Value, GetMetadata, (Value, unsigned))                                                       \
    X(unsigned, GetMDKindIDInContext, (Context, const char*, unsigned))                            \
    X(Value, BuildZExtOrBitCast, (Builder, Value, Type, const char*))                              \
    X(unsigned, GetAlignment, (Value))                                                             \
    X(void, SetTailCall, (Value, Bool))                                                            \
    X(void, SetAlignment, (Value, unsigned))                                                       \
    X(Metadata, InstructionGetDebugLoc, (Value))                                                   \
    X(void, InstructionSetDebugLoc, (Value, Metadata))                                             \
    X(Metadata, GetSubprogram, (Value))                                                            \
    X(Metadata, DIBuilderCreateDebugLocation, (Context, unsigned, unsigned, Metadata, Metadata))   \
    X(unsigned, DILocationGetLine, (Metadata))                                                     \
    X(unsigned, DILocationGetColumn, (Metadata))                                                   \
    X(Metadata, DILocationGetInlinedAt, (Metadata))                                                \
    X(Metadata, DILocationGetScope, (Metadata))                                                    \
    X(Metadata, DIScopeGetFile, (Metadata))                                                        \
    X(const char*, DIFileGetFilename, (Metadata, unsigned*))                                       \
    X(const char*, DIFileGetDirectory, (Metadata, unsigned*))                                      \
    X(unsigned, GetFunctionCallConv, (Value))                                                      \
    X(unsigned, GetInstructionCallConv, (Value))                                                   \
    X(int, GetOrdering, (Value))                                                                   \
    X(void, SetOrdering, (Value, int))                                                             \
    X(Bool, GetVolatile, (Value))                                                                  \
    X(unsigned, GetPointerAddressSpace, (Type))                                                    \
    X(unsigned, GetAttributeCountAtIndex, (Value, unsigned))                                       \
    X(void, GetAttributesAtIndex, (Value, unsigned, Attribute*))                                   \
    X(Bool, IsStringAttribute, (Attribute))                                                        \
    X(const char*, GetStringAttributeKind, (Attribute, unsigned*))                                 \
    X(void, RemoveStringAttributeAtIndex, (Value, unsigned, const char*, unsigned))                \
    X(Value, GetInlineAsm,                                                                         \
      (Type, const char*, std::size_t, const char*, std::size_t, Bool, Bool, int, Bool))           \
    X(void, SetOperand, (Value, unsigned, Value))                                                  \
    X(Value, IsAConstantDataArray, (Value))                                                        \
    X(Bool, IsConstantString, (Value))                                                             \
    X(const char*, GetAsString, (Value, std::size_t*))                                             \
    X(unsigned, GetEnumAttributeKindForName, (const char*, std::size_t))                           \
    X(Attribute, GetCallSiteEnumAttribute, (Value, unsigned, unsigned))                            \
    X(Attribute, CreateEnumAttribute, (Context, unsigned, unsigned long long))                     \
    X(Type, GetTypeAttributeValue, (Attribute))                                                    \
    X(void, RemoveEnumAttributeAtIndex, (Value, unsigned, unsigned))                               \
    X(Value, GetNamedGlobal, (Module, const char*))                                                \
    X(void, SetValueName2, (Value, const char*, std::size_t))                                      \
    X(Bool, IsConditional, (Value))                                                                \
    X(Value, GetCondition, (Value))                                                                \
    X(void, SetCondition, (Value, Value))                                                          \
    X(BasicBlock, GetSuccessor, (Value, unsigned))                                                 \
    X(Attribute, GetEnumAttributeAtIndex, (Value, unsigned, unsigned))                             \
    X(unsigned long long, GetEnumAttributeValue, (Attribute))                                      \
    X(Type, GetAllocatedType, (Value))                                                             \
    X(Value, AddGlobal, (Module, Type, const char*))                                               \
    X(Value, ConstArray, (Type, Value*, unsigned))                                                 \
    X(Value, ConstPointerCast, (Value, Type))                                                      \
    X(Type, ArrayType, (Type, unsigned))                                                           \
    X(Value, GetUser, (Use))                                                                       \
    X(Use, GetNextUse, (Use))                                                                      \
    X(Value, IsAPHINode, (Value))                                                                  \
    X(unsigned, CountIncoming, (Value))                                                            \
    X(Value, GetIncomingValue, (Value, unsigned))                                                  \
    X(Value, IsAInstruction, (Value))                                                              \
    X(Value, GetPreviousInstruction, (Value))                                                      \
    X(unsigned long long, OffsetOfElement, (TargetData, Type, unsigned))                           \
    X(long long, ConstIntGetSExtValue, (Value))                                                    \
    X(Type, GetElementType, (Type))                                                                \
    X(unsigned, GetArrayLength, (Type))                                                            \
    X(Type, GetGEPSourceElementType, (Value))                                                      \
    X(Type, StructGetTypeAtIndex, (Type, unsigned))                                                \
    X(unsigned, CountStructElementTypes, (Type))                                                   \
    X(void, ReplaceAllUsesWith, (Value, Value))                                                    \
    X(void, AddCallSiteAttribute, (Value, unsigned, Attribute))                                    \
    X(void, AddAttributeAtIndex, (Value, unsigned, Attribute))

#define KIT_LLVM_DECLARE(result, name, parameters) extern result(*name) parameters;
KIT_LLVM_FUNCTIONS(KIT_LLVM_DECLARE)
#undef KIT_LLVM_DECLARE

// Numbers of llvm-c/Core.h.
enum Opcode {
    op_ret = 1,
    op_br = 2,
    op_indirectbr = 4,
    op_invoke = 5,
    op_alloca = 26,
    op_load = 27,
    op_store = 28,
    op_getelementptr = 29,
    op_bitcast = 41,
    op_call = 45,
    op_va_arg = 49,
    op_fence = 55,
    op_cmpxchg = 56,
    op_atomicrmw = 57,
    op_resume = 58,
    op_landingpad = 59,
    op_callbr = 67,
};

enum Linkage {
    external_linkage = 0,
    appending_linkage = 7,
    internal_linkage = 8,
    private_linkage = 9
};

enum TypeKind {
    float_type = 2,
    double_type = 3,
    integer_type = 8,
    struct_type = 10,
    array_type = 11,
    pointer_type = 12,
    vector_type = 13
};

enum CallingConvention { call_as_in_c = 0 };

enum Ordering { not_atomic = 0, unordered = 1 };

enum CodeLevel { code_level_default = 2 };

enum Relocation { relocation_pic = 2 };

enum Visibility { hidden = 1 };

enum CodeModel { code_model_default = 0 };

enum FileType { object_file = 1 };

enum Verifying { return_status = 2 };

/// In place of an argument's number: of the function itself.
constexpr unsigned function_index = ~0u;

/// Loads libLLVM and finds its functions. Returns null, or why that failed.
const char* load(const char* library);

} // namespace kit::llvm
