// Turns Markdown into markup and code into tokens, off the page: a text that takes too long cannot hold it up.

import { Marked } from './marked.esm.js';

/** The most characters of code in one Markdown text that are highlighted. */
const CODE = 100_000;

let highlighter = null;
let left = 0;

const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Returns the markup of a block of code; known languages are highlighted. */
function block(text, language) {
  const name = (language ?? '').split(/[\s,{]/)[0];
  left -= text.length;
  const known = highlighter && left >= 0 && name !== '' && highlighter.getLanguage(name);
  return '<pre><code>' + (known ? highlighter.highlight(text, { language: name, ignoreIllegals: true }).value : escape(text))
    + '</code></pre>';
}

/** Elements without attributes that a text may have; other markup, and comments, are shown as text. */
const PLAIN = new RegExp('<\\/?(?:b|blockquote|br|code|dd|del|details|div|dl|dt|em|h[1-6]|hr|i|ins|kbd|li|ol|p|pre|s|span|strong'
  + '|sub|summary|sup|table|tbody|td|th|thead|tr|ul)[ \\t]*\\/?>|[<>]', 'gi');

/**
 * The parser. The page sanitises its markup (render.js). Images become their texts. marked does not escape text in
 * <code>, <kbd> and <pre>; here it is escaped as any other.
 */
const marked = new Marked({
  gfm: true,
  renderer: {
    html: ({ text }) => text.replaceAll(PLAIN, (one) => (one.length > 1 ? one : escape(one))),
    code: ({ text, lang }) => block(text, lang),
    checkbox: ({ checked }) => (checked ? '\u2611 ' : '\u2610 '),
    image: ({ text, href }) => '[image: ' + escape(text || href) + ']',
    text: (token) => {
      token.escaped = false;
      return false;
    },
  },
});

/** The metadata in YAML at the beginning of a text. */
const FRONT = /^---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

/** Returns whether a text has code to highlight. */
function hasCode(text) {
  return FRONT.test(text) || /^[ \t>]*(?:```|~~~)[ \t]*\w/m.test(text);
}

function markdown(text) {
  const front = FRONT.exec(text);
  left = CODE;
  return (front ? block(front[1], 'yaml') : '') + marked.parse(front ? text.slice(front[0].length) : text);
}

async function load() {
  highlighter ??= (await import('./highlight.min.js')).default;
}

const NAMED = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };

/** Returns the lines of a code, each as pairs of a text and its class. */
function code(text, language) {
  const value = highlighter.highlight(text, { language, ignoreIllegals: true }).value;
  const lines = [[]];
  const open = [];
  for (const [part, name] of value.matchAll(/<span class="([^"]*)">|<\/span>|[^<]+/g)) {
    if (name !== undefined) {
      open.push(name);
    } else if (part === '</span>') {
      open.pop();
    } else {
      part.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (one) => NAMED[one]).split('\n').forEach((line, i) => {
        i > 0 && lines.push([]);
        line !== '' && lines.at(-1).push([line, open.at(-1) ?? '']);
      });
    }
  }
  return lines;
}

self.addEventListener('message', async ({ data }) => {
  if (data.language || hasCode(data.text)) {
    try {
      await load();
    } catch {
      self.postMessage({ id: data.id, unloaded: true });
      return;
    }
  }
  self.postMessage({ id: data.id, loaded: true });
  try {
    const answer = data.language ? code(data.text, data.language) : markdown(data.text);
    self.postMessage({ id: data.id, answer });
  } catch (problem) {
    self.postMessage({ id: data.id, problem: String(problem?.message ?? problem).split('\n')[0] });
  }
});
