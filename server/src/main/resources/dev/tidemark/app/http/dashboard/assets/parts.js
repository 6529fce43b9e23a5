// What is known of a run: brief, gates, decisions, tasks, files.

import { el } from './dom.js';
import { age, time, words } from './format.js';
import { unsigned } from './past.js';
import { fileAddress, prose } from './reader.js';

function part(id, title, number, ...content) {
  return el('section.part', { 'aria-labelledby': id }, [
    el('h2', { id }, title, number === null ? null : [' ', el('span.number', {}, number)]),
    content,
  ]);
}

function failed(id, title, known) {
  return part(id, title, null, el('p.faint', {}, known.problem.said()));
}

/** The brief, with the checks behind its verdict. */
export function briefPart(brief) {
  if (brief.problem) {
    return failed('brief', 'Brief', brief);
  }
  const verdict = brief.verdict;
  if (!verdict || brief.errand) {
    return takeover(brief);
  }
  const doubts = brief.doubts ?? [];
  return part(
    'brief',
    'Brief',
    null,
    el('p.verdict.' + verdict.kind, {}, [
      el('strong', {}, words(verdict.kind) + (verdict.phase ? ' ' + verdict.phase : '')),
      verdict.because && el('span.faint', {}, ' because of ' + words(verdict.because)),
    ]),
    brief.summary && prose('brief', brief.summary),
    doubts.length > 0 && el('ul.doubts', {}, doubts.map((doubt) => el('li.' + doubt.kind, {}, [
      el('span', {}, doubt.text),
      el('span.source', {}, 'Source: ' + doubt.source),
    ]))),
    el('details', {}, [
      el('summary', {}, 'What was checked'),
      el('table.checks', {}, el('tbody', {}, (brief.checked ?? []).map((check) => el('tr.' + check.result, {}, [
        el('th', { scope: 'row' }, check.check),
        el('td', {}, check.result),
        el('td', {}, check.text),
      ])))),
    ]),
  );
}

/** The brief of a format with resume rules of its own: its lines and the next action. */
function takeover(answer) {
  const action = answer.errand;
  return part(
    'brief',
    'Brief',
    null,
    action && el('p.verdict', {}, [
      el('strong', {}, words(action.action)), ' ', el('bdi', {}, action.phase),
      action.reason && el('span.faint', {}, ' because ' + action.reason),
    ]),
    el('ul.list', {}, (answer.said ?? []).map((line) => el('li', {}, line))),
  );
}

/** What must hold before phases, with the facts that say so. */
export function gatesPart(gates, run) {
  if (gates.problem) {
    return failed('gates', 'Gates', gates);
  }
  const all = gates.gates ?? [];
  return part(
    'gates',
    'Gates',
    all.length,
    all.length === 0
      ? el('p.faint', {}, 'Nothing stands before the phases of ' + run.workflow + '.')
      : el('ul.gates', {}, all.map(gate)),
    (gates.problems ?? []).map((problem) => el('p.fact', {}, problem.message)),
  );
}

function gate(one) {
  return el('li.' + (one.open ? 'open' : 'closed'), {}, [
    el('p.gate-head', {}, [
      el('span.mark', { 'aria-hidden': 'true' }, one.open ? '\u2713' : '\u2715'),
      el('bdi.gate-name', {}, one.name),
      el('span.status', {}, one.open ? 'open' : 'closed'),
    ]),
    el('p', {}, [one.asks, el('span.faint', {}, (one.at === 'done' ? ' before the end of ' : ' before ') + one.phase
      + (one.mandatory ? '' : ', advisory'))]),
    one.blockers.map((blocker) => el('p.fact', {}, [blocker.reason, el('span.source', {}, blocker.hint)])),
    one.proof?.claim.claim === 'approval' && el('p.faint', {}, [
      'Approved by ', el('bdi', {}, one.proof.by), ' ',
      el('time', { datetime: one.proof.at, title: time(one.proof.at) }, age(one.proof.at) + ' ago'),
      !one.receipt && unsigned(one.proof.claim),
    ]),
    one.receipt && receipt(one.receipt),
    one.inputs.length > 0 && el('p.faint', {}, 'Looks at ' + one.inputs.map((input) => input.path ?? input).join(', ')),
  ]);
}

/** The receipt of a gate: by whom, signed how, and whether it counts for the work tree. */
function receipt(one) {
  const given = {
    command: 'run',
    review: 'reviewed',
    approval: one.passed ? 'approved' : 'changes requested',
  };
  return el('div.receipt.' + (one.allowed ? 'valid' : 'stale'), {}, [
    el('p', {}, [
      'Receipt: ' + given[one.kind] + ' by ', el('bdi.gate-name', {}, one.by), ' ',
      el('time', { datetime: one.at, title: time(one.at) }, age(one.at) + ' ago'), ', ', signature(one),
    ]),
    el('p.faint', {}, [
      one.committed ? 'Committed' : 'Not committed',
      one.allowed ? ', valid for this tree' : ', does not count: ' + one.reason,
    ]),
    el('p.source', {}, el('code.digest', {}, one.path)),
  ]);
}

function signature(one) {
  if (one.signed === 'unsigned' || one.signed === 'invalid') {
    return one.signed === 'invalid' ? 'with a signature that is not valid' : 'unsigned';
  }
  return [
    'signed with ',
    el('code.digest', {}, one.key),
    one.trusted
      ? [' of ', one.principals.map((name, i) => [i > 0 && ' and ', el('bdi', {}, name)])]
      : ', which the base branch does not allow',
    one.signed === 'touched' && ', touched',
  ];
}

/** Choices that bind later phases. */
export function decisionsPart(brief) {
  const all = brief.decisions ?? [];
  return part(
    'decisions',
    'Decisions',
    all.length,
    all.length === 0
      ? el('p.faint', {}, 'None are recorded.')
      : el('ul.list', {}, all.map((one) => el('li', {}, one.decision, el('span.faint', {}, ' ' + one.phase)))),
  );
}

/** Tasks, where the run has any. */
export function tasksPart(run) {
  const all = run.tasks ?? [];
  if (all.length === 0) {
    return null;
  }
  const done = all.filter((task) => ['complete', 'skipped'].includes(task.status)).length;
  return part(
    'tasks',
    'Tasks',
    done + ' of ' + all.length,
    el('ul.list', {}, all.map((task) => el('li', { 'aria-current': task.task === run.current_task && 'step' }, [
      el('code', {}, task.task), ' ', task.description, ' ', el('span.status', {}, words(task.status)),
      task.reason && el('span.faint', {}, ' ' + task.reason),
    ]))),
  );
}

/** Files that phases created or changed, and those to read first. */
export function filesPart(run, brief) {
  const read = new Map((brief.to_read ?? []).map((file) => [file.path, file.state]));
  const all = run.phases.flatMap((phase) => [
    ...phase.files_created.map((path) => ({ path, phase: phase.phase, what: 'created' })),
    ...phase.files_modified.map((path) => ({ path, phase: phase.phase, what: 'modified' })),
  ]);
  return part(
    'artifacts',
    'Artifacts',
    all.length,
    all.length === 0
      ? el('p.faint', {}, 'No phase has named a file.')
      : el('ul.list', {}, all.map((file) => {
        const found = read.get(file.path);
        return el('li', {}, [
          el('a', { href: fileAddress(file.path), data: { key: 'file ' + file.phase + ' ' + file.path } },
            el('code', {}, file.path)),
          el('span.faint', {}, ' ' + file.what + ' in ' + file.phase),
          found && !['same', 'there', 'present'].includes(found) && [' ', el('span.status', {}, found)],
        ]);
      })),
  );
}
