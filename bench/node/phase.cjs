#!/usr/bin/env node
'use strict';

// node phase.cjs enter|done PHASE [--summary TEXT] [--outcome TEXT]... [--context TEXT]...: the end
// and the beginning of a phase of the phase protocol, in the plain way.

const fs = require('node:fs');
const path = require('node:path');
const { branch, frontMatter, parse, read, root, seconds, write, yaml } = require('./project.cjs');

const FILE = '.claude-checkpoint.md';
const RULE = '━'.repeat(55);
const PHASES = ['0-start', '1-bootstrap', '2-plan', '3-build', '4-review', '5-finalize', '6-operate'];
const REVIEW =
  'Review should run with fresh context to avoid self-confirmation bias from the build conversation.';
const WHY = {
  '2-plan': 'Planning explored alternatives and research. The build needs only the plan.',
  '3-build': REVIEW,
  '4-review': 'Deploy checks are independent of the review. Its findings are in the report.',
};

const WARNING = [
  '> ⚠ Review has not been run for this branch.',
  '> Run /vt-c-4-review (or /vt-c-kw-3-review) before creating a PR.',
  '> Security review is mandatory per Constitution Principle I.',
  '',
];

const titled = (phase) => phase.slice(2, 3).toUpperCase() + phase.slice(3);

function load(top) {
  const text = read(path.join(top, FILE));
  return text === null ? null : frontMatter(text);
}

function section(body, title) {
  const start = body.indexOf(`## ${title}\n`);
  if (start < 0) return [];
  const rest = body.slice(start + title.length + 4);
  const end = rest.indexOf('\n## ');
  return (end < 0 ? rest : rest.slice(0, end)).trim().split('\n');
}

function gate(top) {
  const text = read(path.join(top, '.review-gate.md'));
  return text === null ? null : frontMatter(text)?.front ?? null;
}

function blocked(checkpoint, phase, top) {
  const behind = phase === '5-finalize' || phase === '6-operate';
  if (behind && checkpoint?.front.next_phase === '4-review') return 'a review is missing';
  const failed = phase === '5-finalize' && gate(top)?.status === 'FAIL';
  return failed ? 'the review failed' : null;
}

function journal(top) {
  try {
    const folder = path.join(top, 'docs/vt-c-journal/entries');
    return fs.readdirSync(folder).filter((name) => name.endsWith('.md')).sort().reverse().slice(0, 5);
  } catch {
    return [];
  }
}

function activeSpec(top, onBranch) {
  const named = read(path.join(top, '.active-spec'))?.trim();
  if (named) return named;
  const number = /^feature\/spec-0*(\d+)-/.exec(onBranch);
  return number ? `SPEC-${number[1].padStart(3, '0')}` : null;
}

function folderOf(spec, top) {
  const text = spec && read(path.join(top, '.design-state.yaml'));
  return text ? yaml(text).specs_status?.[spec]?.specs_dir?.replace(/\/+$/, '') ?? null : null;
}

function steps(folder, top) {
  const text = folder && read(path.join(top, folder, 'state.yaml'));
  const all = text ? yaml(text).steps : null;
  if (!Array.isArray(all) || all.length === 0) return null;
  const finished = all.filter((step) => step.status === 'completed').map((step) => step.id);
  const current =
    all.find((step) => step.status === 'in_progress') ?? all.find((step) => step.status === 'pending');
  return { all, finished, current };
}

function ranges(numbers) {
  const parts = [];
  for (let from = 0; from < numbers.length; ) {
    let to = from;
    while (numbers[to + 1] === numbers[to] + 1) to++;
    parts.push(to > from ? `${numbers[from]}-${numbers[to]}` : `${numbers[from]}`);
    from = to + 1;
  }
  return parts.join(', ');
}

function readyWork(top) {
  const text = read(path.join(top, '.beads/issues.jsonl'));
  if (text === null) return [];
  const issues = text.split('\n').filter(Boolean).map((line) => JSON.parse(line));
  return issues.filter((issue) => issue.status === 'open').slice(0, 5);
}

function progress({ all, finished, current }) {
  const lines = [`Steps completed: ${finished.length ? ranges(finished) : 'none'}.`];
  if (!current) return lines;
  const left = all.filter((step) => !finished.includes(step.id)).map((step) => step.id);
  const noun = left.length === 1 ? 'Step' : 'Steps';
  lines[0] += ` Step ${current.id} in progress. Remaining: ${noun} ${ranges(left)}.`;
  lines.push(`Resume from: Step ${current.id}${current.name ? ` — ${current.name}` : ''}`);
  return lines;
}

