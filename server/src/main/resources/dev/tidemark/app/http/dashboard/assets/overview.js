// The first view: one table of all runs in groups, first those that failed, are blocked or wait.

import { base, get, home } from './api.js';
import { command, el, fill, keepFocus } from './dom.js';
import { controls, filterOf, isFiltered, matches, overviewAddress, sorted, updateControls } from './filter.js';
import { age, approves, names, time } from './format.js';

/** How many runs of a group are drawn at first, and how many more with each step of scrolling. */
const SHOWN = 100;
const STEP = 50;

const EMPTY = {
  failed: 'Nothing has failed.',
  blocked: 'Nothing is blocked.',
  diverged: 'Nothing has diverged.',
  missing: 'Nothing is missing.',
  damaged: 'Nothing is damaged.',
  waiting: 'Nothing waits for you.',
  running: 'Nothing is running.',
  doubt: 'Nothing is stuck or in doubt.',
  done: 'Nothing is done yet.',
};

/** Groups that are counted only if there are runs in them. */
const RARE = ['failed', 'blocked', 'diverged', 'missing', 'damaged'];

/** The columns: what their heading says, and by what they are sorted; null if by nothing. */
const COLUMNS = [
  ['Run', 'run'],
  ['Phase', 'phase'],
  ['By', 'by'],
  ['Branch', 'branch'],
  ['Reason', null],
  ['Next step', null],
  ['Changed', 'changed'],
];

/** Makes the view of all runs. What is searched, filtered, sorted and opened stands in the address. */
export function overviewView(page) {
  page.title('');
  const element = el('div.overview');
  const counts = el('nav.counts', { 'aria-label': 'Groups' });
  const groups = el('div.groups');
  const trouble = el('div', { role: 'alert' });
  const view = { page, data: null, done: null, fresh: new Set(), drawn: new Map(), fitting: new Map(), rows: new Map() };

  const render = () => {
    const filter = filterOf(location.search);
    const named = view.data.groups.filter(
      (group) => group.count > 0 || filter.group === group.group || !RARE.includes(group.group),
    );
    fill(counts, named.map((group) => count(group, filter)));
    updateControls(bar, runs(view), filter);
    // Rows that stay are taken out of the page while the content is made, and lose the focus then.
    keepFocus(groups, () => fill(groups, content(view, filter, render)));
    more.disconnect();
    groups.querySelectorAll('tr.more').forEach((row) => more.observe(row));
  };
  const change = (filter) => {
    history.replaceState(null, '', overviewAddress(filter));
    if (view.data && needsDone(view, filter)) {
      page.go(overviewAddress(filter), true);
    } else if (view.data) {
      render();
    }
  };
  // What comes next is drawn before it is scrolled to.
  const more = new IntersectionObserver((entries) => {
    entries.filter((entry) => entry.isIntersecting).forEach(({ target }) => extend(view, target));
  }, { rootMargin: '1500px' });
  const bar = controls(change);
  element.append(el('h1.hidden', {}, 'Runs'), counts, bar, trouble, groups);
  const load = async () => {
    view.data = await get('/api/overview');
    page.project(view.data.project, view.data.at);
    fill(trouble);
    if (needsDone(view, filterOf(location.search))) {
      const all = await get('/api/runs?all=true');
      view.done = all.runs.filter((run) => ['abandoned', 'done'].includes(run.state));
    }
    render();
    page.counted(view.data);
    page.title('Runs');
    view.fresh.clear();
  };
  return {
    element,
    load,
    takes: () => {
      const here = location.pathname === home;
      if (here && view.data) {
        render();
      }
      return here;
    },
    concerns: (runs) => {
      runs.forEach((run) => view.fresh.add(run));
      return true;
    },
    fail: (problem) => {
      fill(trouble, el('p.notice.bad', {}, problem.said()));
    },
  };
}

/** Adds the next rows of a group before the row that stands for the rest of them. */
function extend(view, rest) {
  const { group, fitting } = view.fitting.get(rest.dataset.group);
  const shown = view.drawn.get(group.group) ?? SHOWN;
  const next = fitting.slice(shown, shown + STEP);
  view.drawn.set(group.group, shown + next.length);
  rest.before(...next.map((run) => known(view, run, group)));
  if (shown + next.length >= fitting.length) {
    rest.remove();
  }
}

