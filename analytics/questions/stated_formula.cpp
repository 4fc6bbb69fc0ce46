#include "analytics/questions/stated_formula.hpp"

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

} // namespace

StatedFormula::StatedFormula(std::int64_t number) : value_(number) {
    writings_.fill({thousands(number)});
}

StatedFormula::StatedFormula(const Rational& value, Writings writings)
    : value_(value), writings_(std::move(writings)) {}

template <class Write>
StatedFormula StatedFormula::joined(const Rational& value, const StatedFormula& a,
                                    const StatedFormula& b, Write write) {
    Writings writings;
    for (std::size_t i = 0; i < writings.size(); ++i) {
        writings.at(i) = write(a.writings_.at(i), b.writings_.at(i));
    }
    return {value, std::move(writings)};
}

std::string StatedFormula::Writing::within(Binding outer) const {
    return binding < outer ? "(" + text + ")" : text;
}

std::string StatedFormula::line() const {
    std::string words = text();
    if (writings_[0].slash != std::string::npos) {
        words.replace(writings_[0].slash, 1, " / ");
    }
    return words;
}

StatedFormula StatedFormula::result() const {
    return {value_,
            {Writing{value_.is_integer() ? thousands(count()) : value_.fraction()}, writings_[1]}};
}

StatedFormula StatedFormula::called(const std::string& words) const {
    return {value_, {Writing{words}, writings_[1]}};
}

StatedFormula operator+(const StatedFormula& a, const StatedFormula& b) {
    return StatedFormula::joined(a.value_ + b.value_, a, b, [](const auto& x, const auto& y) {
        return StatedFormula::Writing{x.text + " + " + y.text, StatedFormula::Binding::sum};
    });
}

StatedFormula operator-(const StatedFormula& a, const StatedFormula& b) {
    return StatedFormula::joined(a.value_ - b.value_, a, b, [](const auto& x, const auto& y) {
        return StatedFormula::Writing{x.text + " − " + y.within(StatedFormula::Binding::quotient),
                                      StatedFormula::Binding::sum};
    });
}

StatedFormula operator*(const StatedFormula& a, const StatedFormula& b) {
    return StatedFormula::joined(a.value_ * b.value_, a, b, [](const auto& x, const auto& y) {
        const bool is_plain = x.binding != StatedFormula::Binding::quotient;
        return StatedFormula::Writing{x.within(StatedFormula::Binding::quotient) + "·" +
                                          y.within(StatedFormula::Binding::product),
                                      is_plain ? StatedFormula::Binding::product
                                               : StatedFormula::Binding::quotient};
    });
}

StatedFormula operator/(const StatedFormula& a, const StatedFormula& b) {
    return StatedFormula::joined(a.value_ / b.value_, a, b, [](const auto& x, const auto& y) {
        const std::string over = x.within(StatedFormula::Binding::quotient);
        return StatedFormula::Writing{over + "/" + y.within(StatedFormula::Binding::power),
                                      StatedFormula::Binding::quotient, over.size()};
    });
}

StatedFormula rounded_up(const StatedFormula& a, const StatedFormula& b) {
    return StatedFormula::joined(
        counted_out(a.value_, b.value_).ceil(), a / b, 1,
        [](const auto& x, const auto&) { return StatedFormula::Writing{"⌈" + x.text + "⌉"}; });
}

StatedFormula rounded_down(const StatedFormula& a, const StatedFormula& b) {
    return StatedFormula::joined(
        counted_out(a.value_, b.value_).floor(), a / b, 1,
        [](const auto& x, const auto&) { return StatedFormula::Writing{"⌊" + x.text + "⌋"}; });
}

StatedFormula product(const std::array<StatedFormula, 2>& axes) {
    const StatedFormula plain = axes[0] * axes[1];
    StatedFormula::Writings writings = plain.writings_;
    for (std::size_t i = 0; i < writings.size(); ++i) {
        const StatedFormula::Writing& x = axes[0].writings_.at(i);
        if (x.text == axes[1].writings_.at(i).text) {
            writings.at(i) = {x.within(StatedFormula::Binding::atom) + "²",
                              StatedFormula::Binding::power};
        }
    }
    return {plain.value_, writings};
}

StatedFormula product(const std::array<StatedFormula, 3>& axes) {
    const auto& [x, y, z] = axes;
    // Numbers of a line stand one by one where they are not all the same: 30·30·16.
    StatedFormula::Writings writings{
        (x * y * z).writings_[0], (product(std::array<StatedFormula, 2>{x, y}) * z).writings_[1]};
    for (std::size_t i = 0; i < writings.size(); ++i) {
        const StatedFormula::Writing& first = x.writings_.at(i);
        if (first.text == y.writings_.at(i).text && first.text == z.writings_.at(i).text) {
            writings.at(i) = {first.within(StatedFormula::Binding::atom) + "³",
                              StatedFormula::Binding::power};
        }
    }
    return {x.value_ * y.value_ * z.value_, writings};
}

std::array<StatedFormula, 3> along_axes(const Extents& sizes) {
    return {sizes.x, sizes.y, sizes.z};
}

Extents extents_of(const std::array<StatedFormula, 3>& axes) {
    return {axes[0].count(), axes[1].count(), axes[2].count()};
}

} // namespace kit
