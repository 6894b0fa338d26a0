// The page of what the browser keeps: one file goes out, or comes in.

import { ROOT, byId, words, wordsOf } from "./page.js";

const FILE = `${ROOT}saved/file`;

byId("export").addEventListener("click", async () => {
  const answer = await fetch(FILE).catch(() => null);
  if (!answer?.ok) {
    byId("taken").textContent = words("unmade");
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = `dominoes-${new Date().toISOString().slice(0, 10)}.zip`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
});

byId("import").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (!file) return;
  if (file.size > Number(target.dataset.largest)) {
    byId("taken").textContent = words("large");
    return;
  }
  const headers = { "Content-Type": "application/zip", Accept: "application/json" };
  const answer = await fetch(FILE, { method: "POST", headers, body: file }).catch(() => null);
  const taken = await answer?.json().catch(() => null);
  byId("taken").textContent = answer?.ok ? told(taken) : taken?.error?.message ?? words("unread");
  byId("again").hidden = !answer?.ok || !taken.added;
  target.value = "";
});

const told = ({ added, here }) =>
  words("taken", { added: wordsOf("imported", added), here: wordsOf("here", here) });

// What was imported is read when the program starts, which is in the window around this one.
byId("again").addEventListener("click", () => window.parent.location.reload());
