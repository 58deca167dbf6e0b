/** The modules of the client: what each imports and exports, and the chunk that it is in. */

import { existsSync, readdirSync } from "node:fs";
import { join, posix, relative, resolve } from "node:path";
import { build } from "esbuild";

/** @typedef {{statics: string[], late: string[], names: string[]}} Module names: what it exports */

/** The file that a path of the static files names, in the first folder that has it. @param {string[]} folders @param {string} path */
export function fileOf(folders, path) {
  const found = folders.map((folder) => join(folder, path)).find(existsSync);
  if (!found) throw new Error(`expected ${path} in one of the folders ${folders.join(", ")}`);
  return found;
}

/** The path of a file among the static files. @param {string[]} folders @param {string} file */
export function pathOf(folders, file) {
  const found = folders.map((folder) => relative(folder, file)).find((path) => !path.startsWith(".."));
  if (found === undefined) throw new Error(`expected a file in one of the folders ${folders.join(", ")}, got ${file}`);
  return found.replaceAll("\\", "/");
}

/** Resolves imports as the addresses of the static files do: the folders lie over each other. @param {string[]} folders @returns {import("esbuild").Plugin} */
export const resolving = (folders) => ({
  name: "static files",
  setup(made) {
    made.onResolve({ filter: /^\.\.?\// }, ({ path, importer }) =>
      importer ? { path: fileOf(folders, posix.join(posix.dirname(pathOf(folders, importer)), path)) } : undefined,
    );
  },
});

/** All modules that the entries reach. @param {string[]} folders @param {string[]} entries @returns {Promise<Record<string, Module>>} */
export async function modulesOf(folders, entries) {
  const described = (entryPoints) =>
    build({
      entryPoints: entryPoints.map((path) => fileOf(folders, path)),
      bundle: true,
      splitting: true,
      format: "esm",
      outdir: "out",
      write: false,
      metafile: true,
      logLevel: "error",
      plugins: [resolving(folders)],
    }).then(({ metafile }) => metafile);
  const named = (input) => pathOf(folders, resolve(input));
  const { inputs } = await described(entries);
  const { outputs } = await described(Object.keys(inputs).map(named));
  const names = Object.fromEntries(
    Object.values(outputs)
      .filter(({ entryPoint }) => entryPoint)
      .map(({ entryPoint, exports }) => [named(entryPoint), exports.toSorted()]),
  );
  const imported = (imports, kind) => [
    ...new Set(imports.filter((one) => one.kind === kind).map(({ path }) => named(path))),
  ];
  return Object.fromEntries(
    Object.entries(inputs).map(([input, { imports }]) => [
      named(input),
      {
        statics: imported(imports, "import-statement"),
        late: imported(imports, "dynamic-import"),
        names: names[named(input)],
      },
    ]),
  );
}

/** A module and all that it imports. @param {Record<string, Module>} modules @param {string} root @param {Set<string>} [found] */
export function closure(modules, root, found = new Set()) {
  if (found.has(root)) return found;
  found.add(root);
  for (const next of modules[root].statics) closure(modules, next, found);
  return found;
}

/** The chunk of each module, and the chunks in an order in which each imports from earlier ones alone.
    @param {Record<string, Module>} modules @param {{name: string, roots: string[]}[]} planned @returns {{chunkOf: Map<string, string>, order: string[]}} */
export function divided(modules, planned) {
  const chunkOf = new Map();
  const give = (paths, name) =>
    [...paths].filter((path) => !chunkOf.has(path)).forEach((path) => chunkOf.set(path, name));
  for (const { name, roots } of planned) for (const root of roots) give(closure(modules, root), name);
  const targets = [...new Set(Object.values(modules).flatMap(({ late }) => late))]
    .filter((path) => !chunkOf.has(path))
    .sort();
  const reached = new Map();
  for (const target of targets)
    for (const path of closure(modules, target)) reached.set(path, (reached.get(path) ?? 0) + 1);
  give(
    [...reached].filter(([, times]) => times > 1).map(([path]) => path),
    "shared",
  );
  for (const target of targets) give(closure(modules, target), target.replace(/\.js$/, "").replaceAll("/", "-"));
  return { chunkOf, order: [...new Set(chunkOf.values())] };
}
