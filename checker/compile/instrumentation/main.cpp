// kit-instrument: from what clang makes of a submission to an object file for the emulator.
//
// usage: kit-instrument LIBLLVM HEADERS DEVICE.bc HOST.bc OBJECT.o HOST_CONSTANTS GPUS
// HEADERS is the folder of the emulator's headers, whose functions alone call the emulator. HOST_CONSTANTS, "a,b",
// are the variables that device code has no memory of. GPUS: "one", or "several" that may wait for each other.
// Exit codes: 0, 1 the submission was refused (told on standard error, as by a compiler), 3 the kit failed.
#include "checker/compile/instrumentation/accesses.hpp"
#include "checker/compile/instrumentation/exits.hpp"
#include "checker/compile/instrumentation/host_constants.hpp"
#include "checker/compile/instrumentation/module.hpp"
#include "checker/compile/instrumentation/prepare.hpp"
#include "checker/compile/instrumentation/turns.hpp"

#include <cstdio>
#include <string_view>

int main(int count, char** arguments) {
    using namespace kit;
    using namespace kit::instrumentation;
    if (count != 8) {
        fail(
            "usage: kit-instrument LIBLLVM HEADERS DEVICE.bc HOST.bc OBJECT.o HOST_CONSTANTS GPUS");
    }
    Session session(arguments[1], arguments[2]);
    const llvm::Module module = session.read(arguments[3]);
    const llvm::Module host = session.read(arguments[4]);
    refuse_host_constants(session, module, arguments[6]);
    prepare_device(session, module);
    prepare_host(session, host);
    if (session.refused) {
        return 1;
    }
    const Lines in_loops = announce_exits(session, module);
    if (llvm::LinkModules2(module, host) != 0) {
        fail("the device's and the host's code do not fit together");
    }
    announce_loops(session, module, in_loops);
    inline_functions(session, module);
    session.run(module, "default<O2>,function(loop-simplify)");
    keep_places(module);
    remove_unused_shared(module);
    announce_accesses(session, module, std::string_view(arguments[7]) == "several");
    announce_turns(session, module);
    if (session.refused) {
        return 1;
    }
    settle_names(module);
    char* why = nullptr;
    if (llvm::VerifyModule(module, llvm::return_status, &why) != 0) {
        fail(why);
    }
    if (llvm::TargetMachineEmitToFile(session.machine, module, arguments[5], llvm::object_file,
                                      &why) != 0) {
        fail(why);
    }
    return 0;
}
