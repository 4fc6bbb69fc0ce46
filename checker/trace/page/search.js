// Finds a line or an element, and goes to the next step that has to do with it.
"use strict";

const search = (() => {
  const { moments, events } = trace;

  function say(words) {
    document.getElementById("found").textContent = words;
  }

  /** The next moment, the first one after the last, for which `is_right`. Steps of the chosen thread come first. */
  function next_moment(is_right) {
    const { time, thread } = steps.view();
    const own = steps.moments_of_thread(thread).filter(is_right);
    const mine = own.find((moment) => moment >= time) ?? own[0];
    if (mine !== undefined) return [mine, thread];
    for (let i = 0; i < moments.count; ++i) {
      const moment = (time + i) % moments.count;
      if (is_right(moment)) return [moment, events.thread[moments.first[moment]]];
    }
    return undefined;
  }

  function to_line(line) {
    const found = next_moment((moment) => moments.line[moment] === line);
    if (found !== undefined) {
      say(`Line ${line}, thread ${thread_name(found[1])}.`);
      steps.go_to_moment(...found);
      return;
    }
    const stop = steps.stops.findIndex((one) => one.barrier?.line === line);
    if (stop < 0) {
      say(`No thread of this block accesses memory in line ${line}.`);
      return;
    }
    say(`Line ${line}: a barrier.`);
    steps.go(stop);
  }

  /** "tile[2][2][1]" or "in[11]" as array and index. */
  function parse_element(text) {
    const match = /^([A-Za-z_]\w*)((?:\s*\[\s*-?\d+\s*\])+)$/.exec(text);
    if (match === null) return undefined;
    const named = trace.arrays.map(({ name }, i) => (name === match[1] ? i : -1)).filter((i) => i >= 0);
    if (named.length === 0) return undefined;
    const array = named.find((i) => memory.elements.some(([of]) => of === i)) ?? named[0];
    const indices = match[2].match(/-?\d+/g).map(Number);
    const { extents } = trace.arrays[array];
    if (indices.length !== 1 && indices.length !== extents.length) return undefined;
    return [array, indices.length === 1 ? indices[0] : indices.reduce((sum, index, axis) => sum * extents[axis] + index, 0)];
  }

  function to_element(array, index) {
    const number = memory.number(array, index);
    details.pin(array, index);
    if (number < 0) {
      say(`No thread of this block accesses ${element_name(array, index)}.`);
      return;
    }
    const list = memory.history[number];
    const { time } = steps.view();
    const event = list.find((one) => events.moment[one] >= time) ?? list[0];
    say(event_sentence(event));
    steps.go_to_moment(events.moment[event], events.thread[event]);
  }

  function run(text) {
    const wanted = text.trim();
    const line = /^(?:line\s*)?(\d+)$/i.exec(wanted);
    if (wanted === "") say("");
    else if (line !== null && trace.source.length > 0) to_line(Number(line[1]));
    else if (parse_element(wanted) !== undefined) to_element(...parse_element(wanted));
    else {
      const found = next_moment((moment) => moments.line[moment] > 0 && trace.source[moments.line[moment] - 1].includes(wanted));
      if (found === undefined) say("Nothing found. Give " + (trace.source.length > 0 ? `a line's number, an element such as ${example()}, or words of a line.` : `an element such as ${example()}.`));
      else to_line(moments.line[found[0]]);
    }
  }

  function example() {
    return memory.elements.length === 0 ? "in[0]" : element_name(...memory.elements[0]);
  }

  return { run, to_line, example };
})();
