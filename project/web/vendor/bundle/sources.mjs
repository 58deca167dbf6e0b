/** The sources of the client: files in folders that lie over each other, as the addresses of static files do. */

import { existsSync } from "node:fs";
import { join, posix, relative, resolve } from "node:path";

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

/** The file that a path of the static files names, in the first folder that has it. @param {string[]} folders @param {string} path */
export function fileOf(folders, path) {
  const found = folders.map((folder) => join(folder, path)).find(existsSync);
  if (!found) throw new Error(`expected ${path} in one of the folders ${folders.join(", ")}`);
  return found;
}

/** The path of a file among the static files. @param {string[]} folders @param {string} file */
export function pathOf(folders, file) {
  const found = folders.map((folder) => relative(folder, resolve(file))).find((path) => !path.startsWith(".."));
  if (found === undefined) throw new Error(`expected a file in one of the folders ${folders.join(", ")}, got ${file}`);
  return found.replaceAll("\\", "/");
}

/** Resolves imports as the addresses of the static files do. @param {string[]} folders @returns {import("esbuild").Plugin} */
export const resolving = (folders) => ({
  name: "static files",
  setup(made) {
    made.onResolve({ filter: /^\// }, ({ path }) => ({ path: fileOf(folders, path.slice(1)) }));
    made.onResolve({ filter: /^\.\.?\// }, ({ path, importer }) => ({
      path: fileOf(folders, posix.join(posix.dirname(pathOf(folders, importer)), path)),
    }));
  },
});
