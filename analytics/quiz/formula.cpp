#include "analytics/quiz/formula.hpp"

#include "analytics/print/numbers.hpp"

#include <utility>

namespace kit {

namespace {

/// a/b, which must be a division by a positive number.
Rational counted_out(const Rational& a, const Rational& b) {
    if (!(Rational(0) < b)) {
        throw BadInput("Only a positive number can divide a count.");
    }
    return a / b;
}

std::int64_t whole_below(const Rational& value) {
    const std::int64_t cut = value.numerator() / value.denominator();
    return value.numerator() < 0 && !value.is_integer() ? cut - 1 : cut;
}

} // namespace

Formula::Formula(std::int64_t number) : value_(number), text_(thousands(number)) {}

Formula::Formula(Rational value, std::string text, Binding binding)
    : value_(value), text_(std::move(text)), binding_(binding) {}

std::string Formula::within(Binding binding) const {
    return binding_ < binding ? "(" + text_ + ")" : text_;
}

Formula operator+(const Formula& a, const Formula& b) {
    return {a.value_ + b.value_, a.text_ + " + " + b.text_, Formula::Binding::sum};
}

Formula operator-(const Formula& a, const Formula& b) {
    return {a.value_ - b.value_, a.text_ + " − " + b.within(Formula::Binding::quotient),
            Formula::Binding::sum};
}

Formula operator*(const Formula& a, const Formula& b) {
    const bool plain = a.binding_ != Formula::Binding::quotient;
    return {a.value_ * b.value_,
            a.within(Formula::Binding::quotient) + "·" + b.within(Formula::Binding::product),
            plain ? Formula::Binding::product : Formula::Binding::quotient};
}

Formula operator/(const Formula& a, const Formula& b) {
    return {a.value_ / b.value_,
            a.within(Formula::Binding::quotient) + "/" + b.within(Formula::Binding::power),
            Formula::Binding::quotient};
}

Formula rounded_up(const Formula& a, const Formula& b) {
    const Rational exact = counted_out(a.value_, b.value_);
    const std::int64_t below = whole_below(exact);
    return {exact.is_integer() ? below : checked_add(below, 1), "⌈" + (a / b).text_ + "⌉",
            Formula::Binding::atom};
}

Formula rounded_down(const Formula& a, const Formula& b) {
    return {whole_below(counted_out(a.value_, b.value_)), "⌊" + (a / b).text_ + "⌋",
            Formula::Binding::atom};
}

Formula product(const std::array<Formula, 2>& axes) {
    const auto& [x, y] = axes;
    return x.text_ != y.text_ ? x * y
                              : Formula(x.value_ * y.value_, x.within(Formula::Binding::atom) + "²",
                                        Formula::Binding::power);
}

Formula product(const std::array<Formula, 3>& axes) {
    const auto& [x, y, z] = axes;
    return x.text_ == y.text_ && y.text_ == z.text_
               ? Formula(x.value_ * y.value_ * z.value_, x.within(Formula::Binding::atom) + "³",
                         Formula::Binding::power)
               : product(std::array<Formula, 2>{x, y}) * z;
}

} // namespace kit
