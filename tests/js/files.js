// In node, fetch() reads the files of the page: node --import ./tests/js/files.js

import { readFile } from "node:fs/promises";

globalThis.fetch = async (url) => new Response(await readFile(/** @type {URL} */ (url)));
