// What the check found in this launch. Of a race, both threads side by side, and what comes of either order.
"use strict";

const race = (() => {
  const { moments, events } = trace;

  function is_write(event) {
    return moments.kind[events.moment[event]] !== KIND.load;
  }

  /** What stood in the element before both accesses. */
  function before(number, event, other) {
    const writer = memory.last_write(number, Math.min(events.moment[event], events.moment[other]));
    const interval = moments.interval[events.moment[event]];
    if (writer >= 0 && writer !== event && writer !== other && moments.interval[events.moment[writer]] < interval) {
      return `${value_name(events.value[writer])}, which thread ${thread_name(events.thread[writer])} wrote${when_name(moments.interval[events.moment[writer]])}`;
    }
    const value = memory.first_value(number);
    const array = trace.arrays[moments.array[events.moment[event]]];
    if (array.shared) return "whatever the memory held before, since no thread has written it until then";
    return value === undefined ? "what it held before the launch" : `${value_name(value)}, ${trace.before}`;
  }

  function side(letter, event) {
    const moment = events.moment[event];
    const line = moments.line[moment];
    return element("div", { class: "side" },
      element("h4", {}, `${letter}: thread ${thread_name(events.thread[event])}`),
      trace.source.length === 0 ? null : element("p", { class: "racing" }, element("span", { class: "number" }, String(line)), element("code", {}, visible((trace.source[line - 1] ?? "").trim()))),
      element("p", {}, is_write(event) ? `writes ${value_name(events.value[event])}` : "reads",
        ` ${is_write(event) ? "to" : ""} `, element("code", {}, element_name(moments.array[moment], events.place[event])), " ",
      element("button", { type: "button", onclick: () => steps.go_to_moment(moment, events.thread[event]) }, `Show ${letter}`)));
  }

  function orders(a, b) {
    const number = memory.number(moments.array[events.moment[a]], events.place[a]);
    const value = value_name(events.value[a]);
    if (is_write(b)) {
      return [["A writes first", `B writes over it, and ${value_name(events.value[b])} stays.`],
        ["B writes first", `A writes over it, and ${value} stays.`]];
    }
    return [["A writes first", `B reads ${value}, the value from A.`],
      ["B reads first", `B reads ${before(number, a, b)}.`]];
  }

  /** Which of the two the recorded run was. */
  function recorded(a, b) {
    if (is_write(b)) return "The values are those of one run; the next one may end the other way.";
    const saw = events.writer[b] === a;
    return `In this run ${saw ? "A came first" : "B came first, and read " + value_name(events.value[b])}. The next run may go the other way.`;
  }

  function shown(finding) {
    const words = [
      element("p", { class: "message" }, element("span", { class: `kind ${finding.severity}` }, finding.kind), " ", visible(finding.message)),
      finding.hint === "" ? null : element("p", { class: "hint" }, visible(finding.hint)),
    ];
    if (finding.event < 0) {
      const one = finding.threads[0];
      if (finding.kind === "wrong-output") return [words, element("p", { class: "faint" }, "No thread of this block writes the first wrong cell.")];
      return [words, one === undefined ? null : element("p", { class: "faint" }, String(one.block) === String(trace.block)
        ? `It is about thread ${block_name(one.thread)}.` : `It is about block ${block_name(one.block)}, which this page does not show: --block ${one.block.join(",")}`)];
    }
    if (finding.other < 0) {
      return [words, element("button", { type: "button", onclick: () => steps.go_to_moment(events.moment[finding.event], events.thread[finding.event]) }, "Show this access")];
    }
    const [a, b] = [finding.event, finding.other];
    return [words,
      element("div", { class: "sides" }, side("A", a), side("B", b)),
      element("dl", { class: "orders" }, orders(a, b).map(([when, then]) => element("div", {}, element("dt", {}, `If ${when}`), element("dd", {}, then)))),
      element("p", { class: "faint" }, recorded(a, b))];
  }

  return {
    build(box) {
      if (trace.findings.length === 0) return;
      box.hidden = false;
      box.append(element("h2", {}, trace.findings.length === 1 ? "What the check finds here" : "What the check finds on this grid"),
        ...trace.findings.map((finding, i) => {
          const parts = shown(finding);
          return i === 0 ? element("article", {}, parts)
            : element("details", {}, element("summary", {}, element("span", { class: `kind ${finding.severity}` }, finding.kind), " ", visible(finding.message)), parts[0][1], parts.slice(1));
        }));
    },
    /** The access that the page opens on; -1: none. Of a race it is B's, so that A's is before it. */
    first_access() {
      const first = trace.findings.slice(0, trace.opens_on_first ? 1 : undefined).find((finding) => finding.event >= 0);
      return first === undefined ? -1 : first.other >= 0 ? first.other : first.event;
    },
  };
})();
