// One step of Perona and Malik's diffusion: between two cells that differ by d flows d / (1 + (d/K)²), so that little
// flows across an edge.

template <class Number>
Number flow(const Number& difference) {
    const Number scaled = difference / 0.25;
    return difference / (1 + scaled * scaled);
}

template <class Number, class Cells>
Number cell(const Cells& in) {
    const Number here = in();
    const Number flows = flow(in(-1, 0) - here) + flow(in(1, 0) - here) + flow(in(0, -1) - here) +
                         flow(in(0, 1) - here);
    return here + 0.125 * flows;
}
