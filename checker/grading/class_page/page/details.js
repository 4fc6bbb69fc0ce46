// The details below a student's row: each lab's points with their reasons, and its findings with their
// source lines.
"use strict";

function code_lines(finding, file) {
  const lines = finding.lines ?? [];
  if (lines.length === 0) return null;
  const width = String(Math.max(...lines.map((line) => line[0]))).length;
  const indent = Math.min(...lines.map(([, words]) => course.text(words).search(/\S|$/)));
  const body = lines.map(([number, words, other]) => element("span", { class: "line" },
    element("span", { class: "number" }, number > 0 ? String(number).padStart(width) : " ".repeat(width)),
    " ", visible_code(course.text(words).slice(indent)),
    other === undefined ? null : element("span", { class: "faint" }, `   ${one_line(course.text(other))}`), "\n"));
  return element("pre", { tabindex: "0", "aria-label": `Lines of ${one_line(file)}` }, element("code", {}, body));
}

function facts_of(finding) {
  const facts = [];
  const add = (label, words) => words && facts.push(element("div", {}, element("dt", {}, label),
    element("dd", {}, visible(words))));
  add("array", course.text(finding.array));
  add("threads", course.text(finding.threads));
  const cases = course.text(finding.cases);
  const times = finding.count === undefined ? "" : `${whole.format(finding.count)} times`;
  add("seen", [times, cases && `on ${cases}`].filter(Boolean).join(", "));
  add("where", course.text(finding.place));
  return facts.length > 0 ? element("dl", { class: "facts" }, facts) : null;
}

/** `trace`: the address of a page that opens on the finding, or null. */
function finding_block(finding, file, open, trace, lab) {
  const detail = course.text(finding.detail);
  const hint = course.text(finding.hint);
  return element("details", { class: finding.warning ? "finding warning" : "finding", open: open ? "" : null },
    element("summary", {},
      element("span", { class: "kind" }, finding.warning ? `${finding.kind} · warning` : finding.kind), " ",
      visible(course.text(finding.message)),
      finding.follows === undefined ? null
        : element("span", { class: "faint" }, ` may come from finding ${finding.follows + 1}`)),
    code_lines(finding, file),
    source_button(finding, lab),
    facts_of(finding),
    detail ? element("pre", { class: "detail", tabindex: "0", "aria-label": "Details" }, visible(detail)) : null,
    hint ? element("p", { class: "hint" }, element("b", {}, "Hint "), visible(hint)) : null,
    trace ? element("p", {}, element("a", { href: trace }, "Step through it")) : null);
}

function parts_table(parts) {
  if (parts.length === 0) return null;
  return element("table", { class: "parts" },
    element("thead", { class: "spoken" }, element("tr", {}, head_cell("Part"), head_cell("Points"), head_cell("Why"))),
    element("tbody", {}, parts.map((place) => {
      const part = course.part(place);
      return element("tr", {}, element("th", { scope: "row" }, part.kind),
        element("td", { class: "amount" }, part.max > 0 ? `${points(part.points)} of ${points(part.max)}`
          : part.points === 0 ? "0" : points(part.points).replace("-", "−")),
        element("td", {}, one_line(part.reason)));
    })));
}

function traffic_line(lab) {
  const traffic = course.traffic_of(lab);
  const counted = traffic && ops_per_byte(traffic);
  if (!counted) return null;
  const predicted = predicted_ops_per_byte(traffic);
  const words = [`${digits(counted)} OP/B counted${predicted ? `, ${digits(predicted)} predicted` : ""}`];
  words.push(`${whole.format(traffic[1])} bytes loaded, ${whole.format(traffic[2])} stored`);
  if (lab.time) {
    const [gpu, seconds, reference, , inconclusive] = lab.time;
    words.push(`${digits(seconds * 1e6)} µs on ${one_line(course.text(gpu))}` +
      (reference ? `, the reference ${digits(reference * 1e6)} µs` : "") +
      (inconclusive ? " (the spread is too wide to tell)" : ""));
  }
  return element("p", { class: "faint" }, words.join(" · "));
}

function when(seconds) {
  return seconds > 0 ? `${new Date(seconds * 1000).toISOString().slice(0, 16).replace("T", " ")} UTC` : "";
}

const VERDICT_WORDS = { passed: "passed", failed: "failed", error: "kit error", missing: "nothing submitted",
  refused: "refused", "not-due": "not due yet", excused: "excused", "needs-look": "needs a look",
  "by-hand": "set by hand" };

const WITHOUT_POINTS = { error: "points not known", "needs-look": "points not known", "not-due": "no points yet",
  excused: "no points" };

function lab_block(lab) {
  const facts = course.labs[lab.place];
  const known = !(lab.verdict in WITHOUT_POINTS);
  const about = [lab.file(), when(lab.submitted)].filter(Boolean).map(one_line).join(" · ");
  const first_error = lab.findings.findIndex((place) => !course.finding(place).warning);
  const traced = lab.trace ? Math.max(0, first_error) : -1;
  return element("section", { class: "lab" },
    element("h3", {}, `${String(facts.number).padStart(2, "0")} `, one_line(facts.title), " ",
      element("span", { class: "amount" }, known ? `${points(lab.points)} of ${points(facts.max)}` : WITHOUT_POINTS[lab.verdict]),
      " ", element("span", { class: `mark ${lab.verdict}` }, lab.verdict === "missing" && lab.reason() ? "no file recognized" : VERDICT_WORDS[lab.verdict]),
      lab.late ? element("span", { class: "mark late" }, " late") : null),
    about ? element("p", { class: "faint" }, about) : null,
    lab.reason() ? element("p", {}, visible(lab.reason())) : null,
    parts_table(lab.parts),
    traffic_line(lab),
    attempts_table(lab),
    lab.findings.map((place, i) => finding_block(course.finding(place), lab.file(), i === 0, i === traced ? lab.trace : null, lab)),
    source_block(lab));
}

function quiz_block(quiz) {
  if (!quiz) return null;
  const known = !(quiz.state in WITHOUT_POINTS);
  return element("section", { class: "lab" },
    element("h3", {}, "Quiz ", element("span", { class: "amount" },
      known ? `${points(quiz.points)} of ${points(quiz.max)}` : "points not known")),
    quiz.reason ? element("p", {}, visible(quiz.reason)) : null,
    element("ul", { class: "exercises" }, quiz.exercises.map(([id, right, reason]) => element("li", {},
      element("span", { class: right ? "mark passed" : "mark failed" }, right ? "✓" : "✗"),
      spoken(right ? " right " : " wrong "), ` ${one_line(course.text(id))} `,
      element("span", { class: "faint" }, one_line(course.text(reason)))))));
}

function student_details(student) {
  const facts = [["id", student.id], ["email", student.email],
    ...student.columns.map(([key, value]) => [course.text(key), value])].filter(([, value]) => value);
  return element("div", { class: "student" },
    element("p", { class: "faint" }, element("b", {}, named(student.name)), " · ", facts.map(([key, value], i) => [i > 0 ? " · " : "", `${one_line(key)} `,
      named(value)]).flat()),
    student.labs.map(lab_block), quiz_block(student.quiz));
}
