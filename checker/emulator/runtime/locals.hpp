// Where the variables of a thread are that have an address: arrays, and what is passed by reference.
//
// LLVM moves them from the stack to memory of their own (its safestack attribute), and keeps in a
// variable how far down that is in use. So no store that a submission makes can reach a return address
// or what a register was saved to: such a store is never one to the stack.
#pragma once

extern "C" {
/// The lowest address in use. The code of a submission moves it, the runtime sets it for each thread.
extern constinit thread_local void* __safestack_unsafe_stack_ptr;
}
