// The memory of extern __shared__ arrays; a file of its own, because variables of one file may be
// laid out in any order, and the anchor must stand before this.

extern "C" {
/// As much as any GPU of today lets a block have (227 KiB on compute capability 9.0), and room
/// behind it. Untouched pages cost nothing.
alignas(256) constinit thread_local unsigned char kit_dynamic_shared[227 * 1024 + 256] = {};
}
