// The first view: runs that failed, are blocked, wait for a person or are damaged, then all others.

import { base, get, home } from './api.js';
import { command, el, fill } from './dom.js';
import { age, approves, names, time } from './format.js';

/** How many runs of a group are shown at first. */
const SHOWN = 100;

/** Groups that are shown only if there are runs in them. */
const RARE = ['failed', 'blocked', 'diverged', 'damaged'];

const EMPTY = {
  failed: 'Nothing has failed.',
  blocked: 'Nothing is blocked.',
  diverged: 'Nothing has diverged.',
  damaged: 'Nothing is damaged.',
  waiting: 'Nothing waits for you.',
  running: 'Nothing is running.',
  doubt: 'Nothing is stuck or in doubt.',
  done: 'Nothing is done yet.',
};

/** Makes the view of all runs. What is searched and filtered stands in the address. */
export function overviewView(page) {
  page.title('');
  const element = el('div.overview');
  const controls = el('div.controls');
  const counts = el('nav.counts', { 'aria-label': 'Groups' });
  const groups = el('div.groups');
  const trouble = el('div', { role: 'alert' });
  element.append(el('h1.hidden', {}, 'Runs'), counts, controls, trouble, groups);
  const view = { page, data: null, done: null, fresh: new Set(), more: new Set() };

  const render = () => {
    const filter = filterOf(location.search);
    const named = view.data.groups.filter((group) => isShown(group, filter));
    fill(counts, named.map((group) => count(group, filter)));
    fill(groups, content(view, filter, render));
  };
  controls.append(...search(page, () => view.data, render));
  return {
    element,
    takes: () => {
      const here = location.pathname === home;
      if (here && view.data) {
        const filter = filterOf(location.search);
        controls.querySelector('#search').value = filter.q;
        controls.querySelector('#dialect').value = filter.dialect;
        render();
      }
      return here;
    },
    concerns: (runs) => {
      runs.forEach((run) => view.fresh.add(run));
      return true;
    },
    load: async () => {
      view.data = await get('/api/overview');
      page.project(view.data.project, view.data.at);
      fill(trouble);
      if (needsDone(view, filterOf(location.search))) {
        view.done = (await get('/api/runs?all=true')).runs.filter((run) => run.state === 'done');
      }
      render();
      const waiting = groupOf(view, 'waiting').count;
      page.title(waiting > 0 ? '(' + waiting + ') Runs' : 'Runs');
      view.fresh.clear();
    },
    fail: (problem) => {
      fill(trouble, el('p.notice.bad', {}, problem.said()));
    },
  };
}

function filterOf(address) {
  const words = new URLSearchParams(address);
  return {
    q: (words.get('q') ?? '').trim(),
    group: words.get('group') ?? '',
    dialect: words.get('dialect') ?? '',
  };
}

function address(filter) {
  const words = new URLSearchParams();
  Object.entries(filter).forEach(([key, value]) => value && words.set(key, value));
  return words.size > 0 ? home + '?' + words : home;
}

function groupOf(view, name) {
  return view.data.groups.find((group) => group.group === name);
}

function isShown(group, filter) {
  return group.count > 0 || filter.group === group.group || !RARE.includes(group.group);
}

/** Finished runs beyond the newest are read on demand. */
function needsDone(view, filter) {
  const done = groupOf(view, 'done');
  return done.count > done.runs.length && (filter.q !== '' || filter.group === 'done');
}

