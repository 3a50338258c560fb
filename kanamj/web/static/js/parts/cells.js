// The places of the tiles on a board. The cells of the racks (the slots) come first, then those of the tray. Boards are plain values, without the DOM;
// each function returns a new board.

import { mixed, tally } from "../tiles.js";

/**
 * A board with empty racks and all letters in the tray. A cell is null or {id, letter, home}; the id distinguishes tiles with the same letter, and
 * `home` is the cell of the tray to which the tile goes back.
 */
export function laid(racks, letters) {
  const slots = racks.reduce((sum, size) => sum + size, 0);
  const tray = Math.max(slots, letters.length);
  const cells = Array(slots + tray).fill(null);
  letters.forEach((letter, id) => {
    cells[slots + id] = { id, letter, home: slots + id };
  });
  return { racks, slots, cells, next: letters.length };
}

/** The numbers of the cells of each rack: [[0, 1, 2], [3, 4, 5], …]. */
export function rackCells(board) {
  let at = 0;
  return board.racks.map((size) => Array.from({ length: size }, () => at++));
}

/** Swap the contents of two cells. */
export function swapped(board, from, to) {
  const cells = [...board.cells];
  [cells[from], cells[to]] = [cells[to], cells[from]];
  return { ...board, cells };
}

/** The board after the tiles of the cells `from` went back to the tray, each to its home or, if that is taken, to a free cell. */
export function returned(board, from) {
  const cells = [...board.cells];
  for (const at of from) {
    const tile = cells[at];
    if (!tile || at < 0 || at >= board.slots) continue;
    const free = cells[tile.home] === null && tile.home >= board.slots;
    cells[free ? tile.home : cells.indexOf(null, board.slots)] = tile;
    cells[at] = null;
  }
  return { ...board, cells };
}

/** The board after the tiles of the cells `from`, in that order, are placed in the slot `to` and the free slots after it. If `to` is in the tray, they go to the tray. */
export function placed(board, from, to) {
  if (to >= board.slots) return returned(board, from);
  const racks = rackCells(board);
  const rack = racks.findIndex((cells) => cells.includes(to));
  const here = racks[rack];
  const order = [
    ...here.slice(here.indexOf(to)),
    ...here.slice(0, here.indexOf(to)),
    ...racks.slice(rack + 1).flat(),
    ...racks.slice(0, rack).flat(),
  ];
  return from.reduce((now, cell) => {
    const free = order.find((slot) => now.cells[slot] === null);
    return free === undefined ? now : swapped(now, cell, free);
  }, board);
}

/** The letter of each cell, null for an empty one. `restored` reads it. */
export function layout(board) {
  return board.cells.map((cell) => cell?.letter ?? null);
}

/** The board that `layout` described, if `cells` has these letters and the right number of cells; otherwise a new board with all tiles in the tray. */
export function restored(racks, letters, cells) {
  const board = laid(racks, letters);
  const same =
    Array.isArray(cells) &&
    cells.length === board.cells.length &&
    cells.filter(Boolean).sort().join("") === [...letters].sort().join("");
  if (!same) return board;
  const tiles = cells.map((letter, id) => (letter ? { id, letter, home: id } : null));
  const free = [...tiles.keys()].filter((at) => at >= board.slots && !tiles[at]);
  const away = tiles.slice(0, board.slots).filter(Boolean); // homes by letter, so that they do not give away the words
  away.sort((a, b) => (a.letter < b.letter ? -1 : 1)).forEach((tile, i) => (tile.home = free[i]));
  return { ...board, cells: tiles, next: cells.length };
}

/** The board with all tiles in the tray. */
export const gathered = (board) => returned(board, [...Array(board.slots).keys()]);

/** The board with the tiles of the tray in random order; the others get other homes, too. */
export function shuffled(board) {
  const homes = mixed([...board.cells.keys()].filter((at) => at >= board.slots));
  const cells = Array(board.cells.length).fill(null);
  board.cells.forEach((tile, at) => {
    if (!tile) return;
    const home = homes.pop();
    cells[at < board.slots ? at : home] = { ...tile, home };
  });
  return { ...board, cells };
}

/** The board after the hand changed to `letters`. Tiles of both hands keep their places; those in racks are kept before those in the tray. New tiles go to the tray. */
export function adapted(board, letters, racks = board.racks) {
  const wanted = tally(letters);
  const take = (cell) => {
    if (!cell || !(wanted.get(cell.letter) > 0)) return null;
    wanted.set(cell.letter, wanted.get(cell.letter) - 1);
    return { ...cell };
  };
  const kept = fitted(board, racks);
  const held = kept.racks.map(take);
  const tray = kept.tray.map(take).filter((cell) => cell !== null);
  let { next } = board;
  for (const [letter, count] of wanted)
    for (let i = 0; i < count; i++) tray.push({ id: next++, letter, home: 0 });
  const slots = held.length;
  const room = Math.max(slots, letters.length);
  let home = slots;
  for (const tile of [...tray, ...held]) if (tile) tile.home = home++;
  return { racks, slots, next, cells: [...held, ...tray, ...Array(room - tray.length).fill(null)] };
}

/** {racks, tray}: the tiles of the board when it gets other racks. The tiles of an old rack go to a new rack of just that size, or else to the tray. */
function fitted(board, racks) {
  const tray = board.cells.slice(board.slots);
  if (String(racks) === String(board.racks)) return { racks: board.cells.slice(0, board.slots), tray };
  const old = rackCells(board).map((cells) => cells.map((cell) => board.cells[cell]));
  const full = old.map((cells) => cells.filter((cell) => cell !== null)).sort((a, b) => b.length - a.length);
  const slots = racks.map((size) => {
    const at = full.findIndex((cells) => cells.length === size);
    const cells = at < 0 ? [] : full.splice(at, 1)[0];
    return [...cells, ...Array(size - cells.length).fill(null)];
  });
  return { racks: slots.flat(), tray: [...full.flat(), ...tray] };
}

/** {text, full} of each rack: its letters, and whether every slot has one. */
export function contents(board) {
  return rackCells(board).map((cells) => {
    const letters = cells.map((cell) => board.cells[cell]?.letter).filter(Boolean);
    return { text: letters.join(""), full: letters.length === cells.length };
  });
}

/** The board with these words in racks of their lengths. All tiles go back to the tray first; a word without a free rack is left out. */
export function withWords(board, words) {
  let now = gathered(board);
  const racks = rackCells(now);
  const free = new Set(racks.keys());
  for (const word of words) {
    const rack = [...free].find((i) => racks[i].length === [...word].length);
    if (rack === undefined) continue;
    free.delete(rack);
    [...word].forEach((letter, i) => {
      const from = now.cells.findIndex((cell, at) => at >= now.slots && cell?.letter === letter);
      if (from >= 0) now = swapped(now, from, racks[rack][i]);
    });
  }
  return now;
}
