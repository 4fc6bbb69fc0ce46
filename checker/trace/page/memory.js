// What each element holds at a time, from the list of its accesses: a search in a short list, so that a jump costs no
// more than a step.
"use strict";

/** A time is a number of moments that are over. */
const memory = (() => {
  const { moments, events, arrays } = trace;
  const most_elements = 8192; // of one copy
  const numbers = new Map();  // of the elements that the block accesses
  const elements = [];        // their [array, index]
  const history = [];         // their events, in order
  const writes = [];

  function key(array, index) {
    return array * 2 ** 40 + index;
  }

  function width(moment) {
    const array = arrays[moments.array[moment]];
    return Math.min(most_elements, Math.max(1, Math.floor(moments.bytes[moment] / array.size)));
  }

  for (let event = 0; event < events.count; ++event) {
    const moment = events.moment[event];
    const array = moments.array[moment];
    if (array < 0 || moments.outside[moment]) continue;
    const end = events.place[event] + width(moment);
    for (let index = events.place[event]; index < end; ++index) {
      let number = numbers.get(key(array, index));
      if (number === undefined) {
        number = elements.length;
        numbers.set(key(array, index), number);
        elements.push([array, index]);
        history.push([]);
        writes.push([]);
      }
      history[number].push(event);
      if (moments.kind[moment] !== KIND.load) writes[number].push(event);
    }
  }

  /** Cells of the grid that the block computes. */
  const computed = new Set();
  elements.forEach(([array, index], number) => {
    if (arrays[array].grid && !arrays[array].input && writes[number].length > 0) computed.add(index);
  });

  /** How many of the events are over. */
  function past(list, time) {
    let low = 0;
    let high = list.length;
    while (low < high) {
      const middle = low + high >> 1;
      if (events.moment[list[middle]] < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  const raced = new Set();
  for (const finding of trace.findings) {
    if (!finding.kind.startsWith("race-") || finding.event < 0) continue;
    const array = moments.array[events.moment[finding.event]];
    // The same race meets other elements, too: read and written at its lines with no barrier between.
    const lines = new Set(finding.lines);
    elements.forEach(([of], number) => {
      if (of !== array) return;
      const there = history[number].filter((event) => lines.has(moments.line[events.moment[event]]));
      const written = there.filter((event) => moments.kind[events.moment[event]] !== KIND.load);
      if (written.some((one) => there.some((other) => events.thread[one] !== events.thread[other] &&
          moments.interval[events.moment[one]] === moments.interval[events.moment[other]]))) raced.add(number);
    });
  }

  return {
    elements, history, computed,
    /** -1 for an element that the block does not access. */
    number(array, index) { return numbers.get(key(array, index)) ?? -1; },
    /** The event that wrote it last, or -1. */
    last_write(number, time) {
      const over = past(writes[number], time);
      return over === 0 ? NOBODY : writes[number][over - 1];
    },
    /** How many of its accesses are over. */
    past(number, time) { return past(history[number], time); },
    is_raced(number) { return raced.has(number); },
    /** The value of an element that no thread of the block has written, if one read it; else undefined. */
    first_value(number) {
      const first = history[number][0];
      return moments.kind[events.moment[first]] === KIND.load && events.writer[first] === NOBODY
        ? events.value[first] : undefined;
    },
    /** The shared element holds a cell that the block does not compute. */
    is_halo(number, time) {
      const origin = trace.origins.get(this.last_write(number, time));
      return origin !== undefined && computed.size > 0 && !computed.has(origin);
    },
  };
})();
