// Linked before the submission, so that it stands in front of its shared arrays: positions of
// shared arrays are given from the anchor, and an access before the first array falls into its
// room. The distance between two thread-local variables of a program is the same in every thread.

extern "C" {
alignas(256) constinit thread_local unsigned char kit_shared_anchor[256] = {};

/// What extern __shared__ arrays name: as much as any GPU of today lets a block have (227 KiB on
/// compute capability 9.0), and room behind it. Untouched pages cost nothing.
alignas(256) constinit thread_local unsigned char kit_dynamic_shared[227 * 1024 + 256] = {};
}
