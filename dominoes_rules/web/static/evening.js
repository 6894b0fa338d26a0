// A club evening: where everybody plays and how it stands, as soon as that changes.

import { goOn } from "./lost.js";
import { ROOT, byId, complain, swap } from "./page.js";

function listen() {
  const shown = {};
  const views = new EventSource(`${ROOT}evening/events`);
  views.addEventListener("view", (event) => {
    for (const [name, html] of Object.entries(JSON.parse(event.data))) {
      if (html !== shown[name] && byId(name)) swap(byId(name), html);
      shown[name] = html;
    }
    complain("");
  });
  goOn(views, complain, listen);
}

listen();
