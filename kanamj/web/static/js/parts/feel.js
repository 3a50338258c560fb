// What tiles feel like: they glide, turn over, shake, click and buzz. One switch in the header turns all of it off. A device that asks for less
// motion gets none.

import { load, save } from "../store.js";

const NAME = "feel";
const GLIDE = { duration: 190, easing: "cubic-bezier(.2, .8, .3, 1)", fill: "backwards" };
const TURN = { duration: 420, easing: "ease-in-out", fill: "backwards" };
const HOP = { duration: 420, easing: "ease-out" };
const BEAT = 75; // milliseconds from one tile to the next
const SCALE = [523, 587, 659, 784, 880, 1047]; // hertz

export const feels = () => load(NAME, true) !== false;
export const setFeels = (on) => save(NAME, on);
const moves = () => feels() && !matchMedia("(prefers-reduced-motion: reduce)").matches;
/** Browsers allow sound and buzzing only after the player has touched the page. */
const touched = () => feels() && navigator.userActivation?.hasBeenActive !== false;

/** Where these nodes are on the screen: node.dataset.id -> box. Empty if nothing moves. */
export function places(nodes) {
  return new Map(moves() ? nodes.map((node) => [node.dataset.id, node.getBoundingClientRect()]) : []);
}

/** Let the nodes glide from where they were, one after another. */
export function glide(nodes, before) {
  let turn = 0;
  for (const node of nodes) {
    const from = before.get(node.dataset.id);
    if (!from?.width) continue;
    const to = node.getBoundingClientRect();
    const [x, y] = [from.x - to.x, from.y - to.y];
    if (!to.width || Math.hypot(x, y) < 3) continue;
    const delay = (BEAT / 2) * turn++;
    node.animate({ translate: [`${x}px ${y}px`, "0 0"], zIndex: [3, 3] }, { ...GLIDE, delay });
  }
}

/** Move the nodes, one after another, after `wait` milliseconds. */
function inTurn(nodes, frames, timing, wait) {
  if (moves()) nodes.forEach((node, i) => node.animate(frames, { ...timing, delay: wait + BEAT * i }));
}

const TURNED = ["perspective(20em) rotateY(180deg) scale(1.08)", "perspective(20em) rotateY(0)"];
/** Let tiles turn over. */
export const turnOver = (nodes, wait = 0) => inTurn(nodes, { transform: TURNED }, TURN, wait);

/** Let tiles hop. */
export const hop = (nodes, wait = 0) => inTurn(nodes, { translate: ["0 0", "0 -45%", "0 0"] }, HOP, wait);

export function shake(node) {
  if (moves())
    node.animate({ translate: ["0", "-7px", "6px", "-4px", "3px", "0"] }, { duration: 380, delay: 120 });
  buzz(40);
}

function buzz(...pattern) {
  if (touched()) navigator.vibrate?.(pattern);
}

let audio = null;
/** Play tones, if the player wants sound and the browser has it. */
function play(...tones) {
  if (!touched()) return;
  try {
    for (const one of tones) tone(one);
  } catch {
    /* a browser without sound, or one that refuses it */
  }
}

function tone([frequency, wait, length, loud, type = "triangle"]) {
  audio ??= new AudioContext();
  const [voice, volume] = [audio.createOscillator(), audio.createGain()];
  const at = audio.currentTime + wait;
  voice.type = /** @type {OscillatorType} */ (type);
  voice.frequency.setValueAtTime(frequency, at);
  volume.gain.setValueAtTime(loud, at);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  voice.connect(volume).connect(audio.destination);
  voice.start(at);
  voice.stop(at + length);
}

/** The soft click of a tile that is laid on wood. */
export function click() {
  play([190, 0, 0.05, 0.12], [1400, 0, 0.015, 0.03, "square"]);
}

/** A word is there: two soft notes, higher with each word. */
export function chime(words) {
  buzz(15);
  const at = SCALE[Math.min(words, SCALE.length - 1)];
  play([at, 0.12, 0.35, 0.08], [1.5 * at, 0.2, 0.4, 0.05]);
}

/** The hand is complete. */
export function fanfare() {
  buzz(30, 60, 30, 60, 80);
  play(...[0, 2, 3, 5].map((note, i) => [SCALE[note], 0.25 + 0.13 * i, 0.6, 0.09]));
}
