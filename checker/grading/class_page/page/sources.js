// A student's files: the text as it was graded with the findings at their lines, and what was handed in before.
"use strict";

const history_of = (() => {
  const key = (student, lab) => `${student} ${lab}`;
  const files = new Map(course.sources.of.map(([student, lab, file]) => [key(student, lab), file]));
  const attempts = new Map(course.attempts.map(([student, lab, all]) => [key(student, lab), all.map(
    ([graded, submitted, outcome, points, max, hash, finding]) => ({ graded, submitted,
      verdict: outcome === 0 ? "passed" : "failed", points, max, hash, finding }))]));
  for (const student of course.students) {
    for (const lab of student.labs) {
      lab.source = files.get(key(student.place, lab.place)) ?? null;
      lab.attempts = attempts.get(key(student.place, lab.place)) ?? [];
    }
  }

  return {
    /** The whole file's number of lines, and those that the page has: [number, text]. */
    source(file) {
      const [all, ...runs] = course.sources.files[file];
      const lines = [];
      let number = 1;
      for (let i = 0; i < runs.length; i += 2) {
        const [first, count] = [runs[i], runs[i + 1]];
        for (let k = 0; first >= 0 && k < count; ++k) lines.push([number + k, course.sources.lines[first + k]]);
        number += count;
      }
      return { all, lines };
    },
  };
})();

/** As visible(), and characters that take no room: code can hide in them, or look like other code. */
function visible_code(text) {
  return visible(text).replace(/[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028\u2029\u2060-\u2069\u3164\ufe00-\ufe0f\ufeff\uffa0]/g,
    (c) => `⟨U+${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`);
}

/** The findings at each line of the lab's own file. */
function findings_by_line(lab) {
  const at = new Map();
  lab.findings.forEach((place, i) => {
    const own = (course.finding(place).lines ?? []).filter(([number, , other]) => number > 0 && other === undefined);
    own.forEach(([number], k) => {
      if (!at.has(number)) at.set(number, []);
      at.get(number).push({ finding: course.finding(place), number: i + 1, first: k === 0 });
    });
  });
  return at;
}

/** The sentences of findings that begin at a line, and the numbers of those that are also about it. */
function line_notes(notes) {
  const also = notes.filter((note) => !note.first).map((note) => note.number);
  return [
    notes.filter((note) => note.first).map(({ finding, number }) =>
      element("span", { class: finding.warning ? "line-note warning" : "line-note" },
        element("b", {}, `Finding ${number}, ${finding.kind}`), " ", visible(course.text(finding.message)))),
    also.length > 0 ? element("span", { class: "line-note faint" },
      `also of ${also.length === 1 ? "finding" : "findings"} ${also.join(", ")}`) : null,
  ];
}

/** The lines of a file that the page has, each as `row_of` makes it, and what is not shown between them. */
function numbered_lines(file, who, row_of) {
  const { all, lines } = history_of.source(file);
  const width = String(all).length;
  const rows = [];
  const gap = (from, to) => from <= to && rows.push(element("span", { class: "gap" },
    from === to ? `line ${whole.format(from)} is not shown` : `lines ${whole.format(from)} to ${whole.format(to)} are not shown`));
  let next = 1;
  for (const [number, text] of lines) {
    gap(next, number - 1);
    next = number + 1;
    rows.push(...row_of(number, [element("span", { class: "number" }, String(number).padStart(width)), " ", visible_code(text), "\n"]));
  }
  gap(next, all);
  return element("pre", { tabindex: "0", "aria-label": `Source of ${who}` }, element("code", {}, rows));
}

function source_lines(lab) {
  const marks = findings_by_line(lab);
  return numbered_lines(lab.source, one_line(lab.file()), (number, line) => {
    const notes = marks.get(number) ?? [];
    const error = notes.some((note) => !note.finding.warning);
    return [element("span", { class: notes.length > 0 ? `line marked${error ? "" : " warning"}` : "line", "data-line": notes.length > 0 ? number : null },
      line), ...line_notes(notes).flat()];
  });
}

/** The whole file, closed; drawn when it is opened. */
function source_block(lab) {
  if (lab.source === null) {
    const has_text = course.sources.left_out > 0 && (lab.verdict === "passed" || lab.verdict === "failed");
    return has_text ? element("p", { class: "faint" }, "The source is not on this page, which would be too large with all.") : null;
  }
  const block = element("details", { class: "source" },
    element("summary", {}, "Source ", element("span", { class: "faint" }, count_of(course.sources.files[lab.source][0], "line"))));
  block.addEventListener("toggle", () => { if (block.open) draw_source(block, lab); });
  return block;
}

function draw_source(block, lab) {
  if (!block.querySelector("pre")) block.append(source_lines(lab));
}

/** Opens the source at a finding's line. */
function show_in_source(button, lab, number) {
  const block = button.closest(".lab").querySelector("details.source");
  draw_source(block, lab);
  block.open = true;
  const line = block.querySelector(`[data-line="${number}"]`);
  if (!line) return;
  line.tabIndex = -1;
  line.focus({ preventScroll: true });
  line.scrollIntoView({ block: "center" });
}

/** A button to the first of a finding's lines that the page has. */
function source_button(finding, lab) {
  const own = (finding.lines ?? []).filter(([number, , other]) => number > 0 && other === undefined);
  if (own.length === 0 || !lab || (lab.source ?? null) === null) return null;
  const button = element("button", { type: "button", class: "count" }, "Show in the source");
  button.addEventListener("click", () => show_in_source(button, lab, own[0][0]));
  return element("p", { class: "to-source" }, button);
}

function verdict_mark(verdict) {
  return [element("span", { class: `mark ${verdict}`, "aria-hidden": "true" }, verdict === "passed" ? "✓" : "✗"), spoken(verdict)];
}

/** What was handed in for the lab over time; nothing if that is one file. */
function attempts_table(lab) {
  const attempts = lab.attempts ?? [];
  if (attempts.length === 0) return null;
  const rows = attempts.map((one, i) => {
    const bar = element("span", { class: "bar", "aria-hidden": "true" }, element("span", { class: one.verdict }));
    bar.firstElementChild.style.width = `${one.max > 0 ? Math.min(100, (100 * one.points) / one.max) : 0}%`;
    const same = i > 0 && attempts[i - 1].hash === one.hash;
    return element("tr", {}, element("th", { scope: "row" }, whole.format(i + 1)),
      element("td", {}, when(one.submitted || one.graded)),
      element("td", {}, verdict_mark(one.verdict)),
      element("td", { class: "amount" }, bar, `${points(one.points)} of ${points(one.max)}`),
      element("td", {}, same ? "graded again" : one.finding || element("span", { class: "faint" }, "–")));
  });
  return element("div", { class: "wide" }, element("table", { class: "attempts" },
    element("caption", {}, `${count_of(attempts.length, "attempt")}`),
    element("thead", { class: "spoken" }, element("tr", {}, ["Attempt", "Handed in", "Result", "Points", "First finding"].map((words) => head_cell(words)))),
    element("tbody", {}, rows)));
}
