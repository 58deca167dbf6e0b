import { fileURLToPath } from "node:url";
import js from "@eslint/js";
import globals from "globals";

/** The rules of the web client: what is likely a mistake. Types are TypeScript's. */
export default [
  { basePath: fileURLToPath(new URL("..", import.meta.url)) },
  { ignores: ["static/vendor/", "vendor/node_modules/", "tests/"] },
  js.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.serviceworker } },
    rules: {
      eqeqeq: "error",
      "max-lines-per-function": ["error", { max: 60 }],
      "no-irregular-whitespace": ["error", { skipTemplates: true, skipStrings: true }],
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_", destructuredArrayIgnorePattern: "^_" }],
      "prefer-const": "error",
    },
  },
];
