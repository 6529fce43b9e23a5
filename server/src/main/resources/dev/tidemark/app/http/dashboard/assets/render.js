// Markdown and code for the page: made by a worker, sanitised here. Read when the first text of that kind is shown.

import './purify.min.js';
import { el, visible } from './dom.js';

const purify = window.DOMPurify;

/** Timeouts for loading the libraries and for rendering one text, in milliseconds, and how much markup is shown. */
const LOAD_TIMEOUT = 60_000;
const RENDER_TIMEOUT = 10_000;
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

/** Returns an error that the text itself causes, so that trying again is of no use. */
const atFault = (why) => Object.assign(new Error(why), { permanent: true });

/**
 * Has the worker render one text after the other; one that takes too long is ended. Its time begins when the worker
 * has loaded what it needs.
 */
function ask(work) {
  const answer = queue.then(() => new Promise((resolve, reject) => {
    worker ??= begin();
    const id = ++number;
    const end = (then) => {
      window.clearTimeout(timer);
      worker.onmessage = worker.onerror = null;
      then();
    };
    const give = (problem) => end(() => {
      worker.terminate();
      worker = null;
      reject(problem);
    });
    const unloaded = () => give(new Error('the renderer cannot be loaded'));
    let timer = window.setTimeout(unloaded, LOAD_TIMEOUT);
    worker.onerror = unloaded;
    worker.onmessage = ({ data }) => {
      if (data.id !== id) {
        return;
      }
      if (data.loaded) {
        window.clearTimeout(timer);
        timer = window.setTimeout(() => give(atFault('it takes too long')), RENDER_TIMEOUT);
        worker.onerror = () => give(atFault('it cannot be read'));
      } else if (data.unloaded) {
        unloaded();
      } else {
        end(() => (data.problem ? reject(atFault(data.problem)) : resolve(data.answer)));
      }
    };
    worker.postMessage({ id, ...work });
  }));
  queue = answer.catch(() => {});
  return answer;
}

/** Returns Markdown as nodes for the page, without anything that loads, runs or imitates the page. */
export async function markdown(text) {
  const markup = await ask({ text });
  if (markup.length > MARKUP) {
    throw atFault('it becomes too large');
  }
  try {
    return sanitised(markup);
  } catch (problem) {
    throw atFault(problem.message);
  }
}

function sanitised(markup) {
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

/** Control and bidirectional characters are shown by their code points, also those written as entities. */
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

/** Names of this machine, as URL writes them; a link to one may lead to this very server. */
const LOOPBACK = /^(?:(?:.*\.)?localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\]|\[::ffff:(?:7f[\da-f]{2}:[\da-f]+|0:0)\])$/;

/** Returns whether an address is one of this server or of this machine, at any port. */
function isOwn({ hostname }) {
  const host = hostname.replace(/\.$/, '');
  return host === location.hostname.replace(/\.$/, '') || LOOPBACK.test(host);
}

/** A link leads to another server, in another tab, and names its address; others are texts. */
function link(one) {
  const address = one.getAttribute('href') ?? '';
  const target = URL.canParse(address) ? new URL(address) : null;
  if (target === null || isOwn(target) || one.textContent.trim() === '') {
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
