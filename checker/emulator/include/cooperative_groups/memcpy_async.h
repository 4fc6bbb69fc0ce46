// Asynchronous copies that the threads of a block or tile share. Each call is a batch.
#pragma once

#include "../cooperative_groups.h"

#pragma clang force_cuda_host_device begin

namespace cooperative_groups {

template <class Group, class T>
KIT_INLINE void memcpy_async(const Group& group, T* to, const T* from, size_t bytes) {
    kit_copy_share(to, from, bytes, group.thread_rank(), group.size());
    kit_copy_commit();
}

/// Elements: as many as both places have.
template <class Group, class T>
KIT_INLINE void memcpy_async(const Group& group, T* to, size_t to_count, const T* from,
                             size_t from_count) {
    memcpy_async(group, to, from, sizeof(T) * (to_count < from_count ? to_count : from_count));
}

template <unsigned int Batches, class Group>
KIT_INLINE void wait_prior(const Group& group, kit_line line = KIT_LINE) {
    kit_copy_wait(Batches);
    sync(group, line);
}

template <class Group>
KIT_INLINE void wait(const Group& group, kit_line line = KIT_LINE) {
    wait_prior<0>(group, line);
}

} // namespace cooperative_groups

#pragma clang force_cuda_host_device end
