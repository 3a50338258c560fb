// The rules for the JavaScript of the page that neither the formatter nor the types hold. `poe js` runs them.

import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: [".venv/", "docs/_build/"] },
  js.configs.recommended,
  {
    files: ["kanamj/web/**/*.js"],
    languageOptions: { globals: globals.browser },
    rules: {
      eqeqeq: "error",
      "max-lines": ["error", 300],
      "max-lines-per-function": ["error", 80],
      "no-shadow": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": ["error", { destructuring: "all" }],
    },
  },
  { files: ["kanamj/web/static/js/texts/*.js"], rules: { "max-lines": "off" } }, // a table, one text a line
  {
    files: ["kanamj/web/offline/*.js"],
    languageOptions: {
      globals: { ...globals.serviceworker, SIZES: "readonly", VERSION: "readonly", FILES: "readonly" },
    },
  },
  { files: ["tests/js/*.js"], languageOptions: { globals: globals.node } },
];
