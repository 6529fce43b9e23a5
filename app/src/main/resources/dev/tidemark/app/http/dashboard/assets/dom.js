// The only place that makes elements. Text gets into the page as text, never as markup.

/** Characters that steer, hide or turn a line round: shown by their numbers instead. */
const STEERING =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

/** Returns a text as it may be looked at. */
export function visible(text) {
  return String(text).replace(STEERING, (c) => {
    return '<U+' + c.codePointAt(0).toString(16).toUpperCase().padStart(4, '0') + '>';
  });
}

/**
 * Makes an element.
 *
 * @param {string} tag its name, and classes behind dots: `li.run.fresh`
 * @param {object} attributes `on` holds listeners, `data` data attributes; null and false leave out
 * @param children elements, texts, arrays of them; null and false leave out
 */
export function el(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split('.');
  const element = document.createElement(name);
  if (classes.length > 0) {
    element.className = classes.join(' ');
  }
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) {
      continue;
    }
    if (key === 'on') {
      Object.entries(value).forEach(([event, listener]) => element.addEventListener(event, listener));
    } else if (key === 'data') {
      Object.assign(element.dataset, value);
    } else if (key === 'value') {
      element.value = value;
    } else {
      element.setAttribute(key, value === true ? '' : value);
    }
  }
  append(element, children);
  return element;
}

function append(element, children) {
  for (const child of children) {
    if (Array.isArray(child)) {
      append(element, child);
    } else if (child instanceof Node) {
      element.append(child);
    } else if (child !== null && child !== undefined && child !== false) {
      element.append(document.createTextNode(visible(child)));
    }
  }
}

/** Replaces what is in an element, and keeps the focus on the part that had it. */
export function fill(element, ...children) {
  const held = document.activeElement?.closest?.('[data-key]')?.dataset.key;
  const inside = held !== undefined && element.contains(document.activeElement);
  element.replaceChildren();
  append(element, children);
  if (inside) {
    element.querySelector('[data-key="' + CSS.escape(held) + '"]')?.focus({ preventScroll: true });
  }
}

/** A command to be typed, with a button that copies it. */
export function command(text) {
  const button = el(
    'button.copy',
    {
      type: 'button',
      'aria-label': 'Copy the command ' + text,
      data: { key: 'copy ' + text },
      on: {
        click: () => {
          const done = () => tell('Copied');
          navigator.clipboard?.writeText(text).then(done, () => tell('Could not be copied'));
        },
      },
    },
    'Copy',
  );
  return el('span.command', {}, el('code', { translate: 'no' }, text), button);
}

/** Says something to people who listen instead of looking, and shows it for a moment. */
export function tell(text) {
  const told = document.getElementById('told');
  told.textContent = '';
  told.className = 'toast';
  window.setTimeout(() => {
    told.textContent = visible(text);
  }, 30);
  window.clearTimeout(tell.timer);
  tell.timer = window.setTimeout(() => {
    told.className = 'hidden';
  }, 4000);
}

/** Shows a dialog: a title, what is in it, and buttons. It closes by Escape. */
export function dialog(title, ...content) {
  const box = document.getElementById('dialog');
  const close = el(
    'button.quiet',
    { type: 'button', 'aria-label': 'Close', on: { click: () => box.close() } },
    '\u2715',
  );
  box.replaceChildren();
  append(box, [
    el('header', {}, el('h2', { id: 'dialog-title' }, title), close),
    el('div.dialog-body', {}, content),
  ]);
  if (!box.open) {
    box.showModal();
  }
  return box;
}
