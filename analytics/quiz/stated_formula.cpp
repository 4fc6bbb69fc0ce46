#include "analytics/quiz/stated_formula.hpp"

#include "checker/base/numbers.hpp"

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

StatedFormula::StatedFormula(std::int64_t number) : value_(number), text_(thousands(number)) {}

StatedFormula::StatedFormula(Rational value, std::string text, Binding binding)
    : value_(value), text_(std::move(text)), binding_(binding) {}

std::string StatedFormula::within(Binding binding) const {
    return binding_ < binding ? "(" + text_ + ")" : text_;
}

StatedFormula operator+(const StatedFormula& a, const StatedFormula& b) {
    return {a.value_ + b.value_, a.text_ + " + " + b.text_, StatedFormula::Binding::sum};
}

StatedFormula operator-(const StatedFormula& a, const StatedFormula& b) {
    return {a.value_ - b.value_, a.text_ + " − " + b.within(StatedFormula::Binding::quotient),
            StatedFormula::Binding::sum};
}

StatedFormula operator*(const StatedFormula& a, const StatedFormula& b) {
    const bool plain = a.binding_ != StatedFormula::Binding::quotient;
    return {a.value_ * b.value_,
            a.within(StatedFormula::Binding::quotient) + "·" +
                b.within(StatedFormula::Binding::product),
            plain ? StatedFormula::Binding::product : StatedFormula::Binding::quotient};
}

StatedFormula operator/(const StatedFormula& a, const StatedFormula& b) {
    return {a.value_ / b.value_,
            a.within(StatedFormula::Binding::quotient) + "/" +
                b.within(StatedFormula::Binding::power),
            StatedFormula::Binding::quotient};
}

StatedFormula rounded_up(const StatedFormula& a, const StatedFormula& b) {
    const Rational exact = counted_out(a.value_, b.value_);
    const std::int64_t below = whole_below(exact);
    return {exact.is_integer() ? below : checked_add(below, 1), "⌈" + (a / b).text_ + "⌉",
            StatedFormula::Binding::atom};
}

StatedFormula rounded_down(const StatedFormula& a, const StatedFormula& b) {
    return {whole_below(counted_out(a.value_, b.value_)), "⌊" + (a / b).text_ + "⌋",
            StatedFormula::Binding::atom};
}

StatedFormula product(const std::array<StatedFormula, 2>& axes) {
    const auto& [x, y] = axes;
    return x.text_ != y.text_
               ? x * y
               : StatedFormula(x.value_ * y.value_, x.within(StatedFormula::Binding::atom) + "²",
                               StatedFormula::Binding::power);
}

StatedFormula product(const std::array<StatedFormula, 3>& axes) {
    const auto& [x, y, z] = axes;
    return x.text_ == y.text_ && y.text_ == z.text_
               ? StatedFormula(x.value_ * y.value_ * z.value_,
                               x.within(StatedFormula::Binding::atom) + "³",
                               StatedFormula::Binding::power)
               : product(std::array<StatedFormula, 2>{x, y}) * z;
}

} // namespace kit