function groupOf(view, name) {
  return view.data.groups.find((group) => group.group === name);
}

function runs(view) {
  return view.data.groups.flatMap((group) => group.runs);
}

/** Finished runs beyond the newest are read on demand. */
function needsDone(view, filter) {
  const done = groupOf(view, 'done');
  return done.count > done.runs.length && (isFiltered(filter) || isOpen(done, filter));
}

/** Finished runs are shown on demand, or where they are searched. */
function isOpen(group, filter) {
  return group.group !== 'done' || filter.open === 'done' || filter.group === 'done' || filter.q !== '';
}

function count(group, filter) {
  const chosen = filter.group === group.group;
  const target = overviewAddress({ ...filter, group: chosen ? '' : group.group });
  return el(
    'a.count.' + group.group,
    { href: target, 'aria-current': chosen && 'true', data: { key: 'count ' + group.group } },
    el('strong', {}, group.count),
    el('span', {}, group.title),
  );
}

function content(view, filter, render) {
  const total = view.data.groups.reduce((sum, group) => sum + group.count, 0);
  if (total === 0) {
    return el('div.empty', {}, [
      el('h2', {}, 'No runs yet'),
      el('p', {}, 'A run shows here as soon as one is started in this project.'),
      command('tidemark start implement/auth'),
    ]);
  }
  const bodies = view.data.groups
    .filter((group) => !filter.group || filter.group === group.group)
    .map((group) => body(view, group, filter, render))
    .filter(Boolean);
  if (bodies.length > 0) {
    return el('table.runs', { role: 'table', 'aria-label': 'Runs' }, head(filter), bodies);
  }
  return el('div.empty', {}, [
    el('h2', {}, 'No run matches'),
    el('p', {}, filter.q
      ? 'Nothing here has \u201c' + filter.q + '\u201d in its name, phase, branch or remarks.'
      : 'No run fits these filters.'),
    el('a.button', { href: home }, 'Show all runs'),
  ]);
}

function head(filter) {
  const [sort, down] = filter.sort.startsWith('-') ? [filter.sort.slice(1), true] : [filter.sort, false];
  return el('thead', { role: 'rowgroup' }, el('tr', { role: 'row' }, COLUMNS.map(([title, key]) => {
    const chosen = key !== null && key === sort;
    // From the first to the last, back, and as the groups are ordered.
    const next = !chosen ? key : down ? '' : '-' + key;
    return el('th', { role: 'columnheader', scope: 'col',
      'aria-sort': chosen && (down ? 'descending' : 'ascending') },
      key === null ? title : el('a', { href: overviewAddress({ ...filter, sort: next }),
        data: { key: 'sort ' + key } }, title));
  })));
}

function body(view, group, filter, render) {
  const whole = group.group === 'done' && needsDone(view, filter) && view.done;
  const all = whole ? view.done : group.runs;
  const fitting = sorted(all.filter((run) => matches(run, filter)), filter.sort);
  if (fitting.length === 0 && filter.group !== group.group) {
    return null;
  }
  view.fitting.set(group.group, { group, fitting });
  const filtered = isFiltered(filter);
  const open = isOpen(group, filter);
  const shown = open ? fitting.slice(0, view.drawn.get(group.group) ?? SHOWN) : [];
  const id = 'group-' + group.group;
  return el('tbody.group.' + group.group, { role: 'rowgroup', 'aria-labelledby': id }, [
    el('tr.title', { role: 'row' }, el('th', { role: 'rowheader', scope: 'rowgroup', colspan: COLUMNS.length }, [
      el('h2', { id }, el('span.words', {}, group.title), ' ',
        el('span.number', {}, filtered ? fitting.length + ' of ' + group.count : group.count)),
      group.group === 'done' && filter.group !== 'done' && filter.q === '' && el('a.fold', {
        href: overviewAddress({ ...filter, open: open ? '' : 'done' }),
        data: { key: 'fold' },
      }, open ? 'Hide' : 'Show'),
    ])),
    fitting.length === 0 && el('tr.none', { role: 'row' },
      el('td.faint', { role: 'cell', colspan: COLUMNS.length }, EMPTY[group.group])),
    shown.map((run) => known(view, run, group)),
    open && fitting.length > shown.length && el('tr.more', { role: 'row', data: { group: group.group } },
      el('td', { role: 'cell', colspan: COLUMNS.length }, el('button.small', {
        type: 'button',
        data: { key: 'more ' + group.group },
        on: { click: () => (view.drawn.set(group.group, fitting.length), render()) },
      }, 'Show all ' + fitting.length))),
  ]);
}

