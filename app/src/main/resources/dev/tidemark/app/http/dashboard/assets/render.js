// Markdown and code for the page: made by a worker, sanitised here. Read when the first text of that kind is shown.

import './purify.min.js';
import { el, visible } from './dom.js';

const purify = window.DOMPurify;

/** How long a text may take, in milliseconds, and how much markup is shown. */
const PATIENCE = 10_000;
const MARKUP = 2_000_000;

/** Nothing that loads, sends, moves or names; addresses lead to other servers only, by a click. */
const ALLOWED = {
  ALLOWED_TAGS: ['a', 'b', 'blockquote', 'br', 'code', 'dd', 'del', 'details', 'div', 'dl', 'dt', 'em', 'h1', 'h2', 'h3', 'h4', 'h5',
    'h6', 'hr', 'i', 'ins', 'kbd', 'li', 'ol', 'p', 'pre', 's', 'span', 'strong', 'sub', 'summary', 'sup', 'table', 'tbody', 'td', 'th',
    'thead', 'tr', 'ul', '#text'],
  ALLOWED_ATTR: ['href', 'class', 'start', 'align'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: /^https?:\/\//i,
  RETURN_DOM_FRAGMENT: true,
};

/** The classes of highlighted code; those of the page are not for texts. */
const CLASS = /^hljs-[a-z_-]+(?: [a-z]+_{1,3})*$/;

purify.addHook('uponSanitizeAttribute', (_, data) => {
  if (data.attrName === 'class' && !CLASS.test(data.attrValue)) {
    data.keepAttr = false;
  }
});

let worker = null;
let number = 0;
let queue = Promise.resolve();

function begin() {
  const address = new URL('./render-worker.js', import.meta.url).href;
  const policy = begin.policy ??= window.trustedTypes?.createPolicy('tidemark', { createScriptURL: () => address });
  return new Worker(policy ? policy.createScriptURL('') : address, { type: 'module' });
}

/** Has the worker do something, one after the other; one that takes too long is ended. */
function ask(work) {
  const answer = queue.then(() => new Promise((resolve, reject) => {
    worker ??= begin();
    const id = ++number;
    const end = (then) => {
      window.clearTimeout(timer);
      worker.onmessage = worker.onerror = null;
      then();
    };
    const give = (why) => end(() => {
      worker.terminate();
      worker = null;
      reject(new Error(why));
    });
    const timer = window.setTimeout(() => give('it takes too long'), PATIENCE);
    worker.onerror = () => give('it cannot be read');
    worker.onmessage = ({ data }) => data.id === id
      && end(() => (data.problem ? reject(new Error(data.problem)) : resolve(data.answer)));
    worker.postMessage({ id, ...work });
  }));
  queue = answer.catch(() => {});
  return answer;
}

/** Returns Markdown as nodes for the page, without anything that loads, runs or imitates the page. */
export async function markdown(text) {
  const markup = await ask({ text });
  if (markup.length > MARKUP) {
    throw new Error('it becomes too large');
  }
  const nodes = purify.sanitize(markup, ALLOWED);
  spell(nodes);
  nodes.querySelectorAll('a').forEach(link);
  nodes.querySelectorAll('h1, h2, h3, h4, h5, h6').forEach(heading);
  nodes.querySelectorAll('pre, table').forEach((one) => {
    const frame = el('div.scroll', { tabindex: 0, role: 'group', 'aria-label': one.localName === 'pre' ? 'Code' : 'Table' });
    one.replaceWith(frame);
    frame.append(one);
  });
  return nodes;
}

/** Characters that steer are spelled out, also those that the text had spelled as entities. */
function spell(nodes) {
  const texts = document.createTreeWalker(nodes, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    const shown = visible(node.data);
    if (shown !== node.data) {
      node.data = shown;
    }
  }
}

/** A link leads to another server, in another tab, and names its address; others are texts. */
function link(one) {
  const address = one.getAttribute('href') ?? '';
  const target = URL.canParse(address) ? new URL(address) : null;
  if (target === null || target.origin === location.origin || one.textContent.trim() === '') {
    one.replaceWith(...one.childNodes);
    return;
  }
  one.setAttribute('href', target.href);
  one.setAttribute('target', '_blank');
  one.setAttribute('rel', 'noopener noreferrer nofollow');
  one.setAttribute('title', visible(target.href));
}

/** Headings are below those of the page. */
function heading(one) {
  if (one.textContent.trim() === '') {
    one.remove();
    return;
  }
  const lower = document.createElement('h' + Math.min(6, Number(one.localName[1]) + 2));
  lower.append(...one.childNodes);
  one.replaceWith(lower);
}

/** Returns code as an array of nodes for each of its lines. */
export async function code(text, language) {
  const lines = await ask({ text, language });
  return lines.map((line) => line.map(([part, name]) => (CLASS.test(name) ? el('span', { class: name }, part) : part)));
}
