// Dark or light: as the system has it, unless the user chose.

const NAMES = ['auto', 'light', 'dark'];
const KEY = 'tidemark.theme';

function stored() {
  try {
    const name = localStorage.getItem(KEY);
    return NAMES.includes(name) ? name : 'auto';
  } catch {
    return 'auto';
  }
}

let name = stored();
apply();

function apply() {
  if (name === 'auto') {
    delete document.documentElement.dataset.theme;
  } else {
    document.documentElement.dataset.theme = name;
  }
}

/** Returns what was chosen. */
export function themeName() {
  return name;
}

/** Chooses the next one. */
export function nextTheme() {
  name = NAMES[(NAMES.indexOf(name) + 1) % NAMES.length];
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // It holds for this page only.
  }
  apply();
}
