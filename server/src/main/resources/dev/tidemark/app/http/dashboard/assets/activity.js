// What happened in all runs: who, what, when, and the session where it is recorded.

import { get, home } from './api.js';
import { el, fill } from './dom.js';
import { actor, age, now, time } from './format.js';

/** How many entries are read at first, and at most. */
const READ = 200;
const MOST = 6_400;

const DAY = 86_400_000;

/** Since when: the words, and how many days before today; null for a time that the server computes. */
const SINCE = [
  ['today', 'Today', 0],
  ['yesterday', 'Since yesterday', 1],
  ['7d', 'Last 7 days', null],
  ['30d', 'Last 30 days', null],
  ['', 'All', null],
];

/** Families of events, as the command line filters them. */
const EVENTS = [
  ['', 'All events'],
  ['phase', 'Phases'],
  ['attempt', 'Attempts'],
  ['evidence', 'Approvals and evidence'],
  ['note', 'Notes'],
  ['decision', 'Decisions'],
  ['task', 'Tasks'],
  ['session', 'Sessions'],
  ['workflow', 'Starts and ends'],
];

const CLOCK = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit',
  hourCycle: 'h23' });
const DATE = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });

/** Makes the stream. What is filtered stands in the address. */
export function activityView(page) {
  page.title('Activity');
  const element = el('div.activity');
  const trouble = el('div', { role: 'alert' });
  const periods = el('nav.counts', { 'aria-label': 'Period' });
  const list = el('div');
  const view = { data: null, read: READ, people: new Set() };
  const change = () => page.go(address({
    ...filterOf(),
    by: by.value,
    event: event.value,
    q: search.value.trim(),
  }), true);
  const search = el('input', {
    id: 'search',
    type: 'search',
    placeholder: 'Search runs and what happened',
    'aria-label': 'Search runs and what happened',
    autocomplete: 'off',
    on: { input: () => {
      history.replaceState(null, '', address({ ...filterOf(), q: search.value.trim() }));
      render();
    } },
  });
  const by = el('select', { id: 'by', 'aria-label': 'Person or agent', on: { change } });
  const event = el('select', { id: 'event', 'aria-label': 'Kind of event', on: { change } },
    EVENTS.map(([value, words]) => el('option', { value }, words)));
  element.append(
    el('h1.hidden', {}, 'Activity'),
    periods,
    el('div.controls', { role: 'search' }, el('span.search', {}, search, el('kbd', { 'aria-hidden': 'true' }, '/')),
      by, event),
    trouble,
    list,
  );

  const render = () => {
    const filter = filterOf();
    fill(periods, SINCE.map(([value, words]) => el('a.count', {
      href: address({ ...filter, since: value }),
      'aria-current': filter.since === value && 'true',
      data: { key: 'since ' + value },
    }, words)));
    if (document.activeElement !== search) {
      search.value = filter.q;
    }
    event.value = filter.event;
    if (!view.data) {
      return;
    }
    view.data.entries.forEach((entry) => view.people.add(entry.by.name));
    const people = [...new Set([...view.people, filter.by])].filter(Boolean).sort();
    by.replaceChildren(...['', ...people].map((name) => el('option', { value: name }, name || 'Everyone')));
    by.value = filter.by;
    fill(list, stream(view, filter, () => ((view.read *= 2), load())));
  };

  const load = async () => {
    const filter = filterOf();
    const words = new URLSearchParams({ limit: view.read });
    const since = moment(filter.since);
    since && words.set('since', since);
    filter.by && words.set('by', filter.by);
    filter.event && words.set('event', filter.event);
    view.data = await get('/api/activity?' + words);
    fill(trouble);
    render();
  };

  render();
  return {
    element,
    load,
    takes: () => {
      const here = location.pathname === home + 'activity';
      if (here) {
        render();
      }
      return here;
    },
    fail: (problem) => {
      fill(trouble, el('p.notice.bad', {}, problem.said()));
    },
  };
}

