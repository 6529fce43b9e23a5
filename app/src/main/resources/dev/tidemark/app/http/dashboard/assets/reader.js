// Texts of runs and files: Markdown rendered, code highlighted, and a switch to the raw text.

import { get, runPath } from './api.js';
import { el, fill } from './dom.js';

/** Beyond these a text stays as it is: characters of Markdown and of code, and of one line of code. */
const MARKDOWN = 200_000;
const CODE = 300_000;
const LINE = 5_000;

/** How many texts are kept as they were rendered. */
const KEPT = 60;

/** Languages of the highlighter by the ends of names of files. */
const LANGUAGES = {
  bash: 'sh bash zsh', c: 'c h', cpp: 'cpp cc cxx hpp', csharp: 'cs', css: 'css', diff: 'diff patch', go: 'go', graphql: 'graphql gql',
  ini: 'ini toml cfg properties', java: 'java', javascript: 'js mjs cjs jsx', json: 'json jsonl', kotlin: 'kt kts', less: 'less',
  lua: 'lua', makefile: 'mk makefile', markdown: 'md markdown', perl: 'pl pm', php: 'php', python: 'py', r: 'r', ruby: 'rb',
  rust: 'rs', scss: 'scss', sql: 'sql', swift: 'swift', typescript: 'ts tsx mts cts', xml: 'xml html htm svg vue xsd',
  yaml: 'yaml yml',
};
const BY_END = new Map(Object.entries(LANGUAGES).flatMap(([language, ends]) => ends.split(' ').map((end) => [end, language])));

/** Signs of Markdown; a sentence without any is shown as it is. */
const MARKS = /^ {0,3}(?:#{1,6} |[-*+] |\d+[.)] |> |```|~~~|\|.*\|)|\*\*\S|`[^`\n]+`|\[[^\]\n]+\]\([^)\n]+\)/m;

/** What was rendered, by kind and text; and which texts the user has switched, by their keys. */
const rendered = new Map();
const switched = new Map();

/** The libraries are read with the first text that needs them. */
const rendering = () => import('./render.js');

/** Returns the language of a file by its name; null if it is not known. */
export function languageOf(path) {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return BY_END.get(name.slice(name.lastIndexOf('.') + 1)) ?? null;
}

/** Returns the nodes of each line of a code; null where it stays as it is. */
export async function lines(text, path) {
  const language = languageOf(path);
  if (language === null || text.length > CODE || text.split('\n').some((line) => line.length > LINE)) {
    return null;
  }
  try {
    return await rendering().then((by) => by.code(text, language));
  } catch {
    return null;
  }
}

/** Returns whether a text has signs of Markdown. */
export function isMarkdown(text) {
  return MARKS.test(text);
}

/** A text that a person or an agent wrote: a paragraph, or Markdown if it looks like that. */
export function prose(key, text) {
  return isMarkdown(text) ? readable(key, 'text.md', text) : el('p.summary', {}, text);
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
  const plain = () => el('pre.text', { tabindex: 0, role: 'group', 'aria-label': 'Text' }, text);
  const remark = (why) => el('p.faint', {}, 'Shown as it is: ' + why + '.');
  const toggle = (isRaw) => el('button.small.raw', {
    type: 'button',
    'aria-pressed': String(isRaw),
    data: { key: 'raw ' + key },
    on: { click: () => (switched.set(key, !isRaw), show(), frame.querySelector('button.raw')?.focus()) },
  }, 'Raw text');

  const show = async () => {
    if (!markdown) {
      fill(frame, plain());
      const tokens = await once('code ' + path + '\n' + text, () => lines(text, path));
      tokens && fill(frame, el('pre.text', { tabindex: 0, role: 'group', 'aria-label': 'Text' },
        el('code', {}, tokens.map((line) => [line.map(copy), '\n']))));
      return;
    }
    const isRaw = switched.get(key) ?? raw;
    if (isRaw || text.length > MARKDOWN) {
      fill(frame, isRaw ? toggle(true) : remark('it has more than ' + MARKDOWN + ' characters'), plain());
      return;
    }
    const draw = (nodes) => fill(frame, toggle(false), el('div.prose', {}, nodes.cloneNode(true)));
    const name = 'markdown\n' + text;
    const known = rendered.get(name);
    if (known?.done) {
      draw(known.done);
      return;
    }
    fill(frame, plain());
    try {
      const nodes = await once(name, () => rendering().then((by) => by.markdown(text)));
      (switched.get(key) ?? raw) || draw(nodes);
    } catch (problem) {
      fill(frame, remark(problem.message), plain());
    }
  };
  show();
  return frame;
}

function copy(node) {
  return node instanceof Node ? node.cloneNode(true) : node;
}

/** Renders each text once; one that failed is not tried again. */
function once(name, make) {
  const known = rendered.get(name);
  if (known) {
    return known.promise;
  }
  const entry = { promise: make(), done: null };
  entry.promise.then((nodes) => (entry.done = nodes), () => {});
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

/** Makes the panel that shows the file in the address: the document of the run or a file that a phase names. */
export function filePanel(name) {
  const element = el('section.part.file', { 'aria-labelledby': 'file', hidden: true });
  let shown = null;

  const show = async (run) => {
    const path = new URLSearchParams(location.search).get('file');
    if (path === null) {
      shown = null;
      element.hidden = true;
      fill(element);
      return;
    }
    let parts;
    try {
      const file = path === run.path ? await get(runPath(name, '/document'))
        : await get(runPath(name, '/file?path=' + encodeURIComponent(path)));
      const text = file.text ?? file.content;
      parts = [
        file.note && el('p.faint', {}, file.note),
        text === null || text === undefined ? null : readable('file ' + path, path, text),
      ];
    } catch (problem) {
      if (problem.status === 401) {
        throw problem;
      }
      parts = [el('p.notice.bad', { role: 'alert' }, problem.said())];
    }
    const first = shown !== path;
    shown = path;
    element.hidden = false;
    fill(element,
      el('header.file-head', {}, [
        el('h2', { id: 'file', tabindex: '-1' }, el('bdi', {}, path)),
        el('a.button.small', { href: fileAddress(null), data: { key: 'close-file' } }, 'Close'),
      ]),
      ...parts);
    if (first) {
      element.querySelector('h2').focus({ preventScroll: true });
      element.scrollIntoView({ block: 'start' });
    }
  };
  return { element, show };
}
