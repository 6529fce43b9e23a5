// Time: the timeline of one run and of all runs, and what happened over days.

import { get, home } from './api.js';
import { el, fill } from './dom.js';
import { duration, now, time } from './format.js';
import { dailyTotals, runSpans } from './spans.js';

/** Periods to choose from, in days. */
const PERIODS = [['1d', 'Last day', 1], ['7d', 'Last 7 days', 7], ['30d', 'Last 30 days', 30]];

/** How many entries are read, and how many runs are drawn. */
const READ = 9_000;
const DRAWN = 40;

const DAY = 86_400_000;

const LEGEND = [
  ['work', 'work'],
  ['waiting', 'waiting'],
  ['failed', 'failed'],
  ['attempt', 'attempt of an agent'],
  ['approval', 'approval'],
  ['changes', 'changes requested'],
  ['gate', 'gate'],
];

/** The library that draws is read with the first picture. */
const drawing = () => import('./picture.js');

/** A picture that is drawn anew when its frame gets another width. */
export function framed(draw) {
  const frame = el('div.picture');
  let width = 0;
  const observer = new ResizeObserver(() => {
    if (!frame.isConnected) {
      observer.disconnect();
    } else if (frame.clientWidth !== width) {
      width = frame.clientWidth;
      drawing().then((by) => draw(by, frame));
    }
  });
  observer.observe(frame);
  return frame;
}

/** The table behind a picture: an array of cells for each row. */
export function table(caption, titles, rows) {
  return el('details.behind', {}, el('summary', {}, 'As a table'), el('div.scroll', { tabindex: 0, role: 'group', 'aria-label': caption },
    el('table.plain', {}, [
      el('caption.hidden', {}, caption),
      el('thead', {}, el('tr', {}, titles.map((title) => el('th', { scope: 'col' }, title)))),
      el('tbody', {}, rows.map(([first, ...cells]) => el('tr', {}, el('th', { scope: 'row' }, first),
        cells.map((cell) => el('td', {}, cell))))),
    ])));
}

function legend() {
  return el('ul.legend', { 'aria-label': 'What the picture shows' }, LEGEND.map(([kind, words]) => el('li', {}, el('i.key-' + kind), words)));
}

/** Lists what a row of a timeline shows. */
function facts(name, row) {
  const took = (one) => duration(Math.round((one.to - one.from) / 1000)) + (one.open ? ' so far' : '');
  return [
    ...row.spans.map((one) => [one.from, name, one.text, took(one)]),
    ...row.attempts.map((one) => [one.from, name, 'attempt ' + one.number + ' by ' + one.agent
      + (one.outcome ? ': ' + one.outcome : ' under way'), took(one)]),
    ...row.marks.map((one) => [one.at, name, one.text, '']),
  ].sort((one, other) => one[0] - other[0]);
}

function shown(facts) {
  return facts.map(([at, name, what, took]) => [time(new Date(at).toISOString()), name, what, took]);
}

/** The timeline of one run: a row for each phase. */
export function runTimeline(run, history) {
  if (history.problem || history.entries.length === 0) {
    return null;
  }
  const all = runSpans(history.entries, now(), run);
  const named = [...new Set([...run.phases.map((phase) => phase.phase), ...all.spans.map((one) => one.phase)])];
  const rows = named.filter(Boolean).map((phase) => ({
    label: phase,
    spans: all.spans.filter((one) => one.phase === phase),
    attempts: all.attempts.filter((one) => one.phase === phase),
    marks: all.marks.filter((one) => one.phase === phase),
  }));
  rows.push({ label: 'run', spans: [], attempts: [], marks: all.marks.filter((one) => !named.includes(one.phase)) });
  const from = Date.parse(history.entries[0].at);
  const last = Date.parse(history.entries.at(-1).at);
  const to = ['abandoned', 'done'].includes(run.state) ? last : now();
  const waited = all.spans.filter((one) => one.kind === 'waiting').reduce((sum, one) => sum + one.to - one.from, 0);
  return el('section.part.time', { 'aria-labelledby': 'time' }, [
    el('h2', { id: 'time' }, 'Timeline ', el('span.number', {}, duration(Math.round((to - from) / 1000)) + ', '
      + duration(Math.round(waited / 1000)) + ' of it waiting')),
    legend(),
    framed((by, frame) => by.gantt(frame, 'Timeline of the phases of ' + run.run, rows, from, to)),
    table('Timeline of ' + run.run, ['Time', 'Phase', 'What', 'Took'],
      shown(rows.flatMap((row) => facts(row.label, row)).sort((one, other) => one[0] - other[0]))),
  ]);
}

