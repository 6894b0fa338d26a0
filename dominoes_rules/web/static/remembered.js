// What a browser keeps of how somebody likes the page.

export function remember(name, value) {
  try {
    localStorage.setItem(`dominoes-${name}`, value);
  } catch {
    // Nothing is kept in a private window.
  }
}

export function remembered(name) {
  try {
    return localStorage.getItem(`dominoes-${name}`);
  } catch {
    return null;
  }
}
