// How numbers, times and names are written.

/** How far the clock of the server is ahead of ours, in milliseconds. */
let ahead = 0;

/** Takes the time of the server from one of its answers. */
export function setClock(at) {
  const server = Date.parse(at);
  if (!Number.isNaN(server)) {
    ahead = server - Date.now();
  }
}

/** Returns the present by the clock of the server. */
export function now() {
  return Date.now() + ahead;
}

/** Returns how long ago a time was, as `tidemark list` says it; empty where unknown. */
export function age(at) {
  const seconds = Math.floor((now() - Date.parse(at)) / 1000);
  return Number.isNaN(seconds) ? '' : duration(Math.max(0, seconds));
}

/** Returns a length of time in its largest unit. */
export function duration(seconds) {
  if (seconds < 60) {
    return seconds + ' s';
  }
  if (seconds < 3600) {
    return Math.floor(seconds / 60) + ' min';
  }
  return seconds < 48 * 3600
    ? Math.floor(seconds / 3600) + ' h'
    : Math.floor(seconds / 86400) + ' d';
}

const TIME = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'medium',
});

/** Returns a time as people here write it; as it stands if it is none. */
export function time(at) {
  const parsed = Date.parse(at);
  return Number.isNaN(parsed) ? String(at ?? '') : TIME.format(parsed);
}

/** Returns what a run is about, and where that belongs. */
export function names(run) {
  return run.item
    ? { title: run.item, above: run.format + ' / ' + run.workflow }
    : { title: run.workflow, above: run.format };
}

/** Returns a word of the API as people read it. */
export function words(text) {
  return String(text).replaceAll(/[_.-]/g, ' ');
}

/** Returns the phase that a command approves; null if it approves none. */
export function approves(text) {
  const found = /^tidemark approve (.+) --run \S+$/u.exec(text ?? '');
  if (!found) {
    return null;
  }
  return found[1].startsWith("'")
    ? found[1].slice(1, -1).replaceAll("'\\''", "'")
    : found[1];
}

/** Returns the actor of an entry. */
export function actor(by) {
  if (!by) {
    return 'unknown';
  }
  const name = by.name || by.kind || 'unknown';
  return by.version ? name + ' ' + by.version : name;
}
