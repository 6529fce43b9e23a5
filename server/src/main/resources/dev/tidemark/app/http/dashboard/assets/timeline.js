// The phases of a run, one below the other.

import { el } from './dom.js';
import { duration, now, time, words } from './format.js';
import { prose } from './reader.js';

/** The mark of each state of a phase. */
export const MARKS = { complete: '\u2713', in_progress: '\u25cf', failed: '\u2717', skipped: '\u2298', pending: '\u25cb' };

/** Returns the phases with their times. */
export function timeline(run) {
  const spans = run.phases.map(span);
  return el('section.part', { 'aria-labelledby': 'phases' }, [
    el('h2', { id: 'phases' }, 'Phases'),
    run.phases.length === 0
      ? el('p.faint', {}, run.state === 'diverged'
        ? 'git has left a merge conflict in the file. Resolve it in the project; what each side did: '
          + run.command
        : run.state === 'missing'
        ? 'The file was removed by another program. Its states are in the history below; bring it back: '
          + run.command
        : run.state === 'damaged'
        ? 'The file cannot be read, so its phases cannot be shown. Restore the last good entry of the'
          + ' history below, or run: ' + run.command
        : 'This run has no phases yet.')
      : el('ol.timeline', {}, run.phases.map((phase, i) => step(phase, spans[i]))),
  ]);
}

function span(phase) {
  const from = Date.parse(phase.started_at);
  const end = Date.parse(phase.ended_at);
  if (Number.isNaN(from)) {
    return { from: null, to: null };
  }
  const open = phase.progress === 'in_progress';
  return { from, to: Number.isNaN(end) ? (open ? Math.max(from, now()) : from) : Math.max(from, end) };
}

function step(phase, one) {
  const seconds = one.from === null ? 0 : Math.round((one.to - one.from) / 1000);
  const times = one.from === null ? null : el('span.times', {}, [
    el('time', { datetime: phase.started_at }, time(phase.started_at)),
    phase.ended_at ? ', took ' + duration(seconds)
      : phase.progress === 'in_progress' ? ', for ' + duration(seconds) + ' now' : null,
  ]);
  return el('li.' + phase.progress, { 'aria-current': phase.progress === 'in_progress' && 'step' }, [
    el('span.mark', { 'aria-hidden': 'true' }, MARKS[phase.progress] ?? '\u25cb'),
    el('div.step', {}, [
      el('p.step-head', {}, el('bdi.step-name', {}, phase.phase), phase.title && el('bdi.faint', {}, phase.title), el('span.status', {}, words(phase.progress)), times),
      phase.summary && prose('phase ' + phase.phase, phase.summary),
      phase.error && el('p.notice.bad', {}, phase.error),
    ]),
  ]);
}
