// Each submission's traffic: operations for each byte beside what the chapter predicts, and under the
// roofline where a GPU took the time.
"use strict";

/** Equal numbers become one dot: [{ value, number, names }], ascending. */
function gathered(entries) {
  const by_value = new Map();
  for (const [value, student] of entries) {
    const key = value.toPrecision(4);
    if (!by_value.has(key)) by_value.set(key, { value, number: 0, names: [] });
    const dot = by_value.get(key);
    dot.number += 1;
    if (dot.names.length < 5) dot.names.push(one_line(student.name));
  }
  return [...by_value.values()].sort((a, b) => a.value - b.value);
}

function dot_title(dot, what) {
  const more = dot.number > dot.names.length ? ` and ${dot.number - dot.names.length} more` : "";
  return drawn("title", {}, `${what}: ${dot.names.join(", ")}${more}`);
}

function radius(number) {
  return Math.min(13, 3.5 + 1.6 * Math.log2(number));
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

function traffic_strip(box, lab, place, low, high) {
  const { entries, predictions } = measured_of(place);
  const width = picture_width(box);
  const [height, left, right] = [128, 62, 14];
  const x = scale(low, high, left, width - right, true);
  const rows = [["passed", 46], ["failed", 80]];
  const parts = [...log_marks(low, high).flatMap((mark) => [line_at(x(mark), 26, x(mark), 100, "grid"),
    words_at(x(mark), 118, digits(mark), "tick")])];
  for (const value of predictions) {
    parts.push(line_at(x(value), 22, x(value), 100, "predicted"),
      words_at(x(value), 15, `predicted ${digits(value)}`, "value", x(value) > width - 80 ? "end" : x(value) < 90 ? "start" : "middle"));
  }
  for (const [verdict, y] of rows) {
    parts.push(words_at(left - 10, y + 4, verdict, "tick", "end"));
    for (const dot of gathered(entries.filter((one) => one.lab.verdict === verdict).map((one) => [one.counted, one.student]))) {
      parts.push(drawn("circle", { class: `dot ${verdict}`, cx: x(dot.value).toFixed(1), cy: y, r: radius(dot.number).toFixed(1) },
        dot_title(dot, `${digits(dot.value)} OP/B, ${count_of(dot.number, "submission")}`)));
    }
  }
  const all = gathered(entries.map((one) => [one.counted, one.student]));
  const heading = element("h3", {}, lab_name(lab), " ",
    element("span", { class: "faint" }, count_of(entries.length, "submission")));
  if (entries.length === 0) return [heading, element("p", { class: "faint" }, "None ran its counted case to the end.")];
  return [heading, picture(width, height, `Operations for each byte, lab ${lab.number}: from ${digits(all[0].value)} to ` +
    digits(all[all.length - 1].value), parts)];
}

/** The roof of a data sheet, in GFLOP/s: a slope up to the peak, flat from there. */
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

function timed_of(gpu) {
  const timed = [];
  course.labs.forEach((lab, place) => {
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

/** Dots that would cover each other are one, larger. */
function roofline_dots(timed, x, y) {
  const cells = new Map();
  for (const one of timed) {
    const key = `${one.place} ${Math.round(x(one.x) / 5)} ${Math.round(y(one.y) / 5)}`;
    if (!cells.has(key)) cells.set(key, { ...one, number: 0, names: [] });
    const cell = cells.get(key);
    cell.number += 1;
    if (cell.names.length < 5) cell.names.push(one_line(one.student.name));
  }
  return [...cells.values()].map((cell) => drawn("circle", { class: `dot series-${cell.place % 6}`,
    cx: x(cell.x).toFixed(1), cy: y(cell.y).toFixed(1), r: (3 + 1.2 * Math.log2(cell.number)).toFixed(1) },
  dot_title(cell, `Lab ${course.labs[cell.place].number}, ${digits(cell.x)} OP/B, ${digits(cell.y)} GFLOP/s`)));
}

function roofline(box, gpu) {
  const timed = timed_of(gpu);
  const roof = course.gpus.find((one) => one[0] === gpu);
  const width = picture_width(box);
  const [height, left, right, top, bottom] = [400, 58, 16, 16, 46];
  const all_x = timed.flatMap((one) => [one.x, one.predicted ?? one.x]);
  const all_y = timed.flatMap((one) => [one.y, one.reference ?? one.y]);
  const frame = { low_x: Math.min(...all_x) / 1.6, high_x: Math.max(...all_x) * 1.6,
    low_y: Math.min(...all_y) / 1.6, high_y: Math.max(...all_y) * 2.5 };
  const x = scale(frame.low_x, frame.high_x, left, width - right, true);
  const y = scale(frame.low_y, frame.high_y, height - bottom, top, true);
  const parts = [
    ...log_marks(frame.low_x, frame.high_x).flatMap((mark) => [line_at(x(mark), top, x(mark), height - bottom, "grid"),
      words_at(x(mark), height - bottom + 18, digits(mark), "tick")]),
    ...log_marks(frame.low_y, frame.high_y).flatMap((mark) => [line_at(left, y(mark), width - right, y(mark), "grid"),
      words_at(left - 8, y(mark) + 4, whole.format(mark), "tick", "end")]),
    ...(roof ? roof_lines(roof, x, y, frame) : []), ...roofline_dots(timed, x, y)];
  const places = [...new Set(timed.map((one) => one.place))];
  const labels = []; // where there is one already
  for (const place of places) {
    const first = timed.find((one) => one.place === place && one.reference && one.predicted);
    if (first) {
      const [cx, cy] = [x(first.predicted), y(first.reference)];
      const label = [cx + 9, cy - 7];
      while (labels.some(([a, b]) => Math.abs(a - label[0]) < 18 && Math.abs(b - label[1]) < 12)) label[0] += 20;
      labels.push(label);
      parts.push(drawn("path", { class: `reference series-${place % 6}`,
        d: `M${cx - 6},${cy}h12M${cx},${cy - 6}v12` }, drawn("title", {}, `The reference solution of lab ${course.labs[place].number}`)),
      words_at(...label, String(course.labs[place].number).padStart(2, "0"), "value", "start"));
    }
  }
  parts.push(words_at((left + width - right) / 2, height - 8, "operations for each byte loaded or stored, counted", "label"),
    drawn("text", { class: "label", "text-anchor": "middle", transform: `translate(13 ${(top + height - bottom) / 2}) rotate(-90)` }, "GFLOP/s"));
  return [element("h3", {}, "Under the roofline of the ", one_line(course.text(gpu))),
    picture(width, height, `Roofline with ${count_of(timed.length, "submission")}`, parts),
    element("p", { class: "keys" }, places.map((place) => element("span", {},
      drawn("svg", { width: 12, height: 12, "aria-hidden": "true" }, drawn("circle", { class: `dot series-${place % 6}`, cx: 6, cy: 6, r: 4.5 })),
      ` ${String(course.labs[place].number).padStart(2, "0")}`)), "+ the reference solution, at the predicted traffic"),
    element("p", { class: "faint" }, (roof ? `The line is the data sheet's roof, ${whole.format(Math.round(roof[1] / 1e9))} GB/s. ` : "") +
      "Bytes are those that threads ask for: where a cache serves some of them, a kernel may lie above the roof.")];
}

function draw_traffic() {
  const box = document.getElementById("traffic");
  const of_labs = course.labs.map((lab, place) => measured_of(place));
  const values = of_labs.flatMap(({ entries, predictions }) => [...predictions, ...entries.map((one) => one.counted)]);
  if (values.length === 0) {
    box.replaceChildren(element("p", { class: "faint" }, "No submission ran its counted case to the end."));
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
    element("p", {}, "Operations of the sweep for each byte of global memory that the kernel was seen to load or store: the " +
      "further right, the less it moves. A larger dot stands for more submissions."),
    ...course.labs.flatMap((lab, place) => traffic_strip(box, lab, place, low, high)));
}
