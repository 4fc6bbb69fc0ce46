// Parts of charts: axes with round marks, and histograms.
"use strict";

/** The position of a value on a chart's axis, from `begin` to `end`. */
function scale(low, high, begin, end, logarithmic) {
  const of = logarithmic ? Math.log : (value) => value;
  return (value) => begin + ((of(value) - of(low)) / (of(high) - of(low))) * (end - begin);
}

/** 1, 2 and 5 times each power of ten in the range; of a wide range only the powers, of a small one more. */
function log_marks(low, high) {
  const marks = [];
  const steps = high / low > 1000 ? [1] : high / low > 8 ? [1, 2, 5] : [1, 1.5, 2, 3, 4, 5, 6, 8];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); ++power) {
    for (const step of steps) {
      const value = Number((step * 10 ** power).toPrecision(2));
      if (value >= low * 0.999 && value <= high * 1.001) marks.push(value);
    }
  }
  return marks;
}

function words_at(x, y, words, kind, anchor) {
  return drawn("text", { x: x.toFixed(1), y: y.toFixed(1), class: kind, "text-anchor": anchor ?? "middle" }, words);
}

function line_at(x1, y1, x2, y2, kind) {
  return drawn("line", { x1: x1.toFixed(1), y1: y1.toFixed(1), x2: x2.toFixed(1), y2: y2.toFixed(1), class: kind });
}

/** About the width of a chart's text, a little more rather than less. */
function text_width(words) {
  return 7.5 * words.length;
}

/** Marks of a horizontal axis with their grid lines; a label that would touch the one before is left out. */
function marked_axis(marks, x, top, base) {
  let end = -Infinity;
  return marks.flatMap((mark) => {
    const [words, at] = [digits(mark), x(mark)];
    const line = line_at(at, top, at, base, "grid");
    if (at - text_width(words) / 2 < end + 4) return [line];
    end = at + text_width(words) / 2;
    return [line, words_at(at, base + 18, words, "tick")];
  });
}

/** As wide as the box, so that text keeps its size, within limits. */
function chart_width(box) {
  return Math.round(Math.min(760, Math.max(300, box.clientWidth || 680)));
}

function chart(width, height, label, ...children) {
  return drawn("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label }, children);
}

/** Ten columns for tenths of something: [{ number, names }], names of a few of each. */
function histogram(box, columns, below, about) {
  const width = chart_width(box);
  const [height, left, right, top, bottom] = [200, 8, 8, 24, 44];
  const most = Math.max(1, ...columns.map((column) => column.number));
  const x = scale(0, 10, left, width - right);
  const y = scale(0, most, height - bottom, top);
  const parts = [line_at(left, height - bottom, width - right, height - bottom, "axis")];
  columns.forEach((column, i) => {
    parts.push(drawn("rect", { class: "column", x: (x(i) + 1.5).toFixed(1), width: (x(i + 1) - x(i) - 3).toFixed(1),
      y: y(column.number).toFixed(1), height: (height - bottom - y(column.number)).toFixed(1) },
    column.names ? titled(count_of(column.number, "student"), column) : null));
    const words = whole.format(column.number);
    const fitting = text_width(words) <= x(1) - x(0) ? words : `${(column.number / 1000).toFixed(1)}k`;
    if (column.number > 0) parts.push(words_at(x(i + 0.5), y(column.number) - 6, fitting, "value"));
  });
  for (let i = 0; i <= 10; i += 2) {
    parts.push(words_at(x(i), height - bottom + 18, `${i * 10} %`, "tick", i === 0 ? "start" : i === 10 ? "end" : "middle"));
  }
  parts.push(words_at(width / 2, height - 6, below, "label"));
  return chart(width, height, `${about}: ${columns.map((column) => column.number).join(", ")}`, parts);
}

function draw_totals() {
  const box = document.getElementById("totals");
  const known = course.totals.reduce((sum, number) => sum + number, 0);
  box.replaceChildren(histogram(box, course.totals.map((number) => ({ number })), `share of ${points(course.max)} points`,
    "Students by their total, in tenths of all points"),
  element("p", { class: "faint" }, `${count_of(known, "student")}` +
      (course.incomplete > 0 ? `; ${whole.format(course.incomplete)} more without a final total.` : ".")));
}
