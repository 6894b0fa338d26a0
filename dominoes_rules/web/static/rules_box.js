// A plain box of text as an editor, where the one with colours was not built.

// changed, moved: called when the text, or the cursor in it, is another.
export function textBox(box, { changed, moved }) {
  box.addEventListener("input", changed);
  for (const kind of ["keyup", "pointerup"]) box.addEventListener(kind, moved);
  return {
    text: () => box.value,
    put(text) {
      box.value = text;
    },
    // Edits have places in the text as it is; none touches another.
    change(edits) {
      let text = box.value;
      for (const { from, to, insert } of [...edits].sort((one, two) => two.from - one.from)) {
        text = text.slice(0, from) + insert + text.slice(to);
      }
      box.value = text;
      box.dispatchEvent(new Event("input"));
    },
    show() {},
    selection: () => [box.selectionStart, box.selectionEnd],
    goTo(from, to) {
      box.focus();
      box.setSelectionRange(from, to);
    },
  };
}

const COMMENT = /^# ?/;
const GOES_ON = /^(?:# )?[ \t]+\S/; // a line of the clause above it

// The edits that make comments of the selected lines, or rules of comments: without a selection, of
// the whole clause at that place.
export function toggledComments(text, from, to) {
  const lines = linesOf(text);
  const at = (place) => lines.findLastIndex(({ start }) => start <= place);
  let [first, last] = [at(from), at(to)];
  if (from === to) {
    while (first > 0 && GOES_ON.test(lines[first].line)) first -= 1;
    while (last + 1 < lines.length && GOES_ON.test(lines[last + 1].line)) last += 1;
  }
  const chosen = lines.slice(first, last + 1).filter(({ line }) => line.trim());
  const areComments = chosen.every(({ line }) => COMMENT.test(line));
  return chosen.map(({ line, start }) => ({
    from: start,
    to: start + (areComments ? COMMENT.exec(line)[0].length : 0),
    insert: areComments ? "" : "# ",
  }));
}

function linesOf(text) {
  let start = 0;
  return text.split("\n").map((line) => {
    start += line.length + 1;
    return { line, start: start - line.length - 1 };
  });
}
