#include "checker/compile/instrumentation/module.hpp"

#include "checker/compile/processor.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>

namespace kit::instrumentation {

namespace {

unsigned kind_of(std::string_view attribute) {
    return llvm::GetEnumAttributeKindForName(attribute.data(), attribute.size());
}

bool has_line(llvm::Metadata place) {
    return place != nullptr && llvm::DILocationGetLine(place) != 0;
}

/// "kernel.cu:12:5: "
std::string prefix_of(llvm::Metadata place) {
    return place == nullptr ? "kernel.cu:0: "
                            : std::string(file_of(place)) + ":" +
                                  std::to_string(llvm::DILocationGetLine(place)) + ":" +
                                  std::to_string(llvm::DILocationGetColumn(place)) + ": ";
}

/// The first known line of what a value is computed from.
llvm::Metadata place_of_value(llvm::Value value, int depth) {
    if (llvm::IsAInstruction(value) == nullptr || depth == 0) {
        return nullptr;
    }
    if (const llvm::Metadata own = llvm::InstructionGetDebugLoc(value); has_line(own)) {
        return own;
    }
    const bool is_choice = llvm::IsAPHINode(value) != nullptr;
    const auto count =
        is_choice ? llvm::CountIncoming(value) : static_cast<unsigned>(llvm::GetNumOperands(value));
    for (unsigned i = 0; i < count; ++i) {
        const llvm::Metadata place = place_of_value(
            is_choice ? llvm::GetIncomingValue(value, i) : llvm::GetOperand(value, i), depth - 1);
        if (has_line(place)) {
            return place;
        }
    }
    return nullptr;
}

} // namespace

Session::Session(const char* library, std::string_view header_folder) : headers(header_folder) {
    if (const char* why = llvm::load(library)) {
        fail(std::string(library) + ": " + why);
    }
    // What the optimizer takes for impossible must not run on into other code.
    const char* const options[] = {
        "kit-instrument", "-trap-unreachable", "-vectorize-slp=false", "-vectorize-loops=false",
        // Stores of two branches stay two, as in what nvcc makes.
        "-sink-common-insts=false", "-enable-tail-merge=false",
        // The n-th round of a loop is one instruction of the warp.
        "-unroll-runtime=false", "-unroll-allow-peeling=false",
        // A vector stays one load, even if its parts are used one by one.
        "-disable-vector-combine"};
    llvm::ParseCommandLineOptions(static_cast<int>(std::size(options)), options, nullptr);
    context = llvm::ContextCreate();
    builder = llvm::CreateBuilderInContext(context);
    void_type = llvm::VoidTypeInContext(context);
    i8 = llvm::Int8TypeInContext(context);
    i16 = llvm::Int16TypeInContext(context);
    i32 = llvm::Int32TypeInContext(context);
    i64 = llvm::Int64TypeInContext(context);
    pointer = llvm::PointerType(i8, 0);
}

llvm::Module Session::read(const char* path) {
    llvm::MemoryBuffer buffer = nullptr;
    llvm::Module module = nullptr;
    char* why = nullptr;
    if (llvm::CreateMemoryBufferWithContentsOfFile(path, &buffer, &why) != 0) {
        fail(why);
    }
    if (llvm::ParseBitcodeInContext2(context, buffer, &module) != 0) {
        fail(std::string(path) + " does not hold LLVM's intermediate form");
    }
    if (machine == nullptr) {
        llvm::Target target = nullptr;
        if (llvm::GetTargetFromTriple(llvm::GetTarget(module), &target, &why) != 0) {
            fail(why);
        }
        machine = llvm::CreateTargetMachine(target, llvm::GetTarget(module), processor::least, "",
                                            llvm::code_level_default, llvm::relocation_pic,
                                            llvm::code_model_default);
        layout = llvm::GetModuleDataLayout(module);
    }
    return module;
}

void Session::run(llvm::Module module, const char* passes) const {
    const llvm::PassOptions options = llvm::CreatePassBuilderOptions();
    if (const llvm::Error error = llvm::RunPasses(module, passes, machine, options)) {
        fail(llvm::GetErrorMessage(error));
    }
}

void Session::refuse(llvm::Value instruction, const std::string& why) {
    refused = true;
    std::fprintf(
        stderr, "%serror: %s\n",
        prefix_of(student_place(instruction != nullptr ? place_of(instruction) : nullptr)).c_str(),
        why.c_str());
}

void Session::refuse_undefined(llvm::Value call, const std::string& function) {
    refused = true;
    const llvm::Metadata place = student_place(place_of(call));
    std::fprintf(stderr, "kernel.cu:%u: undefined reference to `%s'\n",
                 place != nullptr ? llvm::DILocationGetLine(place) : 0, function.c_str());
}

void Session::build_before(llvm::Value instruction) const {
    llvm::PositionBuilderBefore(builder, instruction);
    llvm::SetCurrentDebugLocation2(builder, place_of(instruction));
}

void Session::call_runtime(llvm::Module module, const std::string& name,
                           std::vector<llvm::Value> arguments) const {
    std::vector<llvm::Type> types;
    std::ranges::transform(arguments, std::back_inserter(types), llvm::TypeOf);
    const auto count = static_cast<unsigned>(arguments.size());
    const llvm::Type type = llvm::FunctionType(void_type, types.data(), count, 0);
    llvm::Value function = llvm::GetNamedFunction(module, name.c_str());
    if (function == nullptr) {
        function = llvm::AddFunction(module, name.c_str(), type);
    }
    llvm::BuildCall2(builder, type, function, arguments.data(), count, "");
}

llvm::Value Session::cast(llvm::Value address, llvm::Type type) const {
    return llvm::BuildPointerCast(builder, address, type, "");
}

void fail(const std::string& why) {
    std::fprintf(stderr, "kit-instrument: %s\n", why.c_str());
    std::exit(3);
}

std::string_view name_of(llvm::Value value) {
    std::size_t length = 0;
    const char* name = llvm::GetValueName2(value, &length);
    return {name, length};
}

std::string_view called_name(llvm::Value call) {
    const llvm::Value callee = llvm::GetCalledValue(call);
    return llvm::IsAFunction(callee) != nullptr ? name_of(callee) : std::string_view();
}

llvm::Metadata student_place(llvm::Metadata place) {
    while (place != nullptr && file_of(place) != "kernel.cu") {
        place = llvm::DILocationGetInlinedAt(place);
    }
    return place;
}

std::string_view file_of(llvm::Metadata place) {
    unsigned length = 0;
    const llvm::Metadata file = llvm::DIScopeGetFile(llvm::DILocationGetScope(place));
    const char* name = file != nullptr ? llvm::DIFileGetFilename(file, &length) : "";
    const std::string_view path(name, length);
    return path.substr(path.rfind('/') + 1);
}

std::string path_of(llvm::Metadata scope) {
    const llvm::Metadata file = scope != nullptr ? llvm::DIScopeGetFile(scope) : nullptr;
    if (file == nullptr) {
        return "";
    }
    unsigned length = 0;
    const char* name = llvm::DIFileGetFilename(file, &length);
    const std::string path(name, length);
    if (path.starts_with('/')) {
        return path;
    }
    name = llvm::DIFileGetDirectory(file, &length);
    return std::string(name, length) + "/" + path;
}

bool is_step(llvm::Value address) {
    return llvm::IsAGetElementPtrInst(address) != nullptr ||
           (llvm::IsAConstantExpr(address) != nullptr &&
            llvm::GetConstOpcode(address) == llvm::op_getelementptr);
}

llvm::Value base_of(llvm::Value address) {
    const auto is_cast = [](llvm::Value value) {
        return llvm::IsABitCastInst(value) != nullptr ||
               (llvm::IsAConstantExpr(value) != nullptr &&
                llvm::GetConstOpcode(value) == llvm::op_bitcast);
    };
    while (is_step(address) || is_cast(address)) {
        address = llvm::GetOperand(address, 0);
    }
    return address;
}

bool is_intrinsic(std::string_view name) {
    return name.starts_with("llvm.");
}

std::string_view section_of(llvm::Value value) {
    const char* section = llvm::GetSection(value);
    return section != nullptr ? section : "";
}

bool has_attribute(llvm::Value function, std::string_view name) {
    return llvm::GetEnumAttributeAtIndex(function, llvm::function_index, kind_of(name)) != nullptr;
}

void add_attribute(const Session& session, llvm::Value function, std::string_view name) {
    llvm::AddAttributeAtIndex(function, llvm::function_index,
                              llvm::CreateEnumAttribute(session.context, kind_of(name), 0));
}

void remove_attribute(llvm::Value function, std::string_view name) {
    llvm::RemoveEnumAttributeAtIndex(function, llvm::function_index, kind_of(name));
}

llvm::Metadata place_of(llvm::Value instruction) {
    const llvm::Metadata own = llvm::InstructionGetDebugLoc(instruction);
    if (has_line(own)) {
        return own;
    }
    constexpr int far_enough = 4;
    if (const llvm::Metadata place = place_of_value(instruction, far_enough); has_line(place)) {
        return place;
    }
    for (llvm::Value after = instruction; after != nullptr;
         after = llvm::GetNextInstruction(after)) {
        if (has_line(llvm::InstructionGetDebugLoc(after))) {
            return llvm::InstructionGetDebugLoc(after);
        }
    }
    for (llvm::Value before = instruction; before != nullptr;
         before = llvm::GetPreviousInstruction(before)) {
        if (has_line(llvm::InstructionGetDebugLoc(before))) {
            return llvm::InstructionGetDebugLoc(before);
        }
    }
    return own;
}

} // namespace kit::instrumentation