function filterOf() {
  const words = new URLSearchParams(location.search);
  return {
    since: words.get('since') ?? '',
    by: words.get('by') ?? '',
    event: words.get('event') ?? '',
    q: (words.get('q') ?? '').trim(),
  };
}

function address(filter) {
  const words = new URLSearchParams();
  Object.entries(filter).forEach(([key, value]) => value && words.set(key, value));
  return home + 'activity' + (words.size > 0 ? '?' + words : '');
}

/** Returns the moment that a period begins: a day begins at midnight of the reader. */
function moment(since) {
  const days = SINCE.find(([value]) => value === since)?.[2] ?? null;
  if (days === null) {
    return since;
  }
  const begin = new Date(now());
  begin.setHours(0, 0, 0, 0);
  begin.setDate(begin.getDate() - days);
  return begin.toISOString();
}

function stream(view, filter, more) {
  const words = filter.q.toLowerCase().split(/\s+/);
  const entries = view.data.entries
    .filter((entry) => {
      const text = (entry.run + ' ' + entry.text + ' ' + entry.by.name).toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .reverse();
  const days = new Map();
  entries.forEach((entry) => {
    const day = DATE.format(Date.parse(entry.at));
    if (!days.has(day)) {
      days.set(day, []);
    }
    days.get(day).push(entry);
  });
  return [
    view.data.damaged.length > 0 && el('p.notice.bad', {},
      'Left out, because their history cannot be read: ' + view.data.damaged.join(', ') + '.'),
    entries.length === 0
      ? el('div.empty', {}, el('h2', {}, 'Nothing happened'), el('p', {}, 'No entry fits this period and these filters.'))
      : el('table.stream', { role: 'table', 'aria-label': 'Activity, the newest first' }, [
        el('thead', { role: 'rowgroup' }, el('tr', { role: 'row' },
          ['Time', 'Who', 'Run', 'What'].map((title) =>
            el('th', { role: 'columnheader', scope: 'col' }, title)))),
        [...days].map(([day, all]) => el('tbody', { role: 'rowgroup' }, [
          el('tr.day', { role: 'row' }, el('th', { role: 'rowheader', scope: 'rowgroup', colspan: 4 },
            el('h2', {}, day, ' ', el('span.number', {}, all.length)))),
          all.map(row),
        ])),
      ]),
    view.data.more && view.read < MOST && el('button', { type: 'button', data: { key: 'more' }, on: { click: more } },
      'Show more'),
  ];
}

function row(entry) {
  const cell = (kind, ...inner) => el('td.' + kind, { role: 'cell' }, ...inner);
  const by = entry.by;
  const kinds = entry.events.map((one) => one.kind);
  return el('tr.entry' + (kinds.includes('phase.failed') ? '.bad' : ''), { role: 'row' }, [
    cell('at', el('time', { datetime: entry.at, title: time(entry.at) + ', ' + age(entry.at) + ' ago' },
      CLOCK.format(Date.parse(entry.at)))),
    cell('who', el('span.actor.' + by.kind, { title: by.kind + (by.host ? ' on ' + by.host : '') },
      el('bdi', {}, actor(by)))),
    cell('run', el('a.run', {
      href: home + 'runs/' + encodeURIComponent(entry.run)
        + (entry.entry > 1 ? '?from=' + (entry.entry - 1) + '&to=' + entry.entry : ''),
      'aria-label': entry.run + ', entry ' + entry.entry,
    }, el('bdi', {}, entry.run))),
    el('td.what', { role: 'cell', title: entry.text }, entry.text, session(entry)),
  ]);
}

/** The session of the agent: the journal has it of captured and sealed sessions only. */
function session(entry) {
  const name = entry.events.map((one) => one.session ?? one.capture?.session ?? one.details?.session).find(Boolean);
  return name && el('span.faint', { title: name }, ' session ', el('bdi', {}, name.slice(0, 8)));
}
