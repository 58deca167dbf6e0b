/**
 * Splits the client into chunks. esbuild puts two modules into one chunk if the same entry points reach both. The entry
 * points are the client's first module and all modules that are loaded late.
 *
 * To get few chunks, each entry point also imports the roots of the planned chunks from which it needs a module. The same
 * entry points then reach all modules of a planned chunk.
 *
 * Chunks import each other by names without a hash, so the content of a chunk does not depend on that of others.
 */

import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { build } from "esbuild";
import { pathOf, resolving, USUAL } from "./sources.mjs";

/** @typedef {{name: string, roots: string[]}} Planned a chunk of client_files.json; it may import from earlier ones */
/** @typedef {{imports: {path: string, kind: string}[]}} Described a module or a chunk, as the metafile describes it */

const INDENTED = /\n[ \t]+/g; // also in templates of markup, where indentation has no effect

/** Builds the client. @param {string[]} folders @param {string} entry @param {import("esbuild").Plugin[]} plugins */
const built = (folders, entry, ...plugins) =>
  build({
    ...USUAL,
    entryPoints: [`/${entry}`],
    splitting: true,
    metafile: true,
    outdir: ".",
    plugins: [resolving(folders), ...plugins],
  });

/** Returns the imports of a kind. @param {Described} described @param {string} kind */
const imported = ({ imports }, kind) => imports.filter((one) => one.kind === kind).map(({ path }) => path);

/** Returns names and all that they import statically. @param {Record<string, Described>} described @param {string[]} names @param {Set<string>} [found] */
function closure(described, names, found = new Set()) {
  for (const name of names)
    if (!found.has(name)) closure(described, imported(described[name], "import-statement"), found.add(name));
  return found;
}

/** Returns the modules that the entry reaches, by path. @param {string[]} folders @param {string} entry @returns {Promise<Record<string, Described>>} */
async function modulesOf(folders, entry) {
  const { inputs } = (await built(folders, entry)).metafile;
  const named = ({ path, kind }) => ({ path: pathOf(folders, path), kind });
  const modules = Object.entries(inputs).map(([file, { imports }]) => [
    pathOf(folders, file),
    { imports: imports.map(named) },
  ]);
  return Object.fromEntries(modules);
}

/** Returns the roots that each entry point imports in addition. @param {Record<string, Described>} modules @param {string} entry @param {Planned[]} planned */
function additions(modules, entry, planned) {
  const placed = new Map();
  for (const { roots } of planned)
    for (const path of closure(modules, roots)) if (!placed.has(path)) placed.set(path, roots);
  const rootsFor = (path) => {
    const reached = closure(modules, [path, ...planned[0].roots]);
    for (const { roots } of planned.toReversed())
      if ([...reached].some((path) => placed.get(path) === roots)) closure(modules, roots, reached);
    return planned.flatMap(({ roots }) => roots).filter((root) => root !== path && reached.has(root));
  };
  const late = Object.values(modules).flatMap((module) => imported(module, "dynamic-import"));
  return new Map([entry, ...late].map((path) => [path, rootsFor(path)]));
}

/** Appends imports to modules. @param {string[]} folders @param {Map<string, string[]>} added @returns {import("esbuild").Plugin} */
const adding = (folders, added) => ({
  name: "additions",
  setup(made) {
    made.onLoad({ filter: /\.js$/ }, ({ path }) => {
      const source = readFileSync(path, "utf8").replace(INDENTED, "\n");
      const imports = (added.get(pathOf(folders, path)) ?? []).map((root) => `import "/${root}";`);
      return { contents: [source, ...imports].join("\n") };
    });
  },
});

/** Returns the name of a chunk: the planned name, or a name made from the path of a module in it. @param {string|undefined} entryPoint @param {string[]} paths @param {Planned[]} planned */
function nameOf(entryPoint, paths, planned) {
  if (entryPoint) return entryPoint.replaceAll("/", "-");
  const own = planned.find(({ roots }) => roots.some((root) => paths.includes(root)));
  return own ? `${own.name}.js` : `shared-${paths[0].replaceAll("/", "-")}`;
}

/**
 * Returns the chunks by name, and a function that returns the names of the chunks that a browser loads for a late module,
 * except the first chunk.
 *
 * @param {string[]} folders @param {string} entry @param {Planned[]} planned the first one has the entry
 */
export async function split(folders, entry, planned) {
  const added = additions(await modulesOf(folders, entry), entry, planned);
  const { outputFiles, metafile } = await built(folders, entry, adding(folders, added));
  const names = new Map(); // of chunks, by their files
  const files = new Map(); // of chunks, by their entry points
  for (const [file, { entryPoint, inputs }] of Object.entries(metafile.outputs)) {
    const [path, ...paths] = [entryPoint, ...Object.keys(inputs)].map((one) => one && pathOf(folders, one));
    names.set(file, nameOf(path, paths, planned));
    if (path) files.set(path, file);
  }
  const renamed = (text) =>
    [...names].reduce((all, [file, name]) => all.replaceAll(`"./${file}"`, `"./${name}"`), text);
  const chunks = outputFiles.map(({ path, text }) => [names.get(posix.basename(path)), renamed(text)]);
  const needed = (path) => {
    const found = files.has(path) ? closure(metafile.outputs, [files.get(path)]) : new Set();
    return [...found].map((file) => names.get(file)).filter((name) => name !== `${planned[0].name}.js`);
  };
  return { chunks: new Map(chunks.filter(([name]) => name !== entry)), needed }; // the entry only imports the first chunk
}