/** Rows that look as before are not made again: of thousands of runs few change at a time. */
function known(view, run, group) {
  const key = JSON.stringify([run, group.group, age(run.updated_at)]);
  const before = view.rows.get(run.run);
  if (before?.key === key && !view.fresh.has(run.run)) {
    return before.element;
  }
  const element = row(run, group, view);
  // One that is marked as changed is drawn once.
  view.rows.set(run.run, { key: view.fresh.has(run.run) ? '' : key, element });
  return element;
}

/** Makes the entry of a run; the view may name another project than that of the page. */
export function row(run, group, view) {
  const address = (view.base ?? base) + '/runs/' + encodeURIComponent(run.run);
  const name = names(run);
  const reason = remarks(run, group).join(', ');
  const branch = run.branch ?? '';
  const cell = (kind, ...inner) => el('td.' + kind, { role: 'cell' }, ...inner);
  return el('tr.row' + (view.fresh.has(run.run) ? '.fresh' : ''), { role: 'row' }, [
    el('th.name', { role: 'rowheader', scope: 'row' },
      el('a.run', { href: address, data: { key: 'run ' + address },
        title: run.run + (run.goal ? ': ' + run.goal : '') }, [
        el('bdi.title', {}, name.title), ' ',
        run.goal && [el('bdi.goal', {}, run.goal), ' '],
        el('bdi.above', {}, name.above),
      ])),
    cell('where', progress(run)),
    cell('by', person(run)),
    el('td.branch', { role: 'cell', title: branch }, branch && el('bdi', {}, branch)),
    el('td.remarks', { role: 'cell', title: reason }, reason),
    cell('next', group.group === 'done' ? null : step(run, view, address)),
    cell('age', el('time', { datetime: run.updated_at ?? '', title: time(run.updated_at) }, age(run.updated_at))),
  ]);
}

/**
 * The next step is the command that the command line names, for the work tree of its project; a button
 * where it can be done here.
 */
function step(run, view, address) {
  const phase = run.state === 'waiting' ? approves(run.command) : null;
  return [
    phase && view.page.may('approve') && el('a.button.primary.small', {
      href: address + '?approve=' + encodeURIComponent(phase),
      'aria-label': 'Review and approve ' + phase + ' of ' + run.run,
      data: { key: 'approve ' + address },
    }, 'Review'),
    !view.base && command(run.command),
  ];
}

/** Who made the last change, or the agent whose attempt is under way. */
function person(run) {
  const agent = run.attempt?.agent;
  const by = run.by;
  const name = agent ?? by?.name ?? '';
  const kind = agent ? 'agent' : by?.kind;
  return name && el('span.actor.' + kind, { title: kind + ' ' + name }, el('bdi', {}, name));
}

function remarks(run, group) {
  const reason = run.problem ? run.state + ': ' + run.problem : run.reason;
  const rest = (run.remarks ?? '').startsWith(reason) ? run.remarks.slice(reason.length) : run.remarks;
  const said = [reason, ...(rest ?? '').split(', '), ...(run.attempt?.lines ?? [])];
  return said.filter((remark) => remark && !(group.group === 'done' && remark === 'done'));
}

/** How many phases are done of how many, as words and as a bar. */
export function progress(run) {
  const [done, total] = run.progress.split('/').map(Number);
  if (total === 0) {
    return el('span.progress', {}, el('span.phase', {}, run.phase ?? (run.problem ? 'cannot be read' : 'not begun')));
  }
  const label = [done + ' of ' + total, el('span.of', {}, ' done')];
  const bar = el('span.bar', { 'aria-hidden': 'true' });
  for (let i = 0; i < Math.min(total, 24); i++) {
    const at = Math.floor((i * total) / Math.min(total, 24));
    bar.append(el('i' + (at < done ? '.full' : '')));
  }
  const tasks = run.task_progress && el('span.words', {}, 'tasks ' + run.task_progress);
  return el('span.progress', {}, bar, el('span.words', {}, label), run.phase && el('bdi.phase', {}, run.phase), tasks);
}
