// A trace for other programs: JSON, one object a line.
#pragma once

#include "checker/trace/recorded_launch.hpp"

#include <string>

namespace kit {

/// Lines of JSON, an object each. Its "type" says which keys it has:
///
/// "launch", the first line: "version", 1; "lab"; "file"; "grid", cells along x, y, z; "blocks" and "threads" (of a
/// block), likewise; "events", how many lines of events follow; "left_out", how many events did not fit; "arrays", each
/// with "name", "memory" ("global" or "shared"), "bytes", "element" ("float", "double" or "int") and "extents", as the
/// source declares them.
///
/// Then one line an event, in the order in which the emulator ran them. All have "event", a number counted from 0, and
/// "block", its x, y, z; all but barriers "thread", likewise; all "interval": how many barriers of the block came
/// before.
/// - "access": "line" of the source, 0 in the kit's headers; "kind" ("load", "store", "atomic" or "copy"); "array", a
///   place in "arrays", or null; "element", as the source writes it; "place", bytes from the array's begin; "bytes";
///   "outside", whether it is not in the array; "value", the first element's, null where it is no number; "written_by",
///   the event that wrote what is read, or null.
/// - "barrier": "line"; "threads", how many met.
/// - "end": the thread returned.
///
/// Last one line a "request" of a warp, as the hardware counts them: "block", "warp" (in the block), "interval",
/// "line", "kind" ("load" or "store"), "memory", "array"; "lanes", of each of the 32 its event, or null; in global
/// memory "sectors" and "least_sectors", which would hold the bytes; in shared memory "conflicts", passes beyond the
/// ideal.
[[nodiscard]] std::string trace_json(const RecordedLaunch& recorded);

} // namespace kit
