// Loads and stores with cache hints: the hint is the hardware's affair, the access is the same.
#pragma once

#include "synchronization.h"

#define KIT_HINTED_LOAD(name)                                                                      \
    template <class T>                                                                             \
    KIT_INLINE T name(const T* address) {                                                          \
        return *address;                                                                           \
    }
#define KIT_HINTED_STORE(name)                                                                     \
    template <class T>                                                                             \
    KIT_INLINE void name(T* address, T value) {                                                    \
        *address = value;                                                                          \
    }

KIT_HINTED_LOAD(__ldg)
KIT_HINTED_LOAD(__ldca)
KIT_HINTED_LOAD(__ldcg)
KIT_HINTED_LOAD(__ldcs)
KIT_HINTED_LOAD(__ldcv)
KIT_HINTED_LOAD(__ldlu)
KIT_HINTED_STORE(__stwb)
KIT_HINTED_STORE(__stcg)
KIT_HINTED_STORE(__stcs)
KIT_HINTED_STORE(__stwt)

#undef KIT_HINTED_LOAD
#undef KIT_HINTED_STORE
