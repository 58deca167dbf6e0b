/** One chunk: its modules as one file, which imports from earlier chunks and loads later ones by their names. */

import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { build } from "esbuild";
import { fileOf, pathOf, resolving } from "./modules.mjs";

/** @typedef {import("./modules.mjs").Module} Module */
/** @typedef {{folders: string[], modules: Record<string, Module>, chunkOf: Map<string, string>, files: Map<string, string>}} Plan
    files: the names of the chunks that are built, with their hashes */

/** How everything is built. @type {import("esbuild").BuildOptions} */
export const USUAL = {
  bundle: true,
  format: "esm",
  minify: true,
  target: "es2022",
  write: false,
  legalComments: "none",
  charset: "utf8",
  external: ["node:*"], // the verifier is a program too
  logLevel: "error",
};

const FIRST = "first";
const LATE = /\bimport\("(\.[^"]+)"\)/g;
const INDENTED = /\n[ \t]+/g; // also in templates of markup, where it says nothing
const WORKER = 'new URL("./worker.js", import.meta.url)';

/** Finds late chunks by what the page says of them, so that no name of a chunk depends on a later one. */
const LOADER = `const { chunks, bundle } = document.documentElement.dataset;
const names = JSON.parse(chunks);
export const address = (name) => bundle + name + "." + names[name] + ".js";
export const load = (name) => import(address(name));`;

const LOADER_NAMES = ["address", "load"];

/** What a chunk calls a module that others load late. @param {string} path */
const whole = (path) => path.replace(/\.js$/, "").replace(/\W/g, "_");

/** What a chunk calls what modules of others import, by module and name. @param {Plan} plan @param {string} chunk @returns {Map<string, string>} */
function calledIn({ modules, chunkOf }, chunk) {
  const outside = Object.keys(modules).filter((path) => chunkOf.get(path) !== chunk);
  const imported = new Set(
    outside.flatMap((path) => modules[path].statics).filter((path) => chunkOf.get(path) === chunk),
  );
  const names = [...imported].sort().flatMap((path) => modules[path].names.map((name) => `${path} ${name}`));
  return new Map(names.map((name, at) => [name, `${chunk[0]}${at.toString(36)}`]));
}

/** The source of the file that a chunk begins with. @param {Plan} plan @param {string} chunk @param {string[]} roots */
function opening(plan, chunk, roots) {
  const { modules, chunkOf } = plan;
  const late = new Set(
    Object.values(modules)
      .flatMap((module) => module.late)
      .filter((path) => chunkOf.get(path) === chunk),
  );
  return [
    ...roots.map((path) => `import "/${path}";`),
    ...[...late].sort().map((path) => `export * as ${whole(path)} from "/${path}";`),
    ...[...calledIn(plan, chunk)].map(([key, called]) => {
      const [path, name] = key.split(" ");
      return `export { ${name} as ${called} } from "/${path}";`;
    }),
    chunk === FIRST ? `export { ${LOADER_NAMES.join(", ")} } from "loader";` : "",
  ].join("\n");
}

/** The source of a module, its late imports by the names of their chunks. @param {Plan} plan @param {string} path @param {string} chunk */
function sourceOf({ folders, modules, chunkOf }, path, chunk) {
  const imports = [];
  const source = readFileSync(fileOf(folders, path), "utf8")
    .replace(INDENTED, "\n")
    .replace(LATE, (all, address) => {
      const target = posix.join(posix.dirname(path), address);
      if (!modules[path].late.includes(target)) return all; // a type in a comment
      if (chunkOf.get(target) !== chunk) return `load_("${chunkOf.get(target)}").then((all_) => all_.${whole(target)})`;
      imports.push(`import * as ${whole(target)}_ from "${address}";`);
      return `Promise.resolve(${whole(target)}_)`;
    })
    .replace(WORKER, 'address_("worker")');
  for (const name of LOADER_NAMES)
    if (source.includes(`${name}_("`)) imports.push(`import { ${name} as ${name}_ } from "loader";`);
  return `${[...new Set(imports)].join("\n")}\n${source}`;
}

/** What stands for a module of an earlier chunk. @param {Plan} plan @param {string} path */
function elsewhere(plan, path) {
  const from = plan.chunkOf.get(path);
  const names = plan.modules[path].names.map((name) => `${calledIn(plan, from).get(`${path} ${name}`)} as ${name}`);
  return `export { ${names.join(", ")} } from "chunk:${from}";`;
}

/** @param {Plan} plan @param {string} chunk @returns {import("esbuild").Plugin} */
const chunked = (plan, chunk) => ({
  name: "chunks",
  setup(made) {
    const { folders, chunkOf, files } = plan;
    const found = (path) =>
      chunkOf.get(path) === chunk
        ? { path: fileOf(folders, path) }
        : { path, namespace: "elsewhere", sideEffects: false };
    made.onResolve({ filter: /^chunk:/ }, ({ path }) => ({ path: `./${files.get(path.slice(6))}`, external: true }));
    made.onResolve({ filter: /^loader$/ }, () => ({
      path: "loader",
      namespace: "loader",
      sideEffects: chunk === FIRST,
    }));
    made.onResolve({ filter: /^\// }, ({ path }) => found(path.slice(1)));
    made.onResolve({ filter: /^\.\.?\// }, ({ path, importer }) =>
      found(posix.join(posix.dirname(pathOf(folders, importer)), path)),
    );
    made.onLoad({ filter: /./, namespace: "elsewhere" }, ({ path }) => ({ contents: elsewhere(plan, path) }));
    made.onLoad({ filter: /./, namespace: "loader" }, () => ({
      contents: chunk === FIRST ? LOADER : `export { ${LOADER_NAMES.join(", ")} } from "chunk:${FIRST}";`,
    }));
    made.onLoad({ filter: /\.js$/, namespace: "file" }, ({ path }) => ({
      contents: sourceOf(plan, pathOf(folders, path), chunk),
    }));
  },
});

const IMPORTS = /^import\{([^}]*)\}from"([^"]+)";/;

/** The same source with one import of each chunk, in the place of one for each module. @param {string} source */
function joined(source) {
  const names = new Map();
  let rest = source;
  for (let found = IMPORTS.exec(rest); found; found = IMPORTS.exec(rest)) {
    names.set(found[2], [...(names.get(found[2]) ?? []), found[1]]);
    rest = rest.slice(found[0].length);
  }
  return `${[...names].map(([file, lists]) => `import{${lists.join(",")}}from"${file}";`).join("")}${rest}`;
}

/** The source of a chunk. @param {Plan} plan @param {string} chunk @param {string[]} roots modules that it runs, exported or not */
export async function chunkOf(plan, chunk, roots) {
  const { outputFiles } = await build({
    ...USUAL,
    stdin: { contents: opening(plan, chunk, roots), loader: "js" },
    plugins: [chunked(plan, chunk)],
  });
  return joined(outputFiles[0].text);
}

/** The source of a module that stands alone, with all that it imports. @param {string[]} folders @param {string} path */
export async function aloneOf(folders, path) {
  const { outputFiles } = await build({
    ...USUAL,
    entryPoints: [fileOf(folders, path)],
    plugins: [resolving(folders)],
  });
  return outputFiles[0].text;
}
