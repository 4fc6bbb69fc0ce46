// Parts of charts: axes with round marks, and the histogram of totals.
"use strict";

/** The position of a value on a chart's axis, from `begin` to `end`. */
function scale(low, high, begin, end, logarithmic) {
  const of = logarithmic ? Math.log : (value) => value;
  return (value) => begin + ((of(value) - of(low)) / (of(high) - of(low))) * (end - begin);
}

/** 1, 2 and 5 times each power of ten in the range; of a wide range only the powers. */
function log_marks(low, high) {
  const marks = [];
  const steps = Math.log10(high / low) > 3 ? [1] : [1, 2, 5];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); ++power) {
    for (const step of steps) {
      const value = Number((step * 10 ** power).toPrecision(1));
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

/** As wide as the box, so that text keeps its size, within limits. */
function chart_width(box) {
  return Math.round(Math.min(760, Math.max(300, box.clientWidth || 680)));
}

function chart(width, height, label, ...children) {
  return drawn("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label }, children);
}

function draw_totals() {
  const box = document.getElementById("totals");
  const width = chart_width(box);
  const [height, left, right, top, bottom] = [220, 8, 8, 24, 44];
  const most = Math.max(1, ...course.totals);
  const x = scale(0, 10, left, width - right);
  const y = scale(0, most, height - bottom, top);
  const parts = [line_at(left, height - bottom, width - right, height - bottom, "axis")];
  course.totals.forEach((number, i) => {
    parts.push(drawn("rect", { class: "column", x: (x(i) + 1.5).toFixed(1), width: (x(i + 1) - x(i) - 3).toFixed(1),
      y: y(number).toFixed(1), height: (height - bottom - y(number)).toFixed(1) }));
    if (number > 0) parts.push(words_at(x(i + 0.5), y(number) - 6, whole.format(number), "value"));
  });
  for (let i = 0; i <= 10; i += 2) {
    parts.push(words_at(x(i), height - bottom + 18, `${i * 10} %`, "tick", i === 0 ? "start" : i === 10 ? "end" : "middle"));
  }
  parts.push(words_at(width / 2, height - 6, `share of ${points(course.max)} points`, "label"));
  const known = course.totals.reduce((sum, number) => sum + number, 0);
  box.replaceChildren(chart(width, height, "Students by their total, in tenths of all points: " + course.totals.join(", "), parts),
    element("p", { class: "faint" }, `${count_of(known, "student")}` +
      (course.incomplete > 0 ? `; ${whole.format(course.incomplete)} more without a final total.` : ".")));
}
