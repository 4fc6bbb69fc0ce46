// Which cells are drawn, in which planes: the block's threads, its shared arrays, and the grid around the block.
"use strict";

/** Whether it is a grid in global memory, or one GPU's part of one. */
function is_drawn_in_planes(array) {
  return trace.arrays[array].grid || trace.arrays[array].slab;
}

/** A plane: `columns` × `rows` cells. A cell of threads is a thread's number; one of an array is the element's index,
 *  or -1 outside the array or grid. A figure has the planes of one array. */
const figures = (() => {
  const row_of_line = 32; // elements in a row of what has no rows of its own: as many as banks
  const most_cells = 40000;

  function plane(title, columns, rows, cells) {
    return { title, columns, rows, cells };
  }

  function counted(columns, rows, first) {
    return Int32Array.from({ length: columns * rows }, (_, i) => first + i);
  }

  function line_of(first, length, title) {
    const columns = Math.min(row_of_line, length);
    const rows = Math.ceil(length / columns);
    const cells = counted(columns, rows, first);
    cells.fill(-1, length);
    return plane(title, columns, rows, cells);
  }

  function threads() {
    const [nx, ny, nz] = trace.threads;
    const planes = [];
    if (ny === 1 && nz === 1) planes.push(line_of(0, nx, ""));
    else for (let z = 0; z < nz; ++z) planes.push(plane(nz === 1 ? "" : `threadIdx.z = ${z}`, nx, ny, counted(nx, ny, z * nx * ny)));
    return { array: -1, title: `Threads of block ${block_name(trace.block)}`, planes };
  }

  function declared(array) {
    const { name, extents, length, shared, type } = trace.arrays[array];
    const planes = [];
    const columns = extents.at(-1);
    const rows = extents.at(-2);
    if (rows === undefined) {
      planes.push(line_of(0, Math.min(length, most_cells), ""));
    } else {
      const size = columns * rows;
      for (let z = 0; z * size < Math.min(length, most_cells); ++z) {
        const title = extents.length === 2 ? "" : element_name(array, z * size).replace(/\[0\]\[0\]$/, "");
        planes.push(plane(title, columns, rows, counted(columns, rows, z * size)));
      }
    }
    const words = extents.length > 0 ? extents.map((extent) => `[${extent}]`).join("") : `[${length}]`;
    return { array, title: `${shared ? "Shared" : "Global"}: ${type} ${name}${words}`, planes };
  }

  /** The smallest box with all cells of these arrays that the block accesses, and one cell more along x and y. */
  function box_of(is_meant) {
    const low = [Infinity, Infinity, Infinity];
    const high = [-1, -1, -1];
    for (const [array, index] of memory.elements) {
      if (!is_meant(array)) continue;
      grid_cell(index).forEach((at, axis) => {
        low[axis] = Math.min(low[axis], at);
        high[axis] = Math.max(high[axis], at);
      });
    }
    for (let axis = 0; axis < Math.min(2, trace.axes); ++axis) {
      low[axis] -= 1;
      high[axis] += 1;
    }
    return { low, high };
  }

  const box_of_grid = box_of((array) => trace.arrays[array].grid);

  function around(array) {
    const { name, type, slab, length } = trace.arrays[array];
    const [nx, ny] = trace.extents;
    const { low, high } = slab ? box_of((other) => other === array) : box_of_grid;
    const columns = high[0] - low[0] + 1;
    const rows = high[1] - low[1] + 1;
    const cells = slab ? [nx, ny, length / nx / ny] : trace.extents.slice(0, trace.axes);
    const title = `Global: ${type} ${name}, ${cells.join("×")} cells`;
    if (trace.axes === 1) {
      const line = line_of(low[0], columns, "");
      line.cells.forEach((index, i) => { if (index < 0 || index >= nx) line.cells[i] = -1; });
      return { array, title, planes: [line] };
    }
    const planes = [];
    for (let z = low[2]; z <= high[2]; ++z) {
      const drawn = new Int32Array(columns * rows).fill(-1);
      for (let y = Math.max(0, low[1]); y <= Math.min(ny - 1, high[1]); ++y) {
        for (let x = Math.max(0, low[0]); x <= Math.min(nx - 1, high[0]); ++x) {
          drawn[(y - low[1]) * columns + x - low[0]] = (z * ny + y) * nx + x;
        }
      }
      const which = slab ? `plane ${z}` : `${trace.axis_names[2]} = ${z}`;
      planes.push(plane(trace.axes === 2 ? "" : `${name}, ${which}`, columns, rows, drawn));
    }
    return { array, title, planes };
  }

  function touched(array) {
    const indices = memory.elements.filter(([of]) => of === array).map(([, index]) => index);
    const first = indices.reduce((least, index) => Math.min(least, index), Infinity);
    const last = indices.reduce((most, index) => Math.max(most, index), 0);
    const { name, type } = trace.arrays[array];
    return { array, title: `Global: ${type} ${name}`, planes: [line_of(first, Math.min(last - first + 1, most_cells), "")] };
  }

  const used = new Set(memory.elements.map(([array]) => array));
  const all = [threads()];
  // A template's other instances have arrays of the same name, which this kernel never touches.
  const is_of_other = (array, i) => !used.has(i) && trace.arrays.some(({ name }, at) => used.has(at) && name === array.name);
  trace.arrays.forEach((array, i) => { if (array.shared && !is_of_other(array, i)) all.push(declared(i)); });
  trace.arrays.forEach((array, i) => {
    if (!array.shared && used.has(i)) all.push(is_drawn_in_planes(i) ? around(i) : touched(i));
  });
  for (const figure of all) {
    figure.place = new Map(); // of a cell: plane and position in it
    figure.planes.forEach((one, p) => one.cells.forEach((cell, at) => { if (cell >= 0) figure.place.set(cell, [p, at]); }));
  }
  return all;
})();

/** The cell is too near to the grid's border for the stencil. */
function is_boundary(index) {
  const cell = grid_cell(index);
  for (let axis = 0; axis < trace.axes; ++axis) {
    if (cell[axis] < trace.reach || cell[axis] >= trace.extents[axis] - trace.reach) return true;
  }
  return false;
}
