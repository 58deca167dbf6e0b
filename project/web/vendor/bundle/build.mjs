/**
 * Bundles the web client (`project.web.bundling`): `deno run -A build.mjs TARGET FOLDER…`, the folders of the static files.
 *
 * client_files.json plans the chunks; split.mjs makes them.
 *
 * Writes TARGET/bundle: each file under its name and a hash, as itself and compressed, and bundle.json, which has the
 * hashed names, the chunks, those that the pages of a kind preload, and a hash of all sources.
 */

import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, posix, resolve } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { fileOf, resolving, USUAL } from "./sources.mjs";
import { split } from "./split.mjs";

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

/** Writes the chunks; returns what a page says of them. @param {string[]} folders */
async function chunks(folders, { write }) {
  const { chunks, needed } = await split(folders, PLAN.entry, PLAN.chunks);
  for (const [name, text] of chunks) write(name, text);
  const preloads = Object.entries(PLAN.preloads)
    .filter(([kind]) => !(kind in PLAN.alone))
    .map(([kind, paths]) => [kind, [...new Set(paths.flatMap(needed))]]);
  return { chunks: [...chunks.keys(), "worker.js"].sort(), preloads: Object.fromEntries(preloads) };
}

/** A file that stands alone, with all that it imports. @param {string[]} folders @param {import("esbuild").BuildOptions} options */
const alone = async (folders, options) =>
  (await build({ ...USUAL, ...options, plugins: [...(options.plugins ?? []), resolving(folders)] })).outputFiles[0]
    .text;

/** The style sheet of some files; the fonts that they name are files of the bundle already. @param {string[]} folders @param {string[]} paths */
function sheet(folders, paths, names) {
  const fonts = {
    name: "fonts",
    setup: (made) =>
      made.onResolve({ filter: /\.woff2$/ }, ({ path }) => ({
        path: `./${names[posix.basename(path)]}`,
        external: true,
      })),
  };
  const contents = paths.map((path) => `@import "/${path}";`).join("\n");
  return alone(folders, { stdin: { contents, loader: "css" }, plugins: [fonts] });
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
  for (const [name, paths] of Object.entries(PLAN.sheets))
    files.write(`${name}.css`, await sheet(folders, paths, files.names));
  const data = Object.entries(PLAN.data).map(([name, path]) => [`${name}.json`, path]);
  for (const [name, path] of [...filesUnder(folders, PLAN.words), ...data])
    files.write(name, JSON.stringify(JSON.parse(readFileSync(fileOf(folders, path), "utf8"))));
  for (const [format, paths] of [
    ["esm", PLAN.alone],
    ["iife", PLAN.scripts],
  ])
    for (const [name, path] of Object.entries(paths))
      files.write(`${name}.js`, await alone(folders, { format, entryPoints: [`/${path}`] }));
  const described = { names: files.names, ...(await chunks(folders, files)), sources: sourcesOf(folders) };
  writeFileSync(join(folder, "bundle.json"), `${JSON.stringify(described, null, 1)}\n`);
}

const [target, ...folders] = process.argv.slice(2);
if (!folders.length) throw new Error("expected a target and the folders of the static files");
await main(
  target,
  folders.map((folder) => resolve(folder)),
);
