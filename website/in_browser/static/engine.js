// What Pyodide itself consists of, in one file, without the packages that it could load.

import { info } from "pyodide/pyodide-lock.json";

export { loadPyodide } from "pyodide/pyodide.mjs";
export { default as createPyodideModule } from "pyodide/pyodide.asm.mjs";
export const lock = { info, packages: {} };
