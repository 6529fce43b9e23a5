// What of all runs is shown: searched, filtered and sorted by the address.

import { home } from './api.js';
import { el } from './dom.js';
import { now } from './format.js';

const KEYS = ['q', 'group', 'by', 'workflow', 'branch', 'age', 'format', 'sort', 'open'];

const DAY = 86_400_000;

/** Ages to choose from: their words, and the least and most time since the last change. */
const AGES = {
  hour: ['Changed in the last hour', 0, DAY / 24],
  day: ['Changed in the last day', 0, DAY],
  week: ['Changed in the last week', 0, 7 * DAY],
  'over-day': ['Unchanged for a day', DAY, Infinity],
  'over-week': ['Unchanged for a week', 7 * DAY, Infinity],
};

/** The selects: key, label, and what a run has there. */
const SELECTS = [
  ['by', 'Everyone', (run) => [run.by?.name, run.attempt?.agent]],
  ['workflow', 'All workflows', (run) => [run.workflow]],
  ['branch', 'All branches', (run) => [run.branch]],
  ['format', 'All formats', (run) => [run.format]],
];

/** Returns what the query of an address asks for; a missing part is the empty text. */
export function filterOf(query) {
  const words = new URLSearchParams(query);
  return Object.fromEntries(KEYS.map((key) => [key, (words.get(key) ?? '').trim()]));
}

/** Returns the address of the overview with a filter. */
export function overviewAddress(filter) {
  const words = new URLSearchParams();
  KEYS.forEach((key) => filter[key] && words.set(key, filter[key]));
  return home + (words.size > 0 ? '?' + words : '');
}

/** Returns whether less than all runs of a group are shown. */
export function isFiltered(filter) {
  return ['q', 'by', 'workflow', 'branch', 'age', 'format'].some((key) => filter[key] !== '');
}

export function matches(run, filter) {
  for (const [key, , values] of SELECTS) {
    if (filter[key] && !values(run).includes(filter[key])) {
      return false;
    }
  }
  const ages = AGES[filter.age];
  const since = now() - Date.parse(run.updated_at);
  if (ages && !(since >= ages[1] && since <= ages[2])) {
    return false;
  }
  if (filter.q === '') {
    return true;
  }
  const text = [run.run, run.phase, run.branch, run.remarks, run.goal, run.waiting_for, run.state, run.by?.name]
    .filter(Boolean)
    .join(' ')
    .toLowerCase();
  return filter.q.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

const ORDERS = {
  run: (run) => run.run,
  phase: (run) => {
    const [done, total] = run.progress.split('/').map(Number);
    return total === 0 ? 0 : done / total;
  },
  by: (run) => run.attempt?.agent ?? run.by?.name ?? '',
  branch: (run) => run.branch ?? '',
  changed: (run) => -(Date.parse(run.updated_at) || 0),
};

/** Returns runs in an order: a column, with a minus for the reverse; as they come without one. */
export function sorted(runs, sort) {
  const order = ORDERS[sort.replace(/^-/, '')];
  if (!order) {
    return runs;
  }
  const keyed = runs.map((run) => [order(run), run]);
  const sign = sort.startsWith('-') ? -1 : 1;
  const compare = new Intl.Collator(undefined, { numeric: true }).compare;
  keyed.sort(([one], [other]) => sign * (typeof one === 'number' ? one - other : compare(one, other)));
  return keyed.map(([, run]) => run);
}

/** Makes search and selects; `change` is told the filter that they then stand for. */
export function controls(change) {
  const input = el('input', {
    id: 'search',
    type: 'search',
    placeholder: 'Search runs, branches, phases',
    'aria-label': 'Search runs, branches and phases',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const apply = () => {
    const filter = filterOf(location.search);
    bar.querySelectorAll('select').forEach((select) => (filter[select.id] = select.value));
    change({ ...filter, q: input.value.trim() });
  };
  let timer = 0;
  input.addEventListener('input', () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(apply, 120);
  });
  const select = (id, label) => el('select', { id, 'aria-label': label, on: { change: apply } });
  const bar = el('div.controls', { role: 'search' }, [
    el('span.search', {}, input, el('kbd', { 'aria-hidden': 'true' }, '/')),
    select('by', 'Person or agent'),
    select('workflow', 'Workflow'),
    select('branch', 'Branch'),
    select('age', 'Age'),
    select('format', 'Format'),
  ]);
  return bar;
}

/** Shows a filter in the controls, with what the runs leave to choose from. */
export function updateControls(bar, runs, filter) {
  const input = bar.querySelector('#search');
  if (document.activeElement !== input) {
    input.value = filter.q;
  }
  for (const [key, all, values] of SELECTS) {
    const found = [...new Set([...runs.flatMap(values), filter[key]])].filter(Boolean).sort();
    options(bar.querySelector('#' + key), [['', all], ...found.map((value) => [value, value])], filter[key]);
  }
  const ages = Object.entries(AGES).map(([key, [words]]) => [key, words]);
  options(bar.querySelector('#age'), [['', 'Any age'], ...ages], filter.age);
}

/** An open list is not replaced by the same. */
function options(select, known, chosen) {
  const key = JSON.stringify(known);
  if (select.dataset.known !== key) {
    select.dataset.known = key;
    select.replaceChildren(...known.map(([value, words]) => el('option', { value }, words)));
  }
  select.value = chosen;
}
