// Texts of runs and files: Markdown rendered, code highlighted, and a switch to the raw text.

import { get, runPath } from './api.js';
import { el, fill } from './dom.js';

/** Beyond these a text stays as it is: characters of Markdown and of code, and of one line of code. */
const MARKDOWN = 200_000;
const CODE = 300_000;
const LINE = 5_000;

/** How many texts are kept as they were rendered. */
const KEPT = 60;

/** Languages of the highlighter by file extension. */
const LANGUAGES = {
  bash: 'sh bash zsh', c: 'c h', cpp: 'cpp cc cxx hpp', csharp: 'cs', css: 'css', diff: 'diff patch', go: 'go', graphql: 'graphql gql',
  ini: 'ini toml cfg properties', java: 'java', javascript: 'js mjs cjs jsx', json: 'json jsonl', kotlin: 'kt kts', less: 'less',
  lua: 'lua', makefile: 'mk makefile', markdown: 'md markdown', perl: 'pl pm', php: 'php', python: 'py', r: 'r', ruby: 'rb',
  rust: 'rs', scss: 'scss', sql: 'sql', swift: 'swift', typescript: 'ts tsx mts cts', xml: 'xml html htm svg vue xsd',
  yaml: 'yaml yml',
};
const BY_EXTENSION = new Map(Object.entries(LANGUAGES).flatMap(
  ([language, extensions]) => extensions.split(' ').map((extension) => [extension, language])));

