// The only place that makes elements. Text gets into the page as text, never as markup.

/**
 * Control, bidirectional and invisible characters; the server's `Escaped` has the same. Line feeds
 * and tabs stay: the style of an element decides what they do.
 */
const ACTIVE =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0e\uffa0\u{e0000}-\u{10ffff}]/gu;

/** Returns a text in which active characters are spelled out by their numbers. */
export function visible(text) {
  return String(text).replace(ACTIVE, (c) =>
    c === '\n' || c === '\t' ? c : '\\u{' + c.codePointAt(0).toString(16) + '}',
  );
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
      const shown = key === 'title' || key === 'aria-label' || key === 'placeholder';
      element.setAttribute(key, value === true ? '' : shown ? visible(value) : value);
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
  keepFocus(element, () => {
    element.replaceChildren();
    append(element, children);
  });
}

/** Changes what is in an element; the part that had the focus, or the one in its place, has it again. */
export function keepFocus(element, change) {
  const held = document.activeElement?.closest?.('[data-key]')?.dataset.key;
  const inside = held !== undefined && element.contains(document.activeElement);
  change();
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
