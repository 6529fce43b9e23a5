// What can be done without a mouse.

import { home } from './api.js';

const ROWS = [
  [['/'], 'Search'],
  [['j', '\u2193'], 'Next run'],
  [['k', '\u2191'], 'Previous run'],
  [['Enter'], 'Open the run'],
  [['h'], 'All runs'],
  [['a'], 'Activity'],
  [['l'], 'Timeline'],
  [['t'], 'Theme'],
  [['?'], 'These keys'],
  [['Esc'], 'Close, or leave the search'],
];

/** Returns the keys and what they do. */
export function helpRows() {
  return ROWS;
}

/** Handles keys, except in a text field. */
export function bindKeys({ page, help, theme }) {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) {
      return;
    }
    const target = event.target;
    const writes = target.matches?.('input, textarea, select');
    if (writes) {
      if (event.key === 'Escape') {
        target.blur();
      }
      return;
    }
    if (document.getElementById('dialog').open) {
      return;
    }
    if (act(event.key, { page, help, theme })) {
      event.preventDefault();
    }
  });
}

function act(key, { page, help, theme }) {
  switch (key) {
    case '/':
      return focus(document.getElementById('search'));
    case 'j':
    case 'ArrowDown':
      return move(1);
    case 'k':
    case 'ArrowUp':
      return move(-1);
    case 'h':
      page.go(home);
      return true;
    case 'a':
      page.go(home + 'activity');
      return true;
    case 'l':
      page.go(home + 'timeline');
      return true;
    case 't':
      theme();
      return true;
    case '?':
      help();
      return true;
    default:
      return false;
  }
}

function focus(element) {
  element?.focus();
  element?.select?.();
  return Boolean(element);
}

/** Moves between runs; leaves the arrows to scrolling where there are none. */
function move(step) {
  const links = [...document.querySelectorAll('a.run')];
  if (links.length === 0) {
    return false;
  }
  const at = links.indexOf(document.activeElement);
  const next = at < 0 ? (step > 0 ? 0 : links.length - 1) : at + step;
  const link = links[Math.max(0, Math.min(links.length - 1, next))];
  link.focus();
  link.scrollIntoView({ block: 'nearest' });
  return true;
}
