// Draws a hand and its words as a picture, to share or to save. Nothing is sent to a server.

import { t } from "../texts.js";
import { plain } from "../ruby.js";
import { download } from "./share.js";
import { spelt } from "./tile.js";

const WIDTH = 1200;
const HEIGHT = 630; // messengers show pictures in this format (1.91 : 1)
const EDGE = 60;
const MOST = 96; // most width of a tile
const COLOURS = {
  felt: "#1f5947",
  deep: "#194a3b",
  tile: "#fffbee",
  ink: "#18211d",
  back: "#2f8a69",
  text: "#f3f7f2",
  soft: "#c4d8ce",
  gold: "#ffe9a8",
};
const FACE = '"Hiragino Mincho ProN", "Yu Mincho", "Noto Serif JP", "Noto Serif CJK JP", "IPAGothic", serif';
const SANS = '"Hiragino Sans", "Yu Gothic UI", "Noto Sans JP", "Noto Sans CJK JP", "IPAGothic", sans-serif';

/** The picture on a new canvas. `title`: the line above; `blocks`: [{letters, words}]; a block without words is drawn as loose tiles. */
export function picture(title, blocks) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const pen = canvas.getContext("2d");
  const ground = pen.createLinearGradient(0, 0, 0, HEIGHT);
  ground.addColorStop(0, COLOURS.felt);
  ground.addColorStop(1, COLOURS.deep);
  pen.fillStyle = ground;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  write(pen, title, EDGE, 96, `700 44px ${SANS}`, COLOURS.gold, WIDTH - 2 * EDGE);
  const rows = inRows(blocks);
  const tallest = (HEIGHT - 220) / rows.length;
  rows.forEach((row, i) => drawRow(pen, row, 150 + i * tallest, tallest));
  write(pen, t("picture.foot"), EDGE, HEIGHT - 34, `400 24px ${SANS}`, COLOURS.soft, WIDTH - 2 * EDGE);
  return canvas;
}

/** The blocks in rows of at most eight tiles. A block without words is cut to fit. */
function inRows(blocks) {
  const rows = [];
  for (const block of blocks.flatMap((one) => (one.words.length ? [one] : pieces(one)))) {
    const size = [...block.letters].length;
    const row = rows.at(-1);
    if (row && row.reduce((sum, one) => sum + [...one.letters].length, 0) + size <= 8) row.push(block);
    else rows.push([block]);
  }
  return rows;
}

function pieces({ letters }) {
  const all = [...letters];
  return Array.from({ length: Math.ceil(all.length / 8) }, (_, i) => ({
    letters: all.slice(8 * i, 8 * i + 8).join(""),
    words: [],
  }));
}

function drawRow(pen, row, top, height) {
  const tiles = row.reduce((sum, one) => sum + [...one.letters].length, 0);
  const width = Math.min(MOST, (WIDTH - 2 * EDGE - 40 * (row.length - 1)) / tiles, (height - 56) / 1.3);
  let x = EDGE;
  for (const block of row) {
    const order = [...(block.words[0]?.reading ?? block.letters)];
    order.forEach((letter, i) => drawTile(pen, letter, x + i * width, top, width - 6));
    if (block.words.length)
      write(
        pen,
        spelt(block.words),
        x,
        top + width * 1.3 + 30,
        `700 28px ${SANS}`,
        COLOURS.text,
        order.length * width,
      );
    x += order.length * width + 40;
  }
}

function drawTile(pen, letter, x, y, width) {
  const height = width * 1.3;
  for (const [colour, at] of [
    [COLOURS.back, y + width * 0.08],
    [COLOURS.tile, y],
  ]) {
    pen.fillStyle = colour;
    pen.beginPath();
    pen.roundRect(x, at, width, height - width * 0.08, width * 0.14);
    pen.fill();
  }
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  write(
    pen,
    letter,
    x + width / 2,
    y + height / 2 - width * 0.04,
    `600 ${width * 0.64}px ${FACE}`,
    COLOURS.ink,
  );
  pen.textAlign = "start";
  pen.textBaseline = "alphabetic";
}

function write(pen, text, x, y, font, colour, most) {
  pen.font = font;
  pen.fillStyle = colour;
  pen.fillText(plain(text), x, y, most);
}

/** Share the picture by the device's share sheet, or save it. Returns the sentence to show to the player, or "". */
export async function sharePicture(canvas, name = "kanamj.png") {
  const blob = await new Promise((resolve) => {
    canvas.toBlob(resolve, "image/png");
  });
  const file = new File([blob], name, { type: "image/png" });
  if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file] });
      return t("share.done");
    } catch (error) {
      if (error.name === "AbortError") return "";
    }
  }
  download(name, blob, "image/png");
  return t("picture.saved");
}
