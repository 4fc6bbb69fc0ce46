// The memory that the checker and the emulated submission share: one file, mapped by both.
//
// The checker writes the request and the arrays, starts the submission's program with the file
// open, and reads the rest after the program has ended. The program is untrusted: whatever it wrote
// here is read with bounds and ranges checked, and the verdict needs only the output array's bytes.
// Rejected: pipes and messages. Grids are megabytes, and a killed program leaves what it had.
#pragma once

#include "checker/emulator/run_mode.hpp"
#include "checker/model/counters.hpp"

#include <cstdint>

namespace kit::runtime {

constexpr std::uint32_t magic = 0x4b495431;
constexpr int file_descriptor = 3; ///< where the program finds the file

constexpr unsigned max_arguments = 16;
constexpr unsigned max_gpus = 8;
constexpr unsigned max_arrays = 3 * max_gpus;
constexpr unsigned max_variables = 256;
constexpr unsigned max_coefficients = 512;
constexpr unsigned max_events = 64;
constexpr unsigned name_bytes = 64;
constexpr unsigned text_bytes = 256;
constexpr unsigned max_callers = 16;
constexpr unsigned max_barriers = 16;
constexpr unsigned max_sites = 1024;

/// The most that a block may have, on all GPUs; more shared memory is dynamic.
constexpr std::uint64_t most_static_shared_bytes = 48 << 10;

/// Arrays in the file begin on this boundary: a page, so that each can be mapped by itself.
constexpr std::uint64_t array_alignment = 4096;

/// The bytes of Slab::flags: LAB_FLAGS of lab.cuh.
constexpr std::uint64_t flag_bytes = 1024 * sizeof(std::uint32_t);

/// What an array is for; with sweeps that are launches of their own, in the first of them and every second one after
/// it. In the others, in and out change places.
enum ArrayUse : std::uint32_t { use_input, use_output, use_flags };

/// A device array that the kernel gets as a pointer.
struct Array {
    std::uint64_t offset; ///< in the file
    std::uint64_t bytes;
    std::uint32_t use; ///< ArrayUse
    std::uint32_t gpu; ///< that it lies on
    char name[name_bytes];
};

struct Argument {
    static constexpr std::int32_t is_value = -1;
    static constexpr std::int32_t is_coefficients = -2;
    static constexpr std::int32_t is_slab = -3;
    static constexpr std::int32_t is_sweep = -4;

