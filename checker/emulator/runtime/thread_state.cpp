#include "checker/emulator/runtime/thread_state.hpp"
#include "checker/emulator/runtime/locals.hpp"

extern "C" {
constinit thread_local void* __safestack_unsafe_stack_ptr = nullptr;
constinit thread_local kit::runtime::Index3 kit_thread_index = {};
constinit thread_local kit::runtime::Index3 kit_block_index = {};
kit::runtime::PageOfIndex3 kit_block_extents = {{1, 1, 1}};
kit::runtime::PageOfIndex3 kit_grid_extents = {{1, 1, 1}};
}

namespace kit::runtime {

constinit thread_local ThreadState thread_state = {};

} // namespace kit::runtime
