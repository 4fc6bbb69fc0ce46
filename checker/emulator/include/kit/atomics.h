// Atomic read-modify-write operations on shared and global memory.
#pragma once

#include "synchronization.h"

enum KitAtomicOperation {
    kit_atomic_add,
    kit_atomic_minimum,
    kit_atomic_maximum,
    kit_atomic_and,
    kit_atomic_or,
    kit_atomic_xor,
    kit_atomic_exchange,
    kit_atomic_compare_exchange,
    kit_atomic_increment,
    kit_atomic_decrement,
    // Added to the others: atomic among the threads of one block only, or among those of all GPUs.
    kit_atomic_of_block = 1 << 8,
    kit_atomic_of_system = 1 << 9,
};

enum KitAtomicType { kit_atomic_i32, kit_atomic_u32, kit_atomic_i64, kit_atomic_u64,
                     kit_atomic_f32, kit_atomic_f64 };

extern "C" {
/// Does `operation` on the word at `address` and returns what it held before. Operands and result
/// are the values' bits, widened with zeros.
unsigned long long kit_atomic(int operation, int type, void* address, unsigned long long operand,
                              unsigned long long expected);
}

template <class T>
KIT_INLINE unsigned long long kit_bits(T value) {
    if constexpr (sizeof(T) == 4) {
        return __builtin_bit_cast(unsigned int, value);
    } else {
        return __builtin_bit_cast(unsigned long long, value);
    }
}

template <class T>
KIT_INLINE T kit_value(unsigned long long bits) {
    if constexpr (sizeof(T) == 4) {
        return __builtin_bit_cast(T, static_cast<unsigned int>(bits));
    } else {
        return __builtin_bit_cast(T, bits);
    }
}

#define KIT_ATOMIC_IN(name, operation, type, tag)                                                  \
    KIT_INLINE type name(type* address, type value) {                                              \
        return kit_value<type>(kit_atomic(operation, tag, address, kit_bits(value), 0));           \
    }
#define KIT_ATOMIC(name, operation, type, tag)                                                     \
    KIT_ATOMIC_IN(name, operation, type, tag)                                                      \
    KIT_ATOMIC_IN(name##_system, (operation) | kit_atomic_of_system, type, tag)                                          \
    KIT_ATOMIC_IN(name##_block, (operation) | kit_atomic_of_block, type, tag)

#define KIT_ATOMIC_UNSIGNED_AND_INT(name, operation)                                               \
    KIT_ATOMIC(name, operation, int, kit_atomic_i32)                                               \
    KIT_ATOMIC(name, operation, unsigned int, kit_atomic_u32)                                      \
    KIT_ATOMIC(name, operation, unsigned long long, kit_atomic_u64)
#define KIT_ATOMIC_INTEGERS(name, operation)                                                       \
    KIT_ATOMIC_UNSIGNED_AND_INT(name, operation)                                                   \
    KIT_ATOMIC(name, operation, long long, kit_atomic_i64)

// CUDA has these two for one type of 64 bits only.
KIT_ATOMIC_UNSIGNED_AND_INT(atomicAdd, kit_atomic_add)
KIT_ATOMIC(atomicAdd, kit_atomic_add, float, kit_atomic_f32)
KIT_ATOMIC(atomicAdd, kit_atomic_add, double, kit_atomic_f64)
KIT_ATOMIC_INTEGERS(atomicMin, kit_atomic_minimum)
KIT_ATOMIC_INTEGERS(atomicMax, kit_atomic_maximum)
KIT_ATOMIC_INTEGERS(atomicAnd, kit_atomic_and)
KIT_ATOMIC_INTEGERS(atomicOr, kit_atomic_or)
KIT_ATOMIC_INTEGERS(atomicXor, kit_atomic_xor)
KIT_ATOMIC_UNSIGNED_AND_INT(atomicExch, kit_atomic_exchange)
KIT_ATOMIC(atomicExch, kit_atomic_exchange, float, kit_atomic_f32)
KIT_ATOMIC(atomicInc, kit_atomic_increment, unsigned int, kit_atomic_u32)
KIT_ATOMIC(atomicDec, kit_atomic_decrement, unsigned int, kit_atomic_u32)

#define KIT_ATOMIC_SUB(suffix)                                                                     \
    KIT_INLINE int atomicSub##suffix(int* address, int value) {                                    \
        return atomicAdd##suffix(address, static_cast<int>(0u - static_cast<unsigned int>(value))); \
    }                                                                                              \
    KIT_INLINE unsigned int atomicSub##suffix(unsigned int* address, unsigned int value) {         \
        return atomicAdd##suffix(address, 0u - value);                                             \
    }
KIT_ATOMIC_SUB()
KIT_ATOMIC_SUB(_system)
KIT_ATOMIC_SUB(_block)

#define KIT_ATOMIC_CAS_IN(name, scope, type, tag)                                                  \
    KIT_INLINE type name(type* address, type expected, type value) {                               \
        return kit_value<type>(kit_atomic(kit_atomic_compare_exchange | (scope), tag, address,     \
                                          kit_bits(value), kit_bits(expected)));                   \
    }
#define KIT_ATOMIC_CAS(type, tag)                                                                  \
    KIT_ATOMIC_CAS_IN(atomicCAS, 0, type, tag)                                                     \
    KIT_ATOMIC_CAS_IN(atomicCAS_system, kit_atomic_of_system, type, tag)                                              \
    KIT_ATOMIC_CAS_IN(atomicCAS_block, kit_atomic_of_block, type, tag)
KIT_ATOMIC_CAS(int, kit_atomic_i32)
KIT_ATOMIC_CAS(unsigned int, kit_atomic_u32)
KIT_ATOMIC_CAS(unsigned long long, kit_atomic_u64)

#undef KIT_ATOMIC_IN
#undef KIT_ATOMIC
#undef KIT_ATOMIC_INTEGERS
#undef KIT_ATOMIC_SUB
#undef KIT_ATOMIC_CAS_IN
#undef KIT_ATOMIC_CAS
