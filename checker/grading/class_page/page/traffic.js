// Each submission's traffic: operations for each byte, compared with the chapter's prediction, and below the
// roofline if a GPU timed it.
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

/** The roof from a data sheet, in GFLOP/s: a slope up to the peak, flat from there. */
function roof_lines([, bandwidth, peak], x, y, frame) {
  const giga = bandwidth / 1e9;
  const top = Math.min(peak ? peak / 1e9 : Infinity, frame.high_y);
  const from = Math.max(frame.low_x, frame.low_y / giga);
  const ridge = Math.min(top / giga, frame.high_x);
  const lines = [];
  if (from < ridge) lines.push(line_at(x(from), y(from * giga), x(ridge), y(ridge * giga), "roof"));
  if (peak && peak / 1e9 <= frame.high_y && ridge < frame.high_x) {
    lines.push(line_at(x(ridge), y(peak / 1e9), x(frame.high_x), y(peak / 1e9), "roof"));
  }
  return lines;
}

/** Of all labs, or of the one at this place. */
function timed_of(gpu, only) {
  const timed = [];
  course.labs.forEach((lab, place) => {
    if (only !== undefined && only !== place) return;
    for (const { counted, student, lab: one } of measured_of(place).entries) {
      if (one.time && one.time[0] === gpu && one.time[1] > 0) {
        timed.push({ place, student, x: counted, y: one.time[3] / one.time[1] / 1e9,
          reference: one.time[2] ? one.time[3] / one.time[2] / 1e9 : null,
          predicted: predicted_ops_per_byte(course.traffic_of(one)) });
      }
    }
  });
  return timed;
}

/** Six colours; the labs after that use them again, as rings. */
function dot_class(place) {
  return `dot series-${place % 6}${place >= 6 ? " hollow" : ""}`;
}

/** Dots that would cover each other become one, the darker the more they are. */
function roofline_dots(timed, x, y) {
  const CELL = 5; // pixels
  const cells = new Map();
  for (const one of timed) {
    const key = `${one.place} ${Math.round(x(one.x) / CELL)} ${Math.round(y(one.y) / CELL)}`;
    if (!cells.has(key)) cells.set(key, { ...one, number: 0, names: [] });
    const cell = cells.get(key);
    cell.number += 1;
    if (cell.names.length < 5) cell.names.push(one_line(one.student.name));
  }
  const all = [...cells.values()];
  const most = Math.log1p(Math.max(1, ...all.map((cell) => cell.number)));
  return all.map((cell) => drawn("circle", { class: dot_class(cell.place), cx: x(cell.x).toFixed(1),
    cy: y(cell.y).toFixed(1), r: timed.length > 400 ? 2.5 : 3.5,
    "fill-opacity": (0.25 + 0.7 * (Math.log1p(cell.number) / most)).toFixed(2) },
  titled(`Lab ${course.labs[cell.place].number}, ${digits(cell.x)} OP/B, ${digits(cell.y)} GFLOP/s`, cell)));
}

function roofline(box, gpu, only) {
  const timed = timed_of(gpu, only);
  const roof = course.gpus.find((one) => one[0] === gpu);
  const width = chart_width(box);
  const [height, right, top, bottom] = [400, 16, 16, 46];
  const all_x = timed.flatMap((one) => [one.x, one.predicted ?? one.x]);
  const all_y = timed.flatMap((one) => [one.y, one.reference ?? one.y]);
  const frame = { low_x: Math.min(...all_x) / 1.6, high_x: Math.max(...all_x) * 1.6,
    low_y: Math.min(...all_y) / 1.6, high_y: Math.max(...all_y) * 2.5 };
  const marks_y = log_marks(frame.low_y, frame.high_y).map((mark) => [mark, mark < 10 ? digits(mark) : whole.format(mark)]);
  const left = 30 + Math.max(...marks_y.map(([, words]) => text_width(words)), 20); // beside the axis's name
  const x = scale(frame.low_x, frame.high_x, left, width - right, true);
  const y = scale(frame.low_y, frame.high_y, height - bottom, top, true);
  const parts = [
    ...marked_axis(log_marks(frame.low_x, frame.high_x), x, top, height - bottom),
    ...marks_y.flatMap(([mark, words]) => [line_at(left, y(mark), width - right, y(mark), "grid"),
      words_at(left - 8, y(mark) + 4, words, "tick", "end")]),
    ...(roof ? roof_lines(roof, x, y, frame) : []), ...roofline_dots(timed, x, y)];
  const places = [...new Set(timed.map((one) => one.place))];
  const crosses = places.map((place) => [place, timed.find((one) => one.place === place && one.reference && one.predicted)])
    .filter(([, first]) => first).map(([place, first]) => [place, x(first.predicted), y(first.reference)]);
  for (const [place, cx, cy] of crosses) {
    const cross = `M${cx - 7},${cy}h14M${cx},${cy - 7}v14`;
    parts.push(drawn("path", { class: "halo", d: cross }), drawn("path", { class: `reference series-${place % 6}`, d: cross },
      drawn("title", {}, `The reference solution of lab ${course.labs[place].number}`)));
  }
  // Labels come last, so that nothing is drawn over them.
  const taken = crosses.map(([, cx, cy]) => ({ left: cx - 7, top: cy - 7, width: 14, height: 14 }));
  const inside = { left, right: width - right, top, bottom: height - bottom };
  for (const [place, cx, cy] of crosses) {
    parts.push(label_beside(cx, cy, String(course.labs[place].number).padStart(2, "0"), taken, inside));
  }
  parts.push(words_at((left + width - right) / 2, height - 8, "operations for each byte, counted", "label"),
    drawn("text", { class: "label", "text-anchor": "middle", transform: `translate(13 ${(top + height - bottom) / 2}) rotate(-90)` }, "GFLOP/s"));
  return [element("h3", {}, "Under the roofline of the ", one_line(course.text(gpu))),
    chart(width, height, `Roofline with ${count_of(timed.length, "submission")}`, parts),
    element("p", { class: "keys" }, places.map((place) => element("span", {},
      drawn("svg", { width: 12, height: 12, "aria-hidden": "true" }, drawn("circle", { class: dot_class(place), cx: 6, cy: 6, r: 4.5 })),
      ` ${String(course.labs[place].number).padStart(2, "0")}`)), "+ the reference solution, at the predicted traffic"),
    element("p", { class: "faint" }, (roof ? `The line is the data sheet's roof, ${whole.format(Math.round(roof[1] / 1e9))} GB/s. ` : "") +
      "Bytes are those that threads request: if a cache serves some of them, a kernel may be above the roof.")];
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
  const gpus = [...new Set(course.students.flatMap((student) => student.labs.filter((lab) => lab.time).map((lab) => lab.time[0])))]
    .filter((gpu) => timed_of(gpu).length > 0);
  box.replaceChildren(
    ...gpus.flatMap((gpu) => roofline(box, gpu)),
    element("p", {}, "Operations of the sweep for each byte of global memory that the kernel loaded or stored: the further " +
      "right, the less traffic. The taller a column, the more submissions."),
    ...course.labs.flatMap((lab, place) => traffic_strip(box, lab, place, low, high)));
}
