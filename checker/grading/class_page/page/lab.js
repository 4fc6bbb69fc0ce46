// One lab: how its points spread, which mistakes were made, how often and by whom, its students, and its speed.
"use strict";

const lab_page = (() => {
  const MOST_NAMES = 60;
  const FIRST_ROWS = 20;

  const box = () => document.getElementById("lab");
  const address = (lab) => `#/lab/${encodeURIComponent(lab.id)}`;

  /** The place of the lab in the address; -1 if there is none. */
  function chosen() {
    let id = "";
    try { id = decodeURIComponent(location.hash.slice("#/lab/".length)); } catch { /* no such lab */ }
    return course.labs.findIndex((lab) => lab.id === id);
  }

  function link(lab, words) {
    return element("a", { href: address(lab) }, words ?? lab_name(lab));
  }

  function of_all(place) {
    return course.students.filter((student) => student.labs[place] !== undefined)
      .map((student) => ({ student, lab: student.labs[place] }));
  }

  const judged = ({ lab }) => ["passed", "failed", "refused", "by-hand"].includes(lab.verdict);
  const handed_in = ({ lab }) => !["missing", "not-due", "excused"].includes(lab.verdict);

  /** Counts with links to the students that they count. */
  function facts(lab, place) {
    const all = of_all(place);
    const counts = [["passed", lab.passed], ["failed", lab.failed], ["late", lab.late], ["refused", lab.refused],
      ["missing", lab.missing], ["error", lab.errors],
      ...["needs-look", "by-hand", "not-due", "excused"].map((state) => [state, all.filter((one) => one.lab.verdict === state).length])]
      .filter(([, number]) => number > 0);
    return element("dl", { class: "figures" },
      element("div", {}, element("dt", {}, "handed in"), element("dd", {}, whole.format(all.filter(handed_in).length))),
      counts.map(([state, number]) => {
        const words = VERDICT_WORDS[state] ?? state;
        return element("div", {}, element("dt", {}, words), element("dd", {},
          element("button", { type: "button", class: "count", "aria-label": `${whole.format(number)} ${words}: show them`,
            onclick: () => views.show_filtered({ lab: place, state }) }, whole.format(number))));
      }),
      element("div", {}, element("dt", {}, "mean"), element("dd", {}, lab.mean === null ? "–" : points(lab.mean))));
  }

  /** By tenths of the lab's points; more than all of them is a bonus, in the last. */
  function points_chart(lab, place) {
    const entries = of_all(place).filter(judged);
    if (entries.length === 0) return element("p", { class: "faint" }, "Nothing was judged yet.");
    const columns = Array.from({ length: 10 }, () => ({ number: 0, names: [] }));
    for (const { student, lab: one } of entries) {
      const tenth = lab.max > 0 ? Math.floor((one.points / lab.max) * 10 + 1e-9) : 0;
      const column = columns[Math.min(9, Math.max(0, tenth))];
      column.number += 1;
      if (column.names.length < 5) column.names.push(one_line(student.name));
    }
    return histogram(box(), columns, `share of ${points(lab.max)} points`,
      `Students by their points for lab ${lab.number}, in tenths of all`);
  }

  /** Sentences that differ in numbers only are one mistake. */
  function mistakes_of(place) {
    const kinds = new Map();
    for (const { student, lab } of of_all(place)) {
      if (["error", "needs-look", "not-due", "excused"].includes(lab.verdict)) continue; // as in the statistics
      const seen = new Set();
      for (const at of lab.findings) {
        const finding = course.finding(at);
        const words = course.text(finding.message);
        const key = words.replace(/\d[\d,.]*/g, "#");
        if (!kinds.has(finding.kind)) kinds.set(finding.kind, { kind: finding.kind, warning: Boolean(finding.warning), students: new Set(), sentences: new Map() });
        const kind = kinds.get(finding.kind);
        kind.students.add(student);
        if (!kind.sentences.has(key)) kind.sentences.set(key, { words, students: [] });
        if (!seen.has(`${finding.kind} ${key}`)) kind.sentences.get(key).students.push(student);
        seen.add(`${finding.kind} ${key}`);
      }
    }
    return [...kinds.values()].sort((a, b) => b.students.size - a.students.size);
  }

  function names(students, filters) {
    const shown = students.slice(0, MOST_NAMES).flatMap((student, i) => [i > 0 ? ", " : null, student_link(student.place)]);
    const more = students.length - MOST_NAMES;
    return element("p", { class: "names" }, shown, more > 0 ? [" and ", element("button", { type: "button", class: "count",
      onclick: () => views.show_filtered(filters) }, `${whole.format(more)} more`)] : null);
  }

  function mistake(kind, place, most) {
    const bar = element("span", { class: "bar", "aria-hidden": "true" }, element("span", { class: kind.warning ? "warning" : "failed" }));
    bar.firstElementChild.style.width = `${(100 * kind.students.size) / most}%`;
    const sentences = [...kind.sentences.values()].sort((a, b) => b.students.length - a.students.length);
    const block = element("details", { class: "mistake" }, element("summary", {},
      element("span", { class: "amount" }, bar, whole.format(kind.students.size), spoken(kind.students.size === 1 ? " student" : " students")),
      element("span", { class: "what" }, element("b", {}, kind.warning ? `${kind.kind} · warning` : kind.kind), " ",
        element("span", { class: "faint" }, visible(sentences[0].words)))));
    block.addEventListener("toggle", () => {
      if (block.open && block.childElementCount === 1) {
        block.append(...sentences.map((one) => element("div", { class: "sentence" },
          element("p", {}, element("span", { class: "amount" }, whole.format(one.students.length)), " ", visible(one.words)),
          names(one.students, { lab: place, finding: kind.kind }))));
      }
    });
    return block;
  }

  function mistakes(place) {
    const kinds = mistakes_of(place);
    if (kinds.length === 0) return [element("p", { class: "faint" }, "Nothing was found.")];
    const most = Math.max(...kinds.map((kind) => kind.students.size));
    return [...kinds.map((kind) => mistake(kind, place, most)),
      element("p", { class: "faint" }, "Students with each mistake. Open one to see whose it is; sentences that differ only in numbers are one.")];
  }

  function attempts(place) {
    const again = of_all(place).filter(({ lab }) => lab.attempts.length > 1);
    if (again.length === 0) return null;
    const passed = again.filter(({ lab }) => lab.verdict === "passed").length;
    return element("p", {}, `${count_of(again.length, "student")} handed in more than once, and ${whole.format(passed)} of them passed in the end. ` +
      "Marks under Attempts are in order, the oldest first.");
  }

  function traffic(place) {
    const { entries, predictions } = measured_of(place);
    const values = [...predictions, ...entries.map((one) => one.counted)];
    const [low, high] = [Math.min(...values.slice(0, 1)), Math.max(...values.slice(0, 1))];
    const [least, most] = values.reduce(([a, b], value) => [Math.min(a, value), Math.max(b, value)], [low, high]);
    return values.length > 0 ? traffic_strip(box(), course.labs[place], place, least / 1.4, most * 1.4, "Memory traffic") : [];
  }

  function student_row({ student, lab }, again) {
    const first = lab.findings.map(course.finding).find((finding) => !finding.warning);
    const known = !(lab.verdict in WITHOUT_POINTS);
    const shown = lab.attempts.slice(-8);
    return element("tr", {}, element("th", { scope: "row" }, student_link(student.place)),
      element("td", { class: "amount" }, known ? points(lab.points) : "–"),
      element("td", { class: "result" }, element("span", { class: `mark ${lab.verdict}` }, VERDICT_WORDS[lab.verdict] ?? lab.verdict),
        lab.late ? [" ", element("span", { class: "mark late" }, "late")] : null),
      again ? element("td", { class: "strip" }, shown.length < lab.attempts.length ? "… " : null, shown.map((one) => verdict_mark(one.verdict))) : null,
      element("td", { class: "sentence" }, first ? [element("b", {}, first.kind), " ", visible(course.text(first.message))] : one_line(lab.reason())));
  }

  /** Those to look at first: not judged, refused, then the fewest points and the most attempts; missing ones last. */
  function students(place) {
    const group = { "needs-look": 0, error: 0, refused: 1, failed: 2, passed: 3, "by-hand": 3, missing: 4, "not-due": 4, excused: 4 };
    const rank = ({ lab }) => group[lab.verdict] ?? 1;
    const all = of_all(place).sort((a, b) => rank(a) - rank(b) || a.lab.points - b.lab.points ||
      b.lab.attempts.length - a.lab.attempts.length || a.student.place - b.student.place);
    const again = all.some(({ lab }) => lab.attempts.length > 1);
    const rows = (from, to) => all.slice(from, to).map((one) => student_row(one, again));
    const body = element("tbody", {}, rows(0, FIRST_ROWS));
    const more = all.length > FIRST_ROWS ? element("button", { type: "button", id: "all-students", onclick: () => {
      body.append(...rows(FIRST_ROWS));
      body.rows[FIRST_ROWS].querySelector("button").focus({ preventScroll: true });
      more.remove();
    } }, `Show all ${whole.format(all.length)}`) : null;
    return [element("div", { class: "wide" }, element("table", { class: "students" },
      element("caption", { class: "spoken" }, "Students, those to look at first"),
      element("thead", {}, element("tr", {}, head_cell("Student"), head_cell("Points", "amount"), head_cell("Result"),
        again ? head_cell("Attempts") : null, head_cell("First to fix", "sentence"))),
      body)), more];
  }

  function draw() {
    const place = chosen();
    const lab = course.labs[place];
    if (!lab) {
      fill(box(), element("p", {}, "There is no such lab. ", element("a", { href: "#/labs" }, "All labs")));
      return;
    }
    const beside = [course.labs[place - 1], course.labs[place + 1]];
    fill(box(),
      element("nav", { class: "beside", "aria-label": "Other labs" }, element("a", { href: "#/labs" }, "All labs"),
        beside[0] ? link(beside[0], ["← ", String(beside[0].number).padStart(2, "0")]) : null,
        beside[1] ? link(beside[1], [String(beside[1].number).padStart(2, "0"), " →"]) : null),
      element("h2", { id: "head-lab", tabindex: "-1" }, lab_name(lab), " ",
        element("span", { class: "faint" }, [lab.source && one_line(lab.source), count_of(lab.max, "point")].filter(Boolean).join(" · "))),
      facts(lab, place),
      element("h3", {}, "Points"), points_chart(lab, place),
      element("h3", {}, "Mistakes"), mistakes(place),
      element("h3", {}, "Students"), attempts(place), students(place),
      traffic(place));
  }

  return { draw, chosen, link };
})();
