// Each submission's traffic: operations for each byte, compared with the chapter's prediction.
"use strict";

const BIN = 6; // pixels

/** Submissions too close to draw apart, from left to right: [{ at, number, low, high, names }]. */
function gathered(entries, x) {
  const bins = new Map();
  for (const { counted, student } of entries) {
    const at = Math.round(x(counted) / BIN);
    if (!bins.has(at)) bins.set(at, { at: at * BIN, number: 0, low: counted, high: counted, names: [] });
    const bin = bins.get(at);
    bin.number += 1;
    bin.low = Math.min(bin.low, counted);
    bin.high = Math.max(bin.high, counted);
    if (bin.names.length < 5) bin.names.push(one_line(student.name));
  }
  return [...bins.values()].sort((a, b) => a.at - b.at);
}

function titled(what, { number, names }) {
  const more = number > names.length ? ` and ${whole.format(number - names.length)} more` : "";
  return drawn("title", {}, `${what}: ${names.join(", ")}${more}`);
}

function measured_of(place) {
  const entries = [];
  const predictions = new Set();
  for (const student of course.students) {
    const lab = student.labs[place];
    const traffic = lab && course.traffic_of(lab);
    const counted = traffic && ops_per_byte(traffic);
    if (!counted) continue;
    entries.push({ counted, student, lab });
    const predicted = predicted_ops_per_byte(traffic);
    if (predicted) predictions.add(Number(predicted.toPrecision(4)));
  }
  return { entries, predictions: [...predictions] };
}

/** A column for submissions with about the same traffic: its height is the root of their number, so that one
 *  is still visible beside thousands. */
function traffic_columns(entries, verdict, x, base, height) {
  const bins = gathered(entries.filter((one) => one.lab.verdict === verdict), x);
  const most = Math.max(1, ...bins.map((bin) => bin.number));
  return bins.map((bin) => {
    const tall = Math.max(3, height * Math.sqrt(bin.number / Math.max(most, 4)));
    const range = digits(bin.low) === digits(bin.high) ? digits(bin.low) : `${digits(bin.low)} to ${digits(bin.high)}`;
    return drawn("rect", { class: `bin ${verdict}`, x: bin.at - BIN / 2 + 0.5, width: BIN - 1, y: (base - tall).toFixed(1),
      height: tall.toFixed(1) }, titled(`${range} OP/B, ${count_of(bin.number, "submission")}`, bin));
  });
}

/** One label for predictions whose labels would touch. */
function predicted_labels(predictions, x, width) {
  const groups = [];
  const boxed = (values) => {
    const words = `predicted ${values.map(digits).join(", ")}`;
    const half = text_width(words) / 2;
    const at = Math.min(width - half - 2, Math.max(half + 2, (x(values[0]) + x(values[values.length - 1])) / 2));
    return { values, words, at, left: at - half, right: at + half };
  };
  for (const value of [...predictions].sort((a, b) => a - b)) {
    let group = boxed([value]);
    while (groups.length > 0 && groups[groups.length - 1].right + 6 > group.left) group = boxed([...groups.pop().values, ...group.values]);
    groups.push(group);
  }
  return groups.map(({ words, at }) => words_at(at, 13, words, "value"));
}

function traffic_strip(box, lab, place, low, high, title) {
  const { entries, predictions } = measured_of(place);
  const heading = element("h3", {}, title ?? lab_name(lab), " ",
    element("span", { class: "faint" }, count_of(entries.length, "submission")));
  if (entries.length === 0) return [heading, element("p", { class: "faint" }, "No submission finished its counted case.")];
  const width = chart_width(box);
  const [height, left, right, row] = [136, 62, 14, 34];
  const x = scale(low, high, left, width - right, true);
  const parts = marked_axis(log_marks(low, high), x, 24, 108);
  parts.push(...predictions.map((value) => line_at(x(value), 20, x(value), 108, "predicted")), ...predicted_labels(predictions, x, width));
  for (const [verdict, base] of [["passed", 62], ["failed", 106]]) {
    parts.push(words_at(left - 10, base - 4, verdict, "tick", "end"), line_at(left, base, width - right, base, "grid"),
      ...traffic_columns(entries, verdict, x, base, row));
  }
  const values = entries.map((one) => one.counted).sort((a, b) => a - b);
  return [heading, chart(width, height, `Operations for each byte, lab ${lab.number}: from ${digits(values[0])} to ` +
    `${digits(values[values.length - 1])}, half have ${digits(values[values.length >> 1])} or more`, parts)];
}

function draw_traffic() {
  const box = document.getElementById("traffic");
  const of_labs = course.labs.map((lab, place) => measured_of(place));
  const values = of_labs.flatMap(({ entries, predictions }) => [...predictions, ...entries.map((one) => one.counted)]);
  if (values.length === 0) {
    box.replaceChildren(element("p", { class: "faint" }, "No submission finished its counted case."));
    return;
  }
  let low = Infinity;
  let high = 0;
  for (const value of values) {
    low = Math.min(low, value / 1.4);
    high = Math.max(high, value * 1.4);
  }
  box.replaceChildren(
    element("p", {}, "Operations of the sweep for each byte of global memory that the kernel loaded or stored: the further " +
      "right, the less traffic. The taller a column, the more submissions."),
    ...course.labs.flatMap((lab, place) => traffic_strip(box, lab, place, low, high)));
}