/** Signs of Markdown; a sentence without any is shown as it is. */
const MARKS = /^ {0,3}(?:#{1,6} |[-*+] |\d+[.)] |> |```|~~~|\|.*\|)|\*\*\S|`[^`\n]+`|\[[^\]\n]+\]\([^)\n]+\)/m;

/** Cache of rendered texts, by kind and text; and the texts that the user has switched, by their keys. */
const rendered = new Map();
const switched = new Map();

/** The libraries are read with the first text that needs them. */
const rendering = () => import('./render.js');

/** Returns the language of a file by its name; null if it is not known. */
export function languageOf(path) {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return BY_EXTENSION.get(name.slice(name.lastIndexOf('.') + 1)) ?? null;
}

/** Returns the nodes of each line of code; null in an unknown language. */
async function highlighted(text, path) {
  const language = languageOf(path);
  if (language === null) {
    return null;
  }
  if (text.length > CODE) {
    throw atFault('it has more than ' + CODE + ' characters');
  }
  if (text.split('\n').some((line) => line.length > LINE)) {
    throw atFault('it has a line of more than ' + LINE + ' characters');
  }
  return (await rendering()).code(text, language);
}

/** Returns the nodes of each line of code; null where it is not highlighted. */
export async function lines(text, path) {
  try {
    return await highlighted(text, path);
  } catch {
    return null;
  }
}

/** Returns an error that the text itself causes, so that trying again is of no use. */
function atFault(why) {
  return Object.assign(new Error(why), { permanent: true });
}

/** Returns whether a text has signs of Markdown. */
export function isMarkdown(text) {
  return MARKS.test(text);
}

/** A text that a person or an agent wrote: a paragraph, or Markdown if it looks like that. */
export function prose(key, text, raw = false) {
  return isMarkdown(text) ? readable(key, 'text.md', text, raw) : el('p.summary', {}, text);
}

/**
 * Shows the text of a file.
 *
 * @param key names the text among those of the page
 * @param raw whether Markdown is shown raw until the user switches
 */
export function readable(key, path, text, raw = false) {
  const markdown = languageOf(path) === 'markdown';
  const frame = el('div.readable');
  const pre = (content) =>
    el('pre.text', { tabindex: 0, role: 'group', 'aria-label': 'Text', data: { key: 'text ' + key } }, content);
  const plain = () => pre(text);
  const remark = (why) => el('p.faint', {}, 'Shown as it is: ' + why + '.');
  const failed = (problem) => draw(problem.permanent ? remark(problem.message)
    : el('p.faint.not-loaded', {}, 'Shown as it is: the page could not load its renderer.'), plain());
  const toggle = (isRaw) => el('button.small.raw', {
    type: 'button',
    'aria-pressed': String(isRaw),
    data: { key: 'raw ' + key },
    on: { click: () => (switched.set(key, !isRaw), show()) },
  }, 'Raw text');

  /** The focus stays in the frame, also where the button that had it is gone. */
  const draw = (...parts) => {
    const inside = frame.contains(document.activeElement);
    fill(frame, ...parts);
    inside && !frame.contains(document.activeElement) && frame.querySelector('.raw, .text')?.focus({ preventScroll: true });
  };

  const show = async () => {
    if (!markdown) {
      draw(plain());
      try {
        const tokens = await once('code ' + path + '\n' + text, () => highlighted(text, path));
        tokens && draw(pre(el('code', {}, tokens.map((line) => [line.map(copy), '\n']))));
      } catch (problem) {
        failed(problem);
      }
      return;
    }
    const isRaw = switched.get(key) ?? raw;
    if (isRaw || text.length > MARKDOWN) {
      draw(isRaw ? toggle(true) : remark('it has more than ' + MARKDOWN + ' characters'), plain());
      return;
    }
    const present = (nodes) => draw(toggle(false), el('div.prose', {}, nodes.cloneNode(true)));
    const name = 'markdown\n' + text;
    const known = rendered.get(name);
    if (known?.done) {
      present(known.done);
      return;
    }
    draw(toggle(false), plain());
    try {
      const nodes = await once(name, () => rendering().then((by) => by.markdown(text)));
      (switched.get(key) ?? raw) || present(nodes);
    } catch (problem) {
      failed(problem);
    }
  };
  show();
  return frame;
}

function copy(node) {
  return node instanceof Node ? node.cloneNode(true) : node;
}

/** Renders each text once. A failure is cached only where the text itself causes it. */
function once(name, make) {
  const known = rendered.get(name);
  if (known) {
    return known.promise;
  }
  const entry = { promise: make(), done: null };
  entry.promise.then(
    (nodes) => (entry.done = nodes),
    (problem) => problem.permanent || rendered.get(name) !== entry || rendered.delete(name),
  );
  rendered.set(name, entry);
  if (rendered.size > KEPT) {
    rendered.delete(rendered.keys().next().value);
  }
  return entry.promise;
}

/** Returns the address that opens a file of the shown run, beside what is shown already. */
export function fileAddress(path) {
  const words = new URLSearchParams(location.search);
  words.delete('file');
  path !== null && words.set('file', path);
  return location.pathname + (words.size > 0 ? '?' + words : '');
}

/** Makes the panel that shows the file in the address: the checkpoint file or a file that a phase names. */
export function filePanel(name) {
  const element = el('section.part.file', { 'aria-labelledby': 'file', hidden: true });
  const addressed = () => new URLSearchParams(location.search).get('file');
  let shown = null;
  let opener = null;

  /** Hides the panel; its focus goes back to the link that opened the file. */
  const close = () => {
    const inside = element.contains(document.activeElement);
    shown = null;
    element.hidden = true;
    fill(element);
    if (inside) {
      const link = opener && document.querySelector('a[data-key="' + CSS.escape(opener) + '"]');
      (link ?? document.getElementById('main')).focus();
    }
  };

  const show = async (run) => {
    const path = addressed();
    if (path === null) {
      close();
      return;
    }
    if (shown?.path !== path) {
      const active = document.activeElement;
      opener = active?.href === location.href ? active.dataset.key : null;
    }
    const now = { path, text: null, note: null, problem: null };
    try {
      const file = path === run.path ? await get(runPath(name, '/document'))
        : await get(runPath(name, '/file?path=' + encodeURIComponent(path)));
      now.text = file.text ?? file.content ?? null;
      now.note = file.note ?? null;
    } catch (problem) {
      if (problem.status === 401) {
        throw problem;
      }
      now.problem = problem.said();
    }
    if (addressed() !== path) {
      return;
    }
    element.hidden = false;
    const same = shown !== null && Object.keys(now).every((key) => now[key] === shown[key]);
    if (same && !element.querySelector('.not-loaded')) {
      return;
    }
    const first = shown?.path !== path;
    shown = now;
    fill(element,
      el('header.file-head', {}, [
        el('h2', { id: 'file', tabindex: '-1', data: { key: 'file-name' } }, el('bdi', {}, path)),
        el('a.button.small', { href: fileAddress(null), data: { key: 'close-file' } }, 'Close'),
      ]),
      now.problem && el('p.notice.bad', { role: 'alert' }, now.problem),
      now.note && el('p.faint', {}, now.note),
      now.text !== null && readable('file ' + path, path, now.text));
    if (first) {
      element.querySelector('h2').focus({ preventScroll: true });
      element.scrollIntoView({ block: 'start' });
    }
  };
  return { element, show };
}
