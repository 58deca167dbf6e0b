/** No module of the client imports itself through others, late imports included. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { test } from "node:test";

const STATIC = new URL("../static/", import.meta.url);

/** The sources of all modules by their path. @returns {Record<string, string>} */
function modules() {
  const paths = readdirSync(STATIC, { recursive: true }).map((path) => String(path).replaceAll("\\", "/"));
  return Object.fromEntries(
    paths
      .filter((path) => path.endsWith(".js") && !path.startsWith("vendor/"))
      .map((path) => [path, readFileSync(new URL(path, STATIC), "utf8")]),
  );
}

/** What a module imports. Types that a comment imports count too: so it is for the storage that hashes files. */
const importsOf = (path, source) =>
  [...source.matchAll(/(?:\bfrom|\bimport\(?)\s*"(\.[^"]+)"/g)].map(([, address]) =>
    posix.join(posix.dirname(path), address),
  );

/** The first circle of imports, from a module to itself; null if there is none. */
function circle(sources) {
  const finished = new Set();
  const walk = (path, way) => {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
    if (finished.has(path) || !(path in sources)) return null;
    for (const next of importsOf(path, sources[path])) {
      const found = walk(next, [...way, path]);
      if (found) return found;
    }
    finished.add(path);
    return null;
  };
  return Object.keys(sources).reduce((found, path) => found ?? walk(path, []), null);
}

test("no module imports itself through other modules", () => {
  const sources = modules();

  assert.ok(Object.entries(sources).flatMap(([path, source]) => importsOf(path, source)).length > 500);
  assert.equal(circle(sources), null);
});

test("a circular import through a late import is found", () => {
  const planted = {
    ...modules(),
    "live/fold.js": 'const layouts = () => import("../layouts/all.js");',
    "layouts/all.js": 'import {\n  shown,\n} from "../live/fold.js";',
  };

  assert.deepEqual(circle(planted), ["live/fold.js", "layouts/all.js", "live/fold.js"]);
});
