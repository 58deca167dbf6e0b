#!/usr/bin/env bash
# Builds static/vendor from the pinned packages: one module of libraries, two fonts and their hashes; their licences go to LICENSES.
set -euo pipefail
cd "$(dirname "$0")"
npm ci --silent
out=../static/vendor
mkdir -p $out/fonts
npx --no-install esbuild client.mjs --bundle --format=esm --minify --target=es2022 --legal-comments=none --log-level=warning --outfile=$out/preact.js
fonts=node_modules/@fontsource-variable
cp $fonts/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2 $out/fonts/bricolage-grotesque.woff2
cp $fonts/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2 $out/fonts/atkinson-hyperlegible-next.woff2
for package in preact htm @preact/signals @preact/signals-core @fontsource-variable/bricolage-grotesque @fontsource-variable/atkinson-hyperlegible-next; do
    name=${package#@fontsource-variable/}
    name=${name#@}
    cp "node_modules/$package/LICENSE" "../../../LICENSES/${name/\//-}.txt"
done
(cd $out && sha256sum preact.js fonts/*.woff2 > SHA256SUMS)
