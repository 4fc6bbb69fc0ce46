// The C++ library's own header, read without CUDA's macro __noinline__: libstdc++ writes
// __attribute__((__noinline__)) in it.
#pragma GCC system_header
#pragma push_macro("__noinline__")
#undef __noinline__
#include_next <bits/shared_ptr_base.h>
#pragma pop_macro("__noinline__")
