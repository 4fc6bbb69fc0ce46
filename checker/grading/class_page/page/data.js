// Reads the class from the page's JSON, whose form class_page.hpp describes.
"use strict";

const STATES = ["graded", "missing", "refused", "error", "not-due", "excused", "needs-look", "by-hand"];
const OUTCOMES = ["passed", "failed", "error"];

const course = (() => {
  const raw = JSON.parse(document.getElementById("data").textContent);
  const text = (place) => raw.texts[place ?? 0];

  const read_lab = (entry, place, id) => {
    const [state = 0, outcome = 0, points = 0, file = 0, submitted = 0, reason = 0, parts = [], findings = [],
      traffic = 0, time = 0, trace = 0] = entry;
    const lab = { place, points, submitted, parts, findings, traffic, time };
    lab.verdict = STATES[state] === "graded" ? OUTCOMES[outcome] : STATES[state];
    // Nothing but the kit's own key becomes an address.
    lab.trace = typeof trace === "string" && /^[0-9a-f]+$/.test(trace) ? `traces/${trace}.html` : null;
    lab.file = () => text(file).replace("\u001f", id);
    lab.reason = () => text(reason);
    lab.late = parts.some((part) => raw.parts[part][0] === "late");
    return lab;
  };

  const read_quiz = (entry) => {
    if (!entry) return null;
    const [state, points, max, reason, exercises] = entry;
    return { state: STATES[state], points, max, reason: text(reason), exercises };
  };

  const students = raw.students.map((entry, place) => {
    const [id, name, email, columns, points, max, complete, labs, quiz] = entry;
    return {
      place, id, name: name || id, email, columns, points, max, complete: complete === 1,
      labs: labs.map((lab, i) => read_lab(lab, i, id)), quiz: read_quiz(quiz),
      searched: folded([name, id, email, ...columns.map((column) => column[1])].join("\n")),
    };
  });

  return {
    ...raw, text, students,
    /** The kinds of the class's findings, the most frequent first. */
    kinds: (() => {
      const sums = new Map();
      for (const lab of raw.labs) {
        for (const [kind, number] of lab.findings) sums.set(kind, (sums.get(kind) ?? 0) + number);
      }
      return [...sums].sort((a, b) => b[1] - a[1]).map(([kind]) => kind);
    })(),
    has_quiz: students.some((student) => student.quiz !== null),
    max: Math.max(0, ...students.slice(0, 1).map((student) => student.max)),
    /** [operations, load bytes, store bytes, predicted load bytes, predicted store bytes] or null. */
    traffic_of: (lab) => (lab.traffic ? raw.traffic[lab.traffic - 1] : null),
    part: (place) => {
      const [kind, points, max, reason] = raw.parts[place];
      return { kind, points, max, reason: text(reason) };
    },
    finding: (place) => raw.findings[place],
  };
})();

/** Operations for each byte of global memory loaded or stored; null if no byte was. */
function ops_per_byte([operations, loaded, stored]) {
  return operations > 0 && loaded + stored > 0 ? operations / (loaded + stored) : null;
}

function predicted_ops_per_byte([operations, , , loaded, stored]) {
  return loaded === null || stored === null ? null : ops_per_byte([operations, loaded, stored]);
}
