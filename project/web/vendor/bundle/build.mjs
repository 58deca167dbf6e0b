/**
 * Bundles the web client for a server that is packaged: `node build.mjs TARGET FOLDER…`, the folders of the static files.
 *
 * Which modules come together stands in client_files.json. A chunk holds its roots and all that they import, but what
 * an earlier chunk holds. A module that is loaded late and that no chunk names is a chunk of its own; what several of
 * those import is in `shared`. Chunks import from earlier ones alone, so each name depends on its content and theirs.
 *
 * Writes TARGET/bundle: each file under its name and a hash, as itself and compressed, and bundle.json, which has the
 * names, the chunks that the page loads late, those that the pages of a kind preload, and a hash of all sources.
 */

import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, posix, resolve } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { aloneOf, chunkOf, USUAL } from "./chunk.mjs";
import { divided, fileOf, modulesOf } from "./modules.mjs";

/** @type {any} */
const PLAN = JSON.parse(readFileSync(new URL("../../client_files.json", import.meta.url), "utf8"));
const HASH = 12; // signs, as in the names of the other static files
const COMPRESSED = /\.(js|json|css)$/;
const SOURCE = /\.(js|json|css|woff2)$/;
const BEST = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

/** A file with its hash in its name. @param {string} name @param {string|Buffer} content */
function hashed(name, content) {
  const hash = createHash("sha256").update(content).digest("hex").slice(0, HASH);
  return name.replace(/(\.\w+)$/, `.${hash}$1`);
}

/** Writes files into a folder; what it has written is in `names`. @param {string} folder */
function writer(folder) {
  const names = {};
  return {
    names,
    write(name, content) {
      const file = (names[name] = hashed(name, content));
      writeFileSync(join(folder, file), content);
      if (!COMPRESSED.test(name)) return file;
      writeFileSync(join(folder, `${file}.br`), brotliCompressSync(content, BEST));
      writeFileSync(join(folder, `${file}.gz`), gzipSync(content, { level: 9 }));
      return file;
    },
  };
}

/** The files of a folder. @param {string[]} folders @param {string} under @returns {[string, string][]} their names and paths */
const filesUnder = (folders, under) =>
  readdirSync(fileOf(folders, under)).map((name) => [name, posix.join(under, name)]);

/** Bundles the modules of the client; returns what the page says of them. @param {string[]} folders */
async function chunks(folders, { write, names }) {
  const modules = await modulesOf(folders, PLAN.chunks[0].roots);
  const { chunkOf: places, order } = divided(modules, PLAN.chunks);
  const files = new Map();
  for (const chunk of order) {
    const roots = PLAN.chunks[0].name === chunk ? [PLAN.entry] : [];
    files.set(chunk, write(`${chunk}.js`, await chunkOf({ folders, modules, chunkOf: places, files }, chunk, roots)));
  }
  const of = (paths) => new Set(paths.map((path) => places.get(path)).filter((chunk) => chunk !== order[0]));
  const late = of(Object.values(modules).flatMap((module) => module.late)).add("worker");
  const hashOf = (chunk) => names[`${chunk}.js`].split(".").at(-2);
  const preloads = Object.entries(PLAN.preloads)
    .filter(([kind]) => !(kind in PLAN.alone))
    .map(([kind, paths]) => [kind, [...of(paths)].map((chunk) => `${chunk}.js`)]);
  return {
    chunks: Object.fromEntries([...late].sort().map((chunk) => [chunk, hashOf(chunk)])),
    preloads: Object.fromEntries(preloads),
  };
}

/** Style sheets; what they name is a file of the bundle already. */
async function sheets(folders, { write, names }) {
  const named = {
    name: "names",
    setup(made) {
      made.onResolve({ filter: /\.woff2$/ }, ({ path }) => ({
        path: `./${names[posix.basename(path)]}`,
        external: true,
      }));
      made.onResolve({ filter: /^\// }, ({ path }) => ({ path: fileOf(folders, path.slice(1)) }));
    },
  };
  for (const [name, parts] of Object.entries(PLAN.sheets)) {
    const contents = parts.map((path) => `@import "/${path}";`).join("\n");
    const { outputFiles } = await build({ ...USUAL, stdin: { contents, loader: "css" }, plugins: [named] });
    write(`${name}.css`, outputFiles[0].text);
  }
}

/** One hash of all sources, as `project/web/client_files.py` makes it, which takes no bundle of other sources. @param {string[]} folders */
function sourcesOf(folders) {
  const sha256 = (content) => createHash("sha256").update(content).digest("hex");
  const lines = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true })
      .map(String)
      .filter((path) => SOURCE.test(path))
      .map((path) => `${path} ${sha256(readFileSync(join(folder, path)))}\n`),
  );
  return sha256(lines.sort().join(""));
}

async function main(target, folders) {
  const folder = join(target, "bundle");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const files = writer(folder);
  for (const [name, path] of filesUnder(folders, PLAN.fonts)) files.write(name, readFileSync(fileOf(folders, path)));
  await sheets(folders, files);
  const data = Object.entries(PLAN.data).map(([name, path]) => [`${name}.json`, path]);
  for (const [name, path] of [...filesUnder(folders, PLAN.words), ...data])
    files.write(name, JSON.stringify(JSON.parse(readFileSync(fileOf(folders, path), "utf8"))));
  for (const [name, path] of Object.entries(PLAN.alone)) files.write(`${name}.js`, await aloneOf(folders, path));
  for (const [name, path] of Object.entries(PLAN.scripts))
    files.write(
      `${name}.js`,
      (await build({ ...USUAL, format: "iife", entryPoints: [fileOf(folders, path)] })).outputFiles[0].text,
    );
  const described = { names: files.names, ...(await chunks(folders, files)), sources: sourcesOf(folders) };
  writeFileSync(join(folder, "bundle.json"), `${JSON.stringify(described, null, 1)}\n`);
}

const [target, ...folders] = process.argv.slice(2);
if (!folders.length) throw new Error("expected a target and the folders of the static files");
await main(
  target,
  folders.map((folder) => resolve(folder)),
);
