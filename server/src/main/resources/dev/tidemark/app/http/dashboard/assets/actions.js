// What a person can do about a run besides approving: note, retry, skip. Undone where that is possible.

import { post, runPath } from './api.js';
import { dialog, el, fill } from './dom.js';

/** Kinds of notes: the member of the change, and what it is called. */
const NOTES = [
  ['text', 'Note'],
  ['next', 'Next action'],
  ['questions', 'Open question'],
  ['blocked_by', 'Blocked by'],
];

/** Makes the panel, for those who may write. */
export function actionsPanel(page, name, changed) {
  const element = el('section.run-actions', { 'aria-label': 'Actions', hidden: true });
  const buttons = el('p.actions');
  const said = el('div', { role: 'status' });
  element.append(buttons, said);
  let known = null;

  const show = (now) => {
    known = now;
    const { run } = now;
    const live = !['abandoned', 'done', 'damaged', 'diverged', 'missing'].includes(run.state);
    element.hidden = !page.may('write') || !live;
    // A button does what the verdict says, and nothing while an agent works.
    const works = now.made.runner === 'running';
    const { verdict } = run;
    const goesOn = !works && ['continue', 're-run'].includes(verdict?.kind);
    const failed = goesOn && run.phases.find((phase) => phase.phase === verdict.phase && phase.progress === 'failed');
    const current = !works && run.phases.find((phase) => phase.phase === run.phase);
    const skips = current && ['pending', 'in_progress', 'failed'].includes(current.progress);
    fill(buttons, [
      button('Add note', 'note', note),
      failed && button('Retry ' + failed.phase, 'retry', () => retry(failed.phase)),
      skips && button('Skip ' + current.phase + '\u2026', 'skip', () => skip(current.phase)),
    ]);
  };

  /** Sends a change; what takes it back is offered as long as the page shows the run. */
  const send = async (body, text, undo) => {
    await post(runPath(name, '/changes'), body);
    fill(said, el('p.notice.good', {}, text, ' ', undo && button('Undo', 'undo', async (event) => {
      event.target.disabled = true;
      try {
        await undo();
        fill(said, el('p.notice.good', {}, 'Undone. The history keeps both.'));
      } catch (problem) {
        fill(said, el('p.notice.bad', {}, 'Not undone. ' + problem.said()));
      }
      await changed();
    })));
    await changed();
  };

  const newest = () => known.history.entries?.at(-1)?.entry;

  const restore = (entry) => entry && (() => post(runPath(name, '/restore'), { to: entry }));

  const retry = async (phase) => {
    const entry = newest();
    try {
      await send({ action: 'enter', phase }, phase + ' is started again.', restore(entry));
    } catch (problem) {
      fill(said, el('p.notice.bad', { role: 'alert' }, 'Not started. ' + problem.said()));
    }
  };

  const skip = (phase) => {
    const reason = el('textarea', { id: 'reason', rows: 2, maxlength: 2000, required: true });
    form('Skip ' + phase + '?', [
      el('p', {}, 'The run goes on as if ' + phase + ' were done, and the reason is kept in its file.'),
      el('label', { for: 'reason' }, 'Reason'),
      reason,
    ], 'Skip ' + phase, async () => {
      const entry = newest();
      await send({ action: 'skip', phase, reason: reason.value.trim() }, phase + ' is skipped.', restore(entry));
    });
  };

  const note = () => {
    const kind = el('select', { id: 'kind' }, NOTES.map(([value, words]) => el('option', { value }, words)));
    const text = el('textarea', { id: 'note', rows: 3, maxlength: 2000, required: true });
    form('Add a note to ' + name, [
      el('p', {}, 'The next session reads it in its brief.'),
      el('label', { for: 'kind' }, 'Kind'),
      kind,
      el('label', { for: 'note' }, 'Text'),
      text,
    ], 'Add note', async () => {
      const words = text.value.trim();
      const many = ['questions', 'blocked_by'].includes(kind.value);
      const undo = () => post(runPath(name, '/changes'), { action: 'note', resolved: [words] });
      await send({ action: 'note', [kind.value]: many ? [words] : words }, 'The note is recorded.', many && undo);
    });
  };

  return { element, show };
}

function button(text, key, click) {
  return el('button.small', { type: 'button', data: { key }, on: { click } }, text);
}

/** Asks in a dialog; a refusal is shown there, and what was typed stays. */
function form(title, content, confirm, act) {
  const problems = el('div', { role: 'alert' });
  const submit = el('button.primary', { type: 'submit' }, confirm);
  const box = dialog(title, el('form.fields', {
    on: {
      submit: async (event) => {
        event.preventDefault();
        submit.disabled = true;
        try {
          await act();
          box.close();
        } catch (problem) {
          fill(problems, el('p.notice.bad', {}, problem.said()));
        } finally {
          submit.disabled = false;
        }
      },
    },
  }, content, problems, el('p.actions', {}, submit,
    el('button', { type: 'button', on: { click: () => box.close() } }, 'Cancel'))));
  box.querySelector('textarea').focus();
}

/** Asks before something that cannot be taken back. */
export function confirm(title, text, action, act) {
  const box = dialog(title, el('p', {}, text), el('p.actions', {}, [
    el('button.primary', { type: 'button', on: { click: () => (box.close(), act()) } }, action),
    el('button', { type: 'button', on: { click: () => box.close() } }, 'Cancel'),
  ]));
}
