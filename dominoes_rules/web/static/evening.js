// A club evening: where everybody plays and how it stands, as soon as that changes. What has not
// changed is left alone, so that no press and no typed text is lost, not even at the first event.

import { goOn } from "./lost.js";
import { ROOT, byId, complain, swap, writtenOut } from "./page.js";

const PARTS = ["mine", "wall", "desk", "results", "guests"];
const shown = new Map(PARTS.filter(byId).map((name) => [name, byId(name).innerHTML]));

function listen() {
  const views = new EventSource(`${ROOT}evening/events${location.search}`);
  views.addEventListener("view", (event) => {
    for (const [name, html] of Object.entries(JSON.parse(event.data))) {
      const [part, fresh] = [byId(name), writtenOut(html)];
      if (fresh !== shown.get(name) && part && !("keep" in part.dataset)) swap(part, html);
      shown.set(name, fresh);
    }
    complain("");
  });
  goOn(views, complain, listen);
}

listen();