/** Makes the view of all runs over time. */
export function timelineView(page) {
  page.title('Timeline');
  const element = el('div.activity.timelines');
  const trouble = el('div', { role: 'alert' });
  const body = el('div');
  const periods = el('nav.counts', { 'aria-label': 'Period' });
  element.append(el('h1.hidden', {}, 'Timeline'), periods, trouble, body);
  const period = () => PERIODS.find(([key]) => key === new URLSearchParams(location.search).get('since')) ?? PERIODS[1];
  let drawn = '';
  const load = async () => {
    const [key, , days] = period();
    fill(periods, PERIODS.map(([value, words]) => el('a.count', {
      href: home + 'timeline?since=' + value, 'aria-current': value === key && 'true', data: { key: 'since ' + value },
    }, words)));
    const [activity, overview] = await Promise.all([
      get('/api/activity?limit=' + READ + '&since=' + key),
      get('/api/overview'),
    ]);
    page.project(overview.project, overview.at);
    fill(trouble);
    const known = key + JSON.stringify(activity);
    // A table that someone reads is not closed by what has not changed.
    if (known !== drawn) {
      drawn = known;
      fill(body, content(activity, overview, now() - days * DAY));
    }
  };
  return {
    element,
    load,
    takes: () => location.pathname === home + 'timeline',
    fail: (problem) => fill(trouble, el('p.notice.bad', {}, problem.said())),
  };
}

function content(activity, overview, from) {
  const to = now();
  const states = new Map(overview.groups.flatMap((group) => group.runs.map((run) => [run.run, run])));
  const histories = new Map();
  for (const entry of activity.entries) {
    if (!histories.has(entry.run)) {
      histories.set(entry.run, []);
    }
    histories.get(entry.run).push(entry);
  }
  const runs = [...histories].map(([run, entries]) => ({
    label: run,
    last: Date.parse(entries.at(-1).at),
    ...runSpans(entries, to, states.get(run), entries[0].entry > 1 ? from : undefined),
  })).sort((one, other) => other.last - one.last);
  if (runs.length === 0) {
    return el('div.empty', {}, el('h2', {}, 'Nothing happened'), el('p', {}, 'No run was changed in this period.'));
  }
  const rows = runs.slice(0, DRAWN);
  // The axis begins with what there is.
  const first = Math.max(from, Date.parse(activity.entries[0].at) - 1000);
  const days = dailyTotals(runs, activity.entries, from, to);
  return [
    activity.more && el('p.notice', {}, 'Only the newest ' + activity.entries.length + ' entries of this period are shown.'),
    el('section.part.time', { 'aria-labelledby': 'runs-over-time' }, [
      el('h2', { id: 'runs-over-time' }, 'Runs ', el('span.number', {}, rows.length < runs.length
        ? rows.length + ' of ' + runs.length + ', the newest' : runs.length)),
      legend(),
      framed((by, frame) => by.gantt(frame, 'Timeline of ' + rows.length + ' runs', rows, first, to)),
      table('Timeline of all runs', ['Time', 'Run', 'What', 'Took'], shown(rows.flatMap((row) =>
        facts(el('a', { href: home + 'runs/' + encodeURIComponent(row.label) }, row.label), row)))),
    ]),
    el('div.charts', {}, [
      chart('throughput', 'Completed', days, ['phases', 'runs'], (value) => String(Math.round(value))),
      chart('waiting-time', 'Hours of waiting', days, ['waiting'], few),
      chart('cost', 'Cost in USD', days, ['cost'], few),
    ]),
  ];
}

const few = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 3 }).format;

function chart(id, title, days, stack, format) {
  const sum = days.reduce((all, one) => all + stack.reduce((part, key) => part + one[key], 0), 0);
  return el('section.part.time', { 'aria-labelledby': id }, [
    el('h2', { id }, title, ' ', el('span.number', {}, format(sum))),
    stack.length > 1 && el('ul.legend', {}, stack.map((key) => el('li', {}, el('i.key-' + key), key))),
    framed((by, frame) => by.columns(frame, title + ' for each day', days, stack, format)),
    table(title + ' for each day', ['Day', ...stack], days.map((one) =>
      [new Date(one.day).toLocaleDateString(), ...stack.map((key) => format(one[key]))])),
  ]);
}
