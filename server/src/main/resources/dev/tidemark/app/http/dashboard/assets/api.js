// Speaks with the server. Every answer is the JSON of a verb; every refusal becomes a Problem.

/** What the addresses of this page begin with: `/projects/NAME` on a server of several; else nothing. */
export const base = baseOf(location.pathname);

/** The address of all runs. */
export const home = base + '/';

/** Returns what an address of a page begins with. */
export function baseOf(path) {
  return /^\/projects\/[^/]+/.exec(path)?.[0] ?? '';
}

/** Something that did not come to pass: what the server says about it, in words for people. */
export class Problem extends Error {
  constructor(status, body) {
    const error = body?.error ?? body?.blockers?.[0] ?? {};
    super(error.message ?? error.reason ?? 'The server answered with status ' + status);
    this.status = status;
    this.body = body;
    this.code = error.code ?? '';
    this.hint = error.hint ?? '';
    this.blockers = body?.blockers ?? [];
  }

  /** Returns what happened and what can be done about it, as sentences. */
  said() {
    const ended = /[.!?]$/.test(this.message) ? this.message : this.message + '.';
    return (ended.charAt(0).toUpperCase() + ended.slice(1) + ' ' + this.hint).trim();
  }
}

/** The server cannot be reached. */
export class Unreachable extends Problem {
  constructor() {
    super(0, {
      error: {
        code: 'unreachable',
        message: 'The server does not answer.',
        hint: 'Is tidemark serve still running? This page tries again by itself.',
      },
    });
  }
}

async function ask(path, options) {
  let response;
  let text;
  try {
    response = await fetch(path, { credentials: 'same-origin', ...options });
    text = await response.text();
  } catch {
    throw new Unreachable();
  }
  let body = null;
  try {
    body = JSON.parse(text);
  } catch {
    // An answer without JSON; its status says enough.
  }
  if (!response.ok) {
    throw new Problem(response.status, body);
  }
  return body;
}

/** Reads. */
export function get(path) {
  return ask(base + path, { headers: { Accept: 'application/json' } });
}

/** Changes something. */
export function post(path, body) {
  return ask(base + path, {
    method: 'POST',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** Returns the address of a run in the API: its name as one segment. */
export function runPath(name, below = '') {
  return '/api/runs/' + encodeURIComponent(name) + below;
}