    /// Which of the arrays; is_value: `value`; is_coefficients: the request's; is_slab: of the GPU itself, or of the
    /// one that stands `value` places further up; is_sweep: the number of the sweep.
    std::int32_t array;
    std::int32_t value;
};

/// A variable of the submission, as model/artifact.hpp has it.
struct Variable {
    std::int64_t position;
    std::uint64_t bytes;
    std::uint32_t space;      ///< DeviceVariable::Space
    std::uint32_t of_another; ///< 1: of another variant's kernel, which is not launched
    char name[name_bytes];
};

/// How far the program got; only ever goes up.
enum Stage : std::uint32_t {
    stage_none,
    stage_configuring, ///< launch_config is being evaluated
    stage_refused,     ///< the launch is not one that CUDA would accept: see the event
    stage_running,     ///< the kernel is running
    stage_done,        ///< outputs and counters are whole
};

enum EventKind : std::uint32_t {
    event_none,
    event_bad_block,        ///< values: x, y, z of the block
    event_bad_grid,         ///< values: x, y, z of the grid
    event_too_many_threads, ///< values: threads, limit, 1 where __launch_bounds__ sets it
    event_too_much_shared,  ///< values: static, dynamic, limit in bytes
    event_out_of_bounds, ///< values: bytes from the array's begin (signed), bytes accessed, store
    event_wild_access,   ///< values: address, bytes accessed, store
    event_write_to_constant, ///< values: address
    event_assert,            ///< text: the expression; values: line
    event_stuck,             ///< values: threads at a barrier, threads in a warp operation
    event_stack_overflow,    ///< values: bytes a thread may use
    event_crash,             ///< values: the signal
    event_misaligned,        ///< values: address, bytes accessed, store
    event_race,              ///< values: offset in the array, bytes, RaceFlag
    event_uninitialized,     ///< values: offset in the array, bytes; other_code: of an asynchronous
                             ///< copy to it that has not arrived
    event_row_overrun,       ///< values: index, line, column; text: the array's type
    event_barriers_differ, ///< code, other_code: the two barriers that threads of one block wait at
    event_exit_before_barrier, ///< code: the barrier that the thread avoided by a return
    event_barrier_skipped, ///< code: the barrier that the thread went past, to the kernel's end;
                           ///< values: line, 1 where it stands in every turn of a loop
    event_interrupted,     ///< the time was up while this code ran
    event_misuse,          ///< text: what the submission did that is not allowed
    event_deadlock, ///< a thread waits at this word, and no block is left that could change it;
                    ///< values: offset in the array, bytes, what the word is
};

/// Flags of event_race, added up.
enum RaceFlag : std::int64_t {
    race_this_wrote = 1,
    race_earlier_wrote = 2,
    race_by_scope = 4,      ///< both are atomics, and one is limited to its own block
    race_with_fences = 8,   ///< the program uses fences of device scope
    race_not_compared = 16, ///< two stores whose values only a run with one worker can compare
    race_by_gpu_scope = 32, ///< of two GPUs, which system scope would have put in order
};

/// Something a check saw. Further occurrences at the same code on the same array only count.
struct Event {
    std::uint32_t kind;
    std::int32_t variable;  ///< index of an array or variable, -1: none
    std::uint32_t is_array; ///< `variable` counts arrays (1) or variables (0)
    std::uint32_t order;    ///< among the events of one block: the lower came first
    std::uint64_t number;   ///< of the block in the run
    std::uint64_t code;     ///< address in the program right after the access's call
    std::uint64_t count;
    /// In event_race: how many of `count` were stores of the value that the other store had left.
    std::uint64_t equal_writes;
    std::uint64_t other_code; ///< of the other access or barrier, if any
    std::uint32_t block[3];
    std::uint32_t thread[3];
    std::uint32_t other_block[3];
    std::uint32_t other_thread[3];
    std::uint32_t gpu;
    std::uint32_t sweep;
    std::uint32_t other_gpu;
    std::uint32_t other_sweep;
    std::int64_t values[3];
    char text[text_bytes];
    /// After a crash or an interruption: code addresses found on the stack, innermost first, 0 for
    /// none. The first that belongs to the student's file tells the line.
    std::uint64_t callers[max_callers];
};

constexpr std::uint64_t all_blocks = ~std::uint64_t{0};

enum TraceKind : std::uint32_t {
    trace_load,
    trace_store,
    trace_atomic,
    trace_copy,    ///< an asynchronous copy's store
    trace_barrier, ///< place: line; bytes: threads that met
    trace_return,
};

/// What one thread did, of a launch that is recorded.
struct TraceEvent {
    std::uint32_t kind; ///< TraceKind
    std::uint32_t thread;
    std::uint64_t block;
    std::uint64_t code; ///< address in the program right after the access's call
    std::uint64_t address;
    std::int64_t place; ///< bytes from the array's begin
    std::uint64_t
        value[2]; ///< read, or as the store left it; the rest of a longer access is not kept
    std::uint32_t interval; ///< barriers that the block passed before
    std::uint32_t bytes;
    std::int32_t variable; ///< as an Event's, with the next
    std::uint8_t is_array;
    std::uint8_t is_shared;
    std::uint8_t outside; ///< it is outside the array, and has no value
    std::uint8_t reserved;
    std::uint32_t turns; ///< of loops, as LoopTurns::number() has it
    std::uint32_t unused;
};

/// The requests of warps at one call of the submission's code.
struct Site {
    std::uint64_t code; ///< address in the program right after the access's call
    std::uint32_t is_shared;
    std::uint32_t is_store;
    std::uint64_t requests;
    std::uint64_t sectors;
    std::uint64_t conflicts;
    std::uint64_t lanes; ///< that took part, summed over the requests
    std::uint64_t bytes; ///< that they asked for
    std::uint64_t divergent;
};

struct Request {
    std::uint32_t magic;
    std::uint32_t workers; ///< OS threads to run blocks on
    std::int32_t extents[3];
    std::uint32_t extent_count; ///< how many of them launch_config takes
    std::uint32_t argument_count;
    std::uint32_t array_count;
    std::uint32_t variable_count;
    std::uint32_t coefficient_bytes;
    std::uint64_t poison;         ///< what cells of output arrays hold before they are written
    std::uint32_t poison_bytes;   ///< 2, 4 or 8: an element's; 0: nothing is poisoned
    std::uint32_t follow_inputs;  ///< accesses to arrays that are only read are followed too
    std::uint64_t shared_limit;   ///< bytes of shared memory that a block may have
    std::uint32_t watching;       ///< Watching
    std::uint32_t only_configure; ///< launch_config is evaluated, and nothing launched
    std::uint32_t variant;        ///< which of the submission's kernels
    std::uint32_t garbage; ///< which garbage memory holds that nothing has written: a Garbage
    std::uint64_t
        garbage_code; ///< only loads of shared memory at this place see that; 0: all memory holds it
    std::uint32_t neutral_locals;  ///< 1: local variables without a value hold a number, not NaN
    std::uint32_t change;          ///< the small change that is on; 0: none
    std::uint32_t without_barrier; ///< a line: races are looked for as if it had no barrier; or 0
    std::uint32_t by_site;         ///< requests are counted by their place in the code, too
    std::uint64_t trace_offset;    ///< in the file, of TraceEvents
    std::uint64_t trace_capacity;  ///< how many there is room for; 0: nothing is recorded
    std::uint64_t trace_block;     ///< whose threads are recorded; all_blocks
    std::uint32_t trace_gpu;       ///< on which GPU, and in which sweep
    std::uint32_t trace_sweep;
    std::uint32_t trace_outputs; ///< 1: nothing but accesses to outputs is recorded
    std::uint32_t gpus;          ///< 0: the lab is for one, and has no slabs
    std::uint32_t sweeps;        ///< launches on each GPU
    std::uint64_t plane_bytes;   ///< of a slab
    Argument arguments[max_arguments];
    Array arrays[max_arrays];
    Variable variables[max_variables];
    alignas(16) unsigned char coefficients[max_coefficients * 8];
};

struct Reply {
    std::uint32_t stage;
    std::uint32_t inputs_written; ///< a store went to an array that is only to be read
    std::uint32_t reserved;
    std::uint32_t event_count; ///< may pass max_events: only those were kept
    std::uint32_t grid[3];
    std::uint32_t block[3];
    std::uint64_t dynamic_shared_bytes;
    std::uint64_t programmatic;      ///< LaunchConfig's
    std::uint64_t by_flags;          ///< likewise
    double seconds;                  ///< the launch: wall clock, at most its processor time
    std::uint64_t peak_memory_bytes; ///< resident, of the whole program
    std::uint64_t course; ///< equal in two runs that made the same accesses; 0 unless watch_course
    /// Lines of barriers that a block passed, each once, 0 for none. A program with more has the others left out.
    std::uint32_t barriers[max_barriers];
    std::uint64_t trace_count; ///< may pass the capacity: only that many were kept
    std::uint32_t site_count;  ///< may pass max_sites: only those were kept
    std::uint32_t also_reserved;
    Counters counters;
    Site sites[max_sites];
    Event events[max_events];
};

/// The file's beginning; arrays follow.
struct Mailbox {
    Request request;
    Reply reply;
};

} // namespace kit::runtime
