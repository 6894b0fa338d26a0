// The board as it changes: tiles are told by their names, and what moves is a motion. The geometry is
// the server's; here are only transforms and boxes.

const MOTION = { duration: 420, easing: "cubic-bezier(.25, .8, .3, 1)" };
const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const LEAST_FOR_PIPS = 17;
let drawn = "";

const pictureIn = (box) => box.querySelector("svg.laid");
const tilesOf = (svg) => [...svg.querySelectorAll("[data-tile]")];
const placeOf = (tile) => tile.transform.baseVal.consolidate().matrix;
const inCss = ({ a, b, c, d, e, f }) => `matrix(${a}, ${b}, ${c}, ${d}, ${e}, ${f})`;

// The kind of window that the board is laid for.
export function windowOf(box) {
  const shape = box.clientWidth / Math.max(1, box.clientHeight);
  return shape > 1.4 ? "wide" : shape > 0.8 ? "square" : "narrow";
}

// Where a tile has another place, or the whole is seen from farther off, the way there is a motion.
// swap puts markup into an element and keeps the focus; plates has the players.
export function drawBoard(box, html, plates, swap) {
  if (html === drawn) return;
  const isFirst = !drawn;
  drawn = html;
  const before = pictureIn(box);
  const lay = new Map(before ? tilesOf(before).map((one) => [one.dataset.tile, placeOf(one)]) : []);
  swap(box, html);
  fitPips(box);
  const now = pictureIn(box);
  if (!now || !before || isFirst || STILL.matches || document.hidden) return;
  moveCamera(now, before.viewBox.baseVal);
  for (const tile of tilesOf(now)) {
    const from = lay.get(tile.dataset.tile);
    const [start, end] = [from && inCss(from), inCss(placeOf(tile))];
    if (from && start !== end) tile.animate([{ transform: start }, { transform: end }], MOTION);
  }
  const last = now.querySelector("[data-last]");
  if (last && lay.size && !lay.has(last.dataset.tile)) flyIn(now, last, plates);
}

function moveCamera(svg, seen) {
  const now = svg.viewBox.baseVal;
  const box = svg.getBoundingClientRect();
  const scale = (view) => Math.min(box.width / view.width, box.height / view.height);
  const [x, y] = [now.x + now.width / 2, now.y + now.height / 2];
  const [beforeX, beforeY] = [seen.x + seen.width / 2, seen.y + seen.height / 2];
  const grown = scale(seen) / scale(now);
  if (Math.abs(grown - 1) < 1e-3 && Math.hypot(x - beforeX, y - beforeY) < 1e-2) return;
  const looking = (size, atX, atY) =>
    ({ transform: `translate(${x}px, ${y}px) scale(${size}) translate(${-atX}px, ${-atY}px)` });
  svg.querySelector(".camera").animate([looking(grown, beforeX, beforeY), looking(1, x, y)], MOTION);
}

function flyIn(svg, tile, plates) {
  const plate = plates.querySelector(`[data-seat="${CSS.escape(svg.dataset.by ?? "")}"]`);
  if (!plate) return;
  const box = plate.getBoundingClientRect();
  const middle = new DOMPoint(box.left + box.width / 2, box.top + box.height / 2);
  const from = middle.matrixTransform(svg.getScreenCTM().inverse());
  const start = `translate(${from.x}px, ${from.y}px) scale(1.25)`;
  tile.animate([{ transform: start }, { transform: inCss(placeOf(tile)) }], MOTION);
}

// Pips that are too small to be counted become figures.
export function fitPips(box) {
  const unit = pictureIn(box)?.getScreenCTM()?.a ?? LEAST_FOR_PIPS;
  box.classList.toggle("tiny", unit < LEAST_FOR_PIPS);
}