function document(phase, next, place, told) {
  const reason = WHY[phase] ?? 'low context — continuing is fine';
  const { of, review, plan } = place;
  const front = [
    `completed_phase: ${phase}`,
    `completed_at: ${seconds()}`,
    `next_phase: ${next}`,
    `next_command: /vt-c-${next}`,
    `branch: ${place.branch}`,
    `active_spec: ${place.spec}`,
  ];
  if (review) front.push(`review_status: ${review}`, `plan_status: ${plan}`);
  if (of) {
    const now = of.current ? `, Step ${of.current.id} in_progress` : '';
    front.push(`step_progress: "${of.finished.length}/${of.all.length} completed${now}"`);
  }
  front.push(`clear_recommended: ${phase in WHY}`, `clear_reason: ${JSON.stringify(reason)}`);
  const body = [['# Phase Checkpoint'], [`## Completed: Phase ${phase[0]} (${titled(phase)})`]];
  body.push([told.summary]);
  const put = (title, lines) => lines.length && body.push([`## ${title}`], lines);
  put('Key Outcomes', told.outcome.map((line) => `- ${line}`));
  if (of) put('Step Progress', progress(of));
  put('Context for Next Phase', [...(review === 'NOT_RUN' ? WARNING : []), ...told.context]);
  put('Open Items', told.open.map((line) => `- [ ] ${line}`));
  put('Ready Work (Beads)', place.ready.map((one) => `- ${one.id}: ${one.title} (P${one.priority})`));
  const what = next === '4-review' ? 'code review' : titled(next);
  put('Next Step', [`Run \`/vt-c-${next}\` to start ${what}.`]);
  const text = body.map((lines) => lines.join('\n')).join('\n\n');
  return { text: `---\n${front.join('\n')}\n---\n\n${text}\n`, reason };
}

function done(phase, options) {
  const top = root();
  const onBranch = branch();
  const why = blocked(load(top), phase, top);
  if (why) return complain(why);
  const spec = activeSpec(top, onBranch);
  const folder = folderOf(spec, top);
  const built = phase === '3-build';
  const stated = built ? gate(top) : null;
  const planned =
    folder && ['plan.md', 'tasks.md'].some((name) => fs.existsSync(path.join(top, folder, name)));
  const place = {
    branch: onBranch,
    spec,
    review: built ? (stated?.branch === onBranch ? stated.status : 'NOT_RUN') : null,
    plan: planned ? 'LOADED' : 'NOT_APPLICABLE',
    of: steps(folder, top),
    ready: readyWork(top),
  };
  const told = {
    summary: options.summary?.at(-1) ?? '',
    outcome: options.outcome ?? [],
    context: options.context ?? [],
    open: options.open ?? [],
  };
  const next = PHASES[PHASES.indexOf(phase) + 1] ?? 'activate';
  const { text, reason } = document(phase, next, place, told);
  write(path.join(top, FILE), text);
  const lines = [RULE, `Phase ${phase[0]} complete. Checkpoint saved.`, RULE, `/vt-c-${next}`, reason];
  process.stdout.write(lines.concat(RULE).join('\n') + '\n');
  return true;
}

function enter(phase) {
  const top = root();
  const checkpoint = load(top);
  const why = blocked(checkpoint, phase, top);
  if (why) return complain(why);
  if (!checkpoint) return true;
  const { front, body } = checkpoint;
  if (front.next_phase !== phase) return complain(`continue with ${phase} anyway?`);
  const onBranch = branch();
  if (front.branch !== onBranch) console.error(`written on ${front.branch}, but this is ${onBranch}`);
  const lines = [RULE, 'Resuming from checkpoint', RULE];
  lines.push(`Last phase: ${front.completed_phase} (${front.completed_at})`, `Branch: ${front.branch}`);
  lines.push(`Active Spec: ${front.active_spec ?? 'none'} (from branch)`);
  lines.push(...section(body, 'Context for Next Phase'), RULE);
  const folder = folderOf(front.active_spec, top);
  if (folder && fs.existsSync(path.join(top, folder, 'spec.md'))) lines.push(`${folder}/spec.md`);
  process.stdout.write(lines.concat(journal(top)).join('\n') + '\n');
  return true;
}

function complain(text) {
  console.error(text);
  return false;
}

const options = parse(process.argv.slice(2));
const [verb, phase] = options.words;
process.exitCode = (verb === 'done' ? done(phase, options) : enter(phase)) ? 0 : 1;