function search(page, data, render) {
  const filter = filterOf(location.search);
  const input = el('input', {
    id: 'search',
    type: 'search',
    placeholder: 'Search runs, branches, phases',
    'aria-label': 'Search runs, branches and phases',
    value: filter.q,
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const select = el('select', { id: 'dialect', 'aria-label': 'Protocol' });
  const options = ['', 'state', 'phase', 'item', 'flow'];
  select.append(
    ...options.map((name) =>
      el('option', { value: name, selected: name === filter.dialect }, name || 'All protocols'),
    ),
  );
  let timer = 0;
  const apply = () => {
    const chosen = { ...filterOf(location.search), q: input.value.trim(), dialect: select.value };
    history.replaceState(null, '', address(chosen));
    if (data()) {
      if (needsDone({ data: data() }, chosen)) {
        page.go(address(chosen), true);
        document.getElementById('search')?.focus();
      } else {
        render();
      }
    }
  };
  input.addEventListener('input', () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(apply, 120);
  });
  select.addEventListener('change', apply);
  return [el('span.search', {}, input, el('kbd', { 'aria-hidden': 'true' }, '/')), select];
}

function count(group, filter) {
  const chosen = filter.group === group.group;
  const target = address({ ...filter, group: chosen ? '' : group.group });
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
  const shown = view.data.groups.filter(
    (group) => (!filter.group || filter.group === group.group) && isShown(group, filter),
  );
  const sections = shown.map((group) => section(view, group, filter, render)).filter(Boolean);
  if (sections.length > 0) {
    return sections;
  }
  return el('div.empty', {}, [
    el('h2', {}, 'No run matches'),
    el('p', {}, 'Nothing here has \u201c' + filter.q + '\u201d in its name, phase, branch or remarks.'),
    el('a.button', { href: home }, 'Show all runs'),
  ]);
}

function section(view, group, filter, render) {
  const all = group.group === 'done' && needsDone(view, filter) && view.done ? view.done : group.runs;
  const runs = all.filter((run) => matches(run, filter));
  const filtered = filter.q !== '' || filter.dialect !== '';
  if (runs.length === 0 && filtered) {
    return null;
  }
  const whole = view.more.has(group.group);
  const rows = (whole ? runs : runs.slice(0, SHOWN)).map((run) => row(run, group, view));
  const id = 'group-' + group.group;
  const number = filtered ? runs.length + ' of ' + group.count : String(group.count);
  return el('section.group.' + group.group, { 'aria-labelledby': id }, [
    el('h2', { id }, el('span.words', {}, group.title), ' ', el('span.number', {}, number)),
    runs.length === 0 ? el('p.faint', {}, EMPTY[group.group]) : el('ul.runs', {}, rows),
    rest(view, group, runs, rows.length, all.length, render),
  ]);
}

function rest(view, group, runs, shown, known, render) {
  if (runs.length > shown) {
    return el(
      'button',
      {
        type: 'button',
        data: { key: 'more ' + group.group },
        on: { click: () => (view.more.add(group.group), render()) },
      },
      'Show all ' + runs.length,
    );
  }
  return group.count > known
    ? el('a.button', { href: home + '?group=done' }, 'Show all ' + group.count)
    : null;
}

function matches(run, filter) {
  if (filter.dialect && run.dialect !== filter.dialect) {
    return false;
  }
  const text = [run.run, run.phase, run.branch, run.remarks, run.goal, run.waiting_for, run.state]
    .filter(Boolean)
    .join(' ')
    .toLowerCase();
  return filter.q.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

/** Makes the entry of a run; the view may name another project than that of the page. */
export function row(run, group, view) {
  const address = (view.base ?? base) + '/runs/' + encodeURIComponent(run.run);
  const name = names(run);
  const waits = group.group === 'waiting';
  const link = el(
    'a.run' + (view.fresh.has(run.run) ? '.fresh' : ''),
    { href: address, data: { key: 'run ' + address } },
    el('span.name', {}, [
      run.goal && el('bdi.goal', {}, run.goal),
      el('bdi.title', {}, name.title),
      el('bdi.above', {}, name.above),
    ]),
    progress(run),
    el('span.branch', { title: run.branch && 'Branch' }, run.branch && el('bdi', {}, run.branch)),
    el('time.age', { datetime: run.updated_at ?? '', title: time(run.updated_at) }, age(run.updated_at)),
    el('span.remarks', {}, remarks(run, group)),
  );
  const phase = waits ? approves(run.command) : null;
  const approval = phase && view.page.may('approve') &&
    el('a.button.primary', {
      href: address + '?approve=' + encodeURIComponent(phase),
      data: { key: 'approve ' + address },
    }, 'Review and approve');
  // A command is for the work tree of its project.
  const next = (waits || group.group === 'doubt' || RARE.includes(group.group)) && !view.base;
  const parts = [approval, next && command(run.command)].filter(Boolean);
  return el('li', {}, link, parts.length > 0 && el('div.next', {}, parts));
}

function remarks(run, group) {
  const reason = run.problem ? run.state + ': ' + run.problem : run.reason;
  const rest = (run.remarks ?? '').startsWith(reason) ? run.remarks.slice(reason.length) : run.remarks;
  const said = [reason, ...(rest ?? '').split(', '), attempt(run.attempt)];
  const plain = said.filter((remark) => remark && !(group.group === 'done' && remark === 'done'));
  return plain.map((remark) => el('span.remark', {}, remark));
}

/** Who works on a run, or how the last attempt ended. */
function attempt(one) {
  if (!one?.attempt) {
    return one && 'a runner is at work';
  }
  const which = 'attempt ' + one.attempt + ' by ' + one.agent;
  if (one.outcome) {
    return which + ': ' + one.outcome + (one.runner === 'running' ? ', runner at work' : '');
  }
  return one.runner === 'gone' ? which + ': its runner is gone' : which + ' for ' + age(one.started_at);
}

/** How many phases are done of how many, as words and as a bar. */
export function progress(run) {
  const [done, total] = run.progress.split('/').map(Number);
  if (total === 0) {
    return el('span.progress', {}, el('span.phase', {}, run.phase ?? (run.problem ? 'cannot be read' : 'not begun')));
  }
  const label = done + ' of ' + total + ' done';
  const bar = el('span.bar', { 'aria-hidden': 'true' });
  for (let i = 0; i < Math.min(total, 24); i++) {
    const at = Math.floor((i * total) / Math.min(total, 24));
    bar.append(el('i' + (at < done ? '.full' : '')));
  }
  const tasks = run.task_progress && el('span.words', {}, 'tasks ' + run.task_progress);
  return el('span.progress', {}, bar, el('span.words', {}, label), run.phase && el('bdi.phase', {}, run.phase), tasks);
}
