// One launch of the submission's kernel: its configuration judged, its blocks spread over cores.
#pragma once

#include "checker/emulator/wire.hpp"

namespace kit::runtime {

/// Evaluates launch_config, and runs the kernel when the launch is one that CUDA would accept.
/// Fills the reply as it goes; `stage` says how far it got.
void launch(const wire::Request& request, wire::Reply& reply);

} // namespace kit::runtime
