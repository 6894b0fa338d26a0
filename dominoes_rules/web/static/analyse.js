// The analysis board: what each play is worth, and places on the board that lead to tiles.

import { fitPips } from "./board.js";
import { waiting } from "./lost.js";
import { ROOT, byId } from "./page.js";
import { fitBoards, follow, screenKind } from "./searches.js";

// A board that was laid for a screen of another kind is asked for once more.
async function fitScreen() {
  const cloth = document.querySelector(".cloth");
  const kind = screenKind();
  if (!cloth || cloth.dataset.screen === kind) return;
  cloth.dataset.screen = kind;
  const page = await fetch(`${location.pathname}${location.search}&w=${kind}`).then((answer) => answer.text(), () => "");
  const fresh = new DOMParser().parseFromString(page, "text/html").querySelector(".cloth");
  if (fresh?.dataset.screen !== screenKind()) return;
  cloth.innerHTML = fresh.innerHTML;
  fitPips(cloth);
}

addEventListener("resize", () => (fitBoards(), fitScreen()));
fitBoards();
fitScreen();
const solved = byId("solved");
if (solved?.dataset.asked) {
  follow(`${ROOT}api/solve?${solved.dataset.asked}`, {
    progress: (found) => (found.waiting ? waiting(found) : found.text),
    done: ({ html }) => {
      solved.innerHTML = html;
    },
  });
}
const choose = ({ target }) => {
  const place = target.closest?.("g.place"); // a link leads to the tiles that may be laid there
  const link = place && document.querySelector(`a[data-for="${CSS.escape(place.dataset.play)}"]`);
  if (link) {
    const after = new URL(link.href);
    after.searchParams.set("play", place.dataset.move);
    location.assign(after);
  }
  return place;
};
document.addEventListener("click", choose);
document.addEventListener("keydown", (event) => {
  if ((event.key === "Enter" || event.key === " ") && choose(event)) event.preventDefault();
});
