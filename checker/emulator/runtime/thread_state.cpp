#include "checker/emulator/runtime/thread_state.hpp"

extern "C" {
constinit thread_local kit::runtime::Index3 kit_thread_index = {};
constinit thread_local kit::runtime::Index3 kit_block_index = {};
kit::runtime::PageOfIndex3 kit_block_extents = {{1, 1, 1}};
kit::runtime::PageOfIndex3 kit_grid_extents = {{1, 1, 1}};
}

namespace kit::runtime {

constinit thread_local ThreadState thread_state = {};

} // namespace kit::runtime
