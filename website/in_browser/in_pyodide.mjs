// `node in_pyodide.mjs PYODIDE SCRIPT WORD …`: runs a Python file in Pyodide, with the files of this
// machine in /host, and its words in the variable `words`.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, script, ...words] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${folder}/`, args: ["-X", "no_debug_ranges"] });
python.FS.mkdirTree("/host");
python.FS.mount(python.FS.filesystems.NODEFS, { root: "/" }, "/host");
python.globals.set("words", python.toPy(words));
await python.runPythonAsync(readFileSync(script, "utf8"), { filename: script });
process.exit(0); // timers of what was tried would keep it waiting
