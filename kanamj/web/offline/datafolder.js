// The data folder of kanamj in the browser. Python sees its files (games, own words) as files; IndexedDB keeps them, path -> text.
// If the browser refuses to keep them, they last until the page is closed.

const DATABASE = "kanamj";
const STORE = "files";

export class DataFolder {
  /** fs: the file system of Pyodide; root: the folder in it. */
  constructor(fs, root) {
    this.fs = fs;
    this.root = root;
    this.kept = new Map(); // path -> text, as IndexedDB has it
    fs.mkdirTree(root);
    this.database = opened(`${DATABASE} ${new URL("../", self.location.href).pathname}`).catch(() => null);
  }

  /**
   * Write the kept files into the folder. The first call writes all of them. Later calls write only own words and the game of that id, since
   * another tab may have changed them.
   */
  async recall(id = "") {
    const files = (await this.request("readonly", (store) => store.getAllKeys())) ?? [];
    const first = !this.kept.size;
    const wanted = files.filter(
      (path) => first || !path.startsWith("games/") || path === `games/${id}.jsonl`,
    );
    for (const path of wanted) {
      const text = await this.request("readonly", (store) => store.get(path));
      if (typeof text !== "string" || text === this.kept.get(path)) continue;
      const place = `${this.root}/${path}`;
      this.fs.mkdirTree(place.slice(0, place.lastIndexOf("/")));
      this.fs.writeFile(place, text);
      this.kept.set(path, text);
    }
  }

  /** Keep the files that have changed in the folder, and forget those that are gone. */
  async keep() {
    const now = new Map(this.files(this.root));
    for (const [path, text] of now) {
      if (text !== this.kept.get(path)) await this.request("readwrite", (store) => store.put(text, path));
    }
    for (const path of this.kept.keys()) {
      if (!now.has(path)) await this.request("readwrite", (store) => store.delete(path));
    }
    this.kept = now;
  }

  *files(folder) {
    for (const name of this.fs.readdir(folder)) {
      const path = `${folder}/${name}`;
      if (name === "." || name === "..") continue;
      if (this.fs.isDir(this.fs.stat(path).mode)) yield* this.files(path);
      else if (!name.endsWith(".lock"))
        yield [path.slice(this.root.length + 1), this.fs.readFile(path, { encoding: "utf8" })];
    }
  }

  async request(mode, act) {
    const database = await this.database;
    if (!database) return undefined;
    try {
      return await done(act(database.transaction(STORE, mode).objectStore(STORE)));
    } catch {
      return undefined; // the storage is full, or was refused
    }
  }
}

async function opened(name) {
  const opening = indexedDB.open(name);
  opening.addEventListener("upgradeneeded", () => opening.result.createObjectStore(STORE));
  return done(opening);
}

function done(request) {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error));
  });
}
