// `node in_pyodide.mjs PYODIDE MODULE WORD …`: calls `main` of a Python file in Pyodide with the
// words; it finds the files of this machine in /host.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, module, ...words] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${folder}/`, args: ["-X", "no_debug_ranges"] });
python.FS.mkdirTree("/host");
python.FS.mount(python.FS.filesystems.NODEFS, { root: "/" }, "/host");
python.runPython(readFileSync(module, "utf8"), { filename: module });
const code = await python.globals.get("main")(...words).then(() => 0, ({ message }) => {
  console.error(message);
  return 1;
});
process.exit(code); // timers of what was tried would keep it waiting
