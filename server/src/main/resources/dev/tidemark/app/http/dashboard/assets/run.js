// One run: where it stands, what happened to it, and what a person can do about it.

import { actionsPanel } from './actions.js';
import { base, get, home, runPath } from './api.js';
import { approvalPanel } from './approval.js';
import { attemptsPart } from './attempts.js';
import { command, el, fill } from './dom.js';
import { age, approves, names, time } from './format.js';
import { graphPart } from './graph.js';
import { briefPart, decisionsPart, filesPart, gatesPart, tasksPart } from './parts.js';
import { progress } from './overview.js';
import { pastView } from './past.js';
import { fileAddress, filePanel } from './reader.js';
import { timeline } from './timeline.js';
import { runTimeline } from './timelines.js';

/** Makes the view of a run. Which saves are compared, and what is approved, stands in the address. */
export function runView(page, name) {
  page.title(name);
  const element = el('article.run-page');
  const trouble = el('div', { role: 'alert' });
  const head = el('header.run-head');
  const approval = approvalPanel(page, name, () => view.load());
  const actions = actionsPanel(page, name, () => view.load());
  const attempts = attemptsPart(page, name, () => view.load());
  const body = el('div.columns');
  const file = filePanel(name);
  const past = pastView(page, name, () => view.load());
  element.append(
    el('nav.crumbs', { 'aria-label': 'Where this is' }, el('a', { href: home }, 'All runs')),
    trouble,
    head,
    actions.element,
    approval.element,
    file.element,
    attempts.element,
    body,
    past.element,
  );
  past.element.hidden = true;
  const view = {
    element,
    takes: () => location.pathname === base + '/runs/' + encodeURIComponent(name),
    concerns: (runs) => runs.length === 0 || runs.includes(name),
    load: async () => {
      const read = (below) => get(runPath(name, below));
      const run = await damagedToo(read(''));
      const [brief, gates, history, made] = await Promise.all([
        settled(read('/brief')),
        settled(read('/gates')),
        settled(read('/history')),
        settled(read('/attempts')),
      ]);
      fill(trouble);
      const known = { run, brief, gates, history, made };
      fill(head, ...heading(page, known));
      actions.show(known);
      approval.show(known);
      const opened = file.show(run);
      await attempts.show(made);
      fill(body, columns(known));
      past.element.hidden = false;
      await past.show(known);
      await opened;
    },
    fail: (problem) => {
      const gone = problem.status === 404;
      fill(
        trouble,
        el('div.notice.bad', {}, [
          problem.said(),
        ]),
      );
      if (gone) {
        fill(head, el('h1', {}, el('bdi', {}, name)));
        fill(body);
        actions.element.hidden = true;
        attempts.element.hidden = true;
        file.element.hidden = true;
        past.element.hidden = true;
      }
    },
  };
  return view;
}

/** A run that cannot be read is shown as far as it is known. */
async function damagedToo(promise) {
  try {
    return await promise;
  } catch (problem) {
    if (problem.status === 422 && problem.body?.run) {
      return problem.body;
    }
    throw problem;
  }
}

/** A part that cannot be shown says why, and takes no other with it. */
async function settled(promise) {
  try {
    return await promise;
  } catch (problem) {
    if (problem.status === 401) {
      throw problem;
    }
    return { problem };
  }
}

function heading(page, { run, made }) {
  const name = names(run);
  const facts = [
    ['Phase', progress(run)],
    ['Branch', run.branch ? el('bdi', {}, run.branch) : 'unknown'],
    ['Changed', el('time', { datetime: run.updated_at ?? '', title: time(run.updated_at) },
      run.updated_at ? age(run.updated_at) + ' ago' : 'unknown')],
    ['File', el('a', { href: fileAddress(run.path), data: { key: 'file' } }, el('code', {}, run.path))],
  ];
  const phase = approves(run.command);
  return [
    run.goal && el('p.goal', {}, el('bdi', {}, run.goal)),
    el('p.above', {}, el('bdi', {}, name.above)),
    el('h1', {}, el('bdi', {}, name.title), ' ', badge(run, made)),
    el('dl.facts', {}, facts.map(([term, value]) => el('div', {}, el('dt', {}, term), el('dd', {}, value)))),
    ['failed', 'stuck', 'blocked'].includes(run.state) && el('p.notice.bad', {}, run.reason),
    run.problem && el('p.notice.bad', {}, 'The file cannot be read: ' + run.problem),
    run.claim && el('p.notice.claim', {}, [
      'Claimed by ', el('strong', {}, el('bdi', {}, run.claim.owner)),
      ' since ', time(run.claim.since), ' until ', time(run.claim.until),
      ', renewed by each change (fence ' + run.claim.fence + ').',
    ]),
    run.waiting_for && el('p.notice.waits', {}, [
      el('span', {}, 'Waits for ', el('strong', {}, run.waiting_for), '.'),
      phase && page.may('approve') && el(
        'a.button.primary',
        { href: '?approve=' + encodeURIComponent(phase), data: { key: 'review' } },
        'Review and approve',
      ),
      phase && !page.may('approve') &&
        el('span.faint', {}, 'Your token may not approve; a person does it at a terminal.'),
    ]),
    run.notices.map((notice) => el('p.notice', {}, notice.text)),
    !['abandoned', 'done'].includes(run.state) && el('p.next', {}, made.runner === 'running'
      ? el('span.faint', {}, 'An agent is at work.')
      : [el('span.faint', {}, 'Next'), command(run.command)]),
  ];
}

function badge(run, made) {
  const own = ['failed', 'stuck', 'blocked', 'waiting', 'diverged', 'missing', 'damaged', 'abandoned', 'done'].includes(run.state);
  const kind = own ? run.state : run.in_doubt || made.runner === 'gone' ? 'doubt' : 'running';
  const text = kind === 'doubt' ? 'in doubt'
    : kind === 'waiting' ? 'waiting for you'
    : own || made.runner === 'running' ? kind
    : run.state === 'started' ? 'begun' : 'open';
  return el('span.badge.' + kind, {}, text);
}

function columns({ run, brief, gates, history, made }) {
  return [
    graphPart(run, gates, made),
    el('div.wide', {}, [timeline(run), runTimeline(run, history), briefPart(brief)]),
    el('div.narrow', {}, [
      gatesPart(gates, run),
      decisionsPart(brief),
      tasksPart(run),
      filesPart(run, brief),
    ]),
  ];
}
