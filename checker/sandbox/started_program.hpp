// Starts a program as a child of this process, in its sandbox and with limits of memory and of files.
#pragma once

#include "checker/base/descriptor.hpp"
#include "checker/sandbox/process.hpp"

#include <sys/types.h>

namespace kit {

struct Pipe {
    Descriptor read_end;
    Descriptor write_end;
};

/// Both ends close on exec. Throws KitError.
[[nodiscard]] Pipe make_pipe();

struct StartedProgram {
    pid_t pid = -1;        ///< of bubblewrap where the program is confined; the first of its group
    bool confined = false; ///< as far as the request wants it and the machine can
    Descriptor output;     ///< to read its standard output from
    Descriptor errors;
    Descriptor failure; ///< holds an int, errno, if the program cannot be started
};

/// The program dies with the thread that calls this. Throws KitError and ProcessesStopped.
[[nodiscard]] StartedProgram start_program(const ProcessRequest& request);

/// Throws KitError if the program could not be started. Call it after the program's end, or once it has closed
/// its streams.
void demand_start(const StartedProgram& program, const std::string& name);

} // namespace kit
