// The editor of the page for rules: colours, findings beside their lines, and what may follow.
// It is bundled into one file; everything about the language comes from the page.

import { autocompletion, completionKeymap, pickedCompletion } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, bracketMatching, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { Tag } from "@lezer/highlight";

const COLOURS = {
  comment: { color: "var(--code-comment)", fontStyle: "italic" },
  string: { color: "var(--code-string)" },
  clause: { color: "var(--code-clause)", fontWeight: "bold" },
  name: { color: "var(--code-name)" },
  tile: { color: "var(--code-tile)", fontWeight: "bold" },
  set: { color: "var(--code-tile)" },
  joiner: { color: "var(--code-word)", fontWeight: "bold" },
  action: { color: "var(--code-word)" },
  who: { color: "var(--code-name)" },
  constant: { color: "var(--code-number)" },
  word: { color: "var(--code-word)" },
  seat: { color: "var(--code-name)", fontWeight: "bold" },
  number: { color: "var(--code-number)" },
};
const TAGS = Object.fromEntries(Object.keys(COLOURS).map((sort) => [sort, Tag.define()]));
const STYLE = HighlightStyle.define(Object.entries(COLOURS).map(([sort, look]) => ({ tag: TAGS[sort], ...look })));
const THEME = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--card)" },
  "&.cm-focused": { outline: "3px solid #c77800", outlineOffset: "-3px" },
  ".cm-scroller": { font: "1rem/1.4 ui-monospace, monospace" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-gutters": { color: "var(--muted)", backgroundColor: "var(--ground)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--ground) 60%, transparent)" },
  ".cm-tooltip": { color: "var(--ink)", backgroundColor: "var(--card)", border: "1px solid var(--muted)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { font: "1rem/1.4 ui-monospace, monospace", maxHeight: "40vh" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: ".5rem" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { color: "var(--accent-ink)", background: "var(--accent)" },
  ".cm-completionDetail": { color: "inherit" },
  ".cm-diagnostic": { whiteSpace: "pre-wrap", maxWidth: "30rem" },
  ".cm-diagnosticAction": { font: "inherit", color: "var(--accent-ink)", backgroundColor: "var(--accent)" },
});

// The patterns are tried in order at each place of a line; one of several groups gives as many tokens.
function languageOf(patterns) {
  const tried = patterns.map(([regex, ...sorts]) => [new RegExp(regex, "y"), sorts]);
  return StreamLanguage.define({
    name: "dominoes-rules",
    tokenTable: TAGS,
    languageData: { commentTokens: { line: "#" } },
    startState: () => ({ rest: [] }),
    copyState: ({ rest }) => ({ rest: [...rest] }),
    token(stream, state) {
      if (state.rest.length) return taken(stream, state.rest.shift());
      if (stream.eatSpace()) return null;
      for (const [regex, sorts] of tried) {
        regex.lastIndex = stream.pos;
        const found = regex.exec(stream.string);
        if (!found?.[0]) continue;
        const parts = sorts.length > 1 ? found.slice(1) : [found[0]];
        state.rest = parts.map((part, at) => [part.length, sorts[at]]);
        return taken(stream, state.rest.shift());
      }
      stream.next();
      return null;
    },
  });
}

function taken(stream, [length, sort]) {
  stream.pos += length;
  return sort in TAGS ? sort : null;
}

function completing(offers) {
  return async (context) => {
    const before = context.state.sliceDoc(Math.max(0, context.pos - 100), context.pos);
    if (!context.explicit && !/[\w"\[|-]$/.test(before)) return null;
    const found = await offers(context.pos);
    if (!found?.offers || context.aborted) return null;
    const begun = ({ from }) => context.state.sliceDoc(from, context.pos);
    const options = found.offers
      .filter((offer) => offer.label.startsWith(begun(offer)))
      .sort((one, two) => one.rank - two.rank)
      .map((offer) => ({ label: offer.label, type: offer.kind, detail: offer.detail, apply: written(offer) }));
    const from = Math.min(...found.offers.map((offer) => offer.from));
    return options.length ? { from, options, filter: false } : null;
  };
}

const written = ({ from, insert }) => (view, completion, start, to) =>
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    userEvent: "input.complete",
    annotations: pickedCompletion.of(completion),
  });

// colours: the patterns of the language. changed, moved: called when the text, or the cursor in it,
// is another. offers: what may be written at a place, asked from the server.
export function codeEditor(parent, text, colours, { changed, moved, offers }) {
  // In a root of its own it has its styles without an inline one, which the page forbids.
  const root = parent.attachShadow({ mode: "open" });
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        lintGutter(),
        history(),
        bracketMatching(),
        highlightActiveLine(),
        EditorView.lineWrapping,
        languageOf(colours),
        syntaxHighlighting(STYLE),
        autocompletion({ override: [completing(offers)], icons: false }),
        keymap.of([...completionKeymap, ...lintKeymap, ...defaultKeymap, ...historyKeymap]),
        EditorView.contentAttributes.of({ "aria-label": "Rules", autocapitalize: "off", spellcheck: "false", tabindex: "0" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) changed();
          if (update.selectionSet) moved();
        }),
        THEME,
      ],
    }),
  });
  const change = (changes) => view.dispatch({ changes, userEvent: "input" });
  return {
    text: () => view.state.doc.toString(),
    put(after) {
      if (after !== view.state.doc.toString()) change({ from: 0, to: view.state.doc.length, insert: after });
    },
    change(edits) {
      change(edits);
      view.focus();
    },
    show(findings) {
      const diagnostics = findings.map(({ from, to, level, message, notes, helps, fixes }) => ({
        from,
        to: Math.max(from, to),
        severity: level,
        message: [message, ...notes, ...helps].join("\n"),
        actions: fixes.map(({ title, edits }) => ({ name: `Apply: ${title}`, apply: () => change(edits) })),
      }));
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    selection: () => [view.state.selection.main.from, view.state.selection.main.to],
    goTo(from, to) {
      view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
      view.focus();
    },
  };
}
