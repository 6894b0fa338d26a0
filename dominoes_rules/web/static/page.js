// What the scripts of all pages share.

export const ROOT = new URL("..", import.meta.url).pathname; // that of all pages: this file is in static/
export const byId = (id) => document.getElementById(id);

// A sentence that the page has for its scripts, with values in place of its {names}.
export function words(name, values = {}) {
  const text = byId("texts").content.querySelector(`[data-text="${name}"]`).textContent;
  return text.replaceAll(/\{(\w+)\}/g, (_, value) => values[value]);
}

// A sentence about so many things, of which the page has two: `NAME-one` is that about one.
export function wordsOf(name, count) {
  const form = new Intl.PluralRules(document.documentElement.lang).select(count);
  return words(form === "one" ? `${name}-one` : name, { count });
}

// Put other markup in an element; what had the focus has it again, or else `otherwise` is called.
// What somebody is typing stays.
export function swap(element, html, otherwise = () => {}) {
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  const key = focused?.dataset?.key;
  const typed = [...element.querySelectorAll("input[data-key], select[data-key]")].filter(isChanged);
  element.innerHTML = html;
  for (const { dataset, value } of typed) {
    const again = element.querySelector(`:is(input, select)[data-key="${CSS.escape(dataset.key)}"]`);
    if (again) again.value = value;
  }
  if (!focused) return;
  const again = key ? element.querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
  if (again && !again.closest("[hidden]") && isShown(again)) again.focus();
  else otherwise();
}

// Markup as this browser writes it out, so that what is there already can be told from what is new.
export function writtenOut(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.innerHTML;
}

// Whether somebody has typed in a box, or chosen something else.
function isChanged(box) {
  const first = [...(box.options ?? [])].find((option) => option.defaultSelected) ?? box.options?.[0];
  return box.value !== (box.options ? first.value : box.defaultValue);
}

// Put other markup in a part of a form; what was typed or ticked while it was on its way stays.
export function swapFields(part, html) {
  const now = new Map(fieldsOf(part).map((field) => [field.name, field]));
  swap(part, html);
  for (const field of fieldsOf(part)) {
    const before = now.get(field.name);
    if (before) [field.value, field.checked] = [before.value, before.checked];
  }
}

const fieldsOf = (part) => [...part.querySelectorAll("input:not([type=hidden])")];

export const isShown = (element) => element.getClientRects().length > 0;

// Over the head of the page, whose buttons are needed again: a tap puts it away.
export function complain(text) {
  const trouble = byId("trouble");
  trouble.textContent = text;
  trouble.hidden = !text;
  trouble.onclick = () => complain("");
}
