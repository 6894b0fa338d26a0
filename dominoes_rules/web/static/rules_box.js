// A plain box of text as an editor, where the one with colours was not built.

export function textBox(box) {
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
    goTo(from, to) {
      box.focus();
      box.setSelectionRange(from, to);
    },
  };
}
