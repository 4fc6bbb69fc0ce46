// What the runtime recorded, in terms of the source.
#pragma once

#include "checker/emulator/host/source_lines.hpp"
#include "checker/emulator/wire.hpp"
#include "checker/model/artifact.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/slabs.hpp"
#include "checker/model/trace.hpp"

#include <cstdint>
#include <span>

namespace kit {

/// The events are not trusted: arrays and lines that do not exist become -1 and 0.
Trace trace_from(std::span<const runtime::TraceEvent> events, std::uint64_t count, const Lab& lab,
                 const Extents& extents, const SweepOnGpu& traced, const Artifact& artifact,
                 const SourceLines& lines);

} // namespace kit
