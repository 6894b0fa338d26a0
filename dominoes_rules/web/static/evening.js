// A club evening: where everybody plays and how it stands, as soon as that changes.

import { goOn } from "./lost.js";
import { ROOT, byId, complain, swap } from "./page.js";

function listen() {
  const shown = {};
  const views = new EventSource(`${ROOT}evening/events${location.search}`);
  views.addEventListener("view", (event) => {
    for (const [name, html] of Object.entries(JSON.parse(event.data))) {
      const part = byId(name);
      if (html !== shown[name] && part && !("keep" in part.dataset)) swap(part, html);
      shown[name] = html;
    }
    complain("");
  });
  goOn(views, complain, listen);
}

listen();
