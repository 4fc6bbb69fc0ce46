// Many small changes of one kernel in one program: a place that a change concerns is written with these functions, and the
// number of the change that is on decides. No kernel.cu that a person wrote has them.
#pragma once

extern "C" __attribute__((const)) int kit_change(void); ///< 0: none

/// False only while the change is on.
KIT_INLINE bool kit_unless(int change) {
    return kit_change() != change;
}

/// The value, or the one that stands behind the number of the change that is on.
template <class T>
KIT_INLINE T kit_either(T value) {
    return value;
}

template <class T, class Other, class... More>
KIT_INLINE T kit_either(T value, int change, Other other, More... more) {
    return kit_change() == change ? static_cast<T>(other) : kit_either(value, more...);
}

/// The operand of && or ||, and the whole: with all of them inverted, one is the other.
KIT_INLINE bool kit_inverted(int change, bool value) {
    return value != (kit_change() == change);
}

/// What a sum begins with: its value so far for "+=", 0 for "=".
template <class T>
KIT_INLINE T kit_kept(int change, T sum) {
    return kit_change() == change ? T(0) : sum;
}

template <class T>
KIT_INLINE T kit_added(int change, T sum) {
    return kit_change() == change ? sum : T(0);
}
