// The runner's work, apart from where its request comes from and its reply goes: a test runs it on a
// driver of its own.
#pragma once

#include "checker/gpu/driver.hpp"
#include "checker/gpu/protocol.hpp"

#include <functional>
#include <string>

namespace kit::gpu {

/// Does the request's jobs in order and hands each line of the reply to `say`, without its end. Stops
/// after a job that loses the device. Throws KitError where the request's files cannot be read.
void run_jobs(const Driver& driver, const RunnerRequest& request,
              const std::function<void(const std::string&)>& say);

} // namespace kit::gpu
