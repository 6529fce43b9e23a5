// Approving: exactly what is approved, and what came of it.

import { get, post, runPath } from './api.js';
import { el, fill } from './dom.js';
import { fileAddress, prose, readable } from './reader.js';

/** Makes the panel, which shows where the address names a phase to approve. */
export function approvalPanel(page, name, changed) {
  const element = el('section.approval.part', { 'aria-labelledby': 'approval', hidden: true });
  let busy = false;
  // What came of the approval stays until it is closed, however often the page is refreshed.
  let answered = false;
  let drawn = null;

  const show = async ({ run, brief }) => {
    const phase = new URLSearchParams(location.search).get('approve');
    if (!phase) {
      drawn = null;
      if (!answered) {
        element.hidden = true;
        fill(element);
      }
      return;
    }
    answered = false;
    // A comment that is being typed is not taken away.
    if (busy || (element.dataset.phase === phase && element.querySelector('textarea')?.value)) {
      return;
    }
    const first = element.hidden || element.dataset.phase !== phase;
    element.dataset.phase = phase;
    element.hidden = false;
    try {
      const seen = await get(runPath(name, '/approval?phase=' + encodeURIComponent(phase)));
      const subject = subjectOf({ run, brief, phase, seen });
      const text = JSON.stringify([phase, subject]);
      // Whoever reads it keeps the place, and a message about it stays.
      if (text !== drawn && !busy && !answered) {
        drawn = text;
        fill(element, asked(phase, subject));
      }
    } catch (problem) {
      if (!busy && !answered) {
        drawn = null;
        fill(element, refused(phase, problem));
      }
    }
    if (first) {
      element.querySelector('h2')?.focus();
    }
  };

  const digestOf = (seen) => {
    const found = (seen.events ?? []).find((event) => event.evidence?.claim === 'approval');
    return found ? found.evidence : null;
  };

  const subjectOf = ({ run, brief, phase, seen }) => {
    const claim = digestOf(seen);
    const approved = claim?.phase ?? phase;
    return {
      claim,
      approved,
      known: run.phases.find((one) => one.phase === approved),
      decisions: (brief.decisions ?? []).filter((one) => one.phase === approved),
      contents: seen.files ?? [],
      changes: seen.changes ?? [],
    };
  };

  const asked = (phase, { claim, approved, known, decisions, contents, changes }) => {
    const files = known ? [...known.files_created, ...known.files_modified] : [];
    const said = el('div', { role: 'alert' });
    const key = ['approval', name, approved, claim?.digest].join(' ');
    const named = files.filter((path) => !contents.some((one) => one.path === path));
    const comment = el('textarea', { rows: 3, maxlength: 2000, 'aria-label': 'What to change', data: { key: 'comment' } });
    return [
      el('h2', { id: 'approval', tabindex: '-1' }, 'Approve ', el('bdi', {}, approved)),
      el('p', {}, 'You approve of what this phase says of itself, as it is now. If it changes before you'
        + ' answer, your approval is refused. It is recorded unsigned, in your name.'),
      el('dl.subject', {}, [
        term('Summary', known?.summary ? prose(key, known.summary, true) : el('span.faint', {}, 'None')),
        changes.length > 0 && term('Changed since', el('ul.list', {},
          changes.map((change) => el('li', {}, change)))),
        term('Files', files.length + contents.length > 0
          ? el('ul.list', {}, [...contents.map((file) => shown(key, file)),
            ...named.map((path) => el('li', {}, el('a', { href: fileAddress(path), data: { key: 'approved ' + path } },
              el('code', {}, path))))])
          : el('span.faint', {}, 'None')),
        term('Decisions', decisions.length > 0
          ? el('ul.list', {}, decisions.map((one) => el('li', {}, one.decision)))
          : el('span.faint', {}, 'None')),
        claim && term('Digest', el('code.digest', {}, claim.digest)),
      ]),
      said,
      !page.may('approve') && el('p.notice', {}, 'Your token may not approve. A person with one that may does it'
        + ' here, or anybody at a terminal: tidemark approve ' + phase + ' --run ' + name),
      el('p.actions', {}, [
        claim && page.may('approve') && el('button.primary', {
          type: 'button',
          data: { key: 'approve' },
          on: { click: (event) => approve(event.target, { phase: approved, seen: claim.digest }, said) },
        }, 'Approve ' + approved),
        el('a.button', { href: location.pathname, data: { key: 'not-now' } }, 'Not now'),
      ]),
      claim && page.may('approve') && el('details.request', {}, [
        el('summary', {}, 'Request changes'),
        el('p', {}, 'The gate stays closed, and the agent reads your comment in its next brief.'),
        comment,
        el('p.actions', {}, el('button', {
          type: 'button',
          data: { key: 'request-changes' },
          on: {
            click: (event) => (comment.value.trim()
              ? approve(event.target, { phase: approved, seen: claim.digest, request_changes: comment.value }, said)
              : comment.focus()),
          },
        }, 'Send comment')),
      ]),
    ];
  };

  const approve = async (button, body, said) => {
    busy = true;
    button.disabled = true;
    try {
      const answer = await post(runPath(name, '/approve'), body);
      const first = (answer.notices ?? []).find((notice) => notice.code === 'already-approved');
      fill(element, body.request_changes
        ? done('Changes requested', 'The agent reads your comment in its next brief.', 'good')
        : first ? done('Approved before you', first.text, 'good')
        : done('Approved', body.phase + ' is approved. The run can go on.', 'good'));
      answered = true;
    } catch (problem) {
      fill(said, el('p.notice.bad', {}, 'Not approved. ' + problem.said()));
      button.disabled = false;
    } finally {
      busy = false;
    }
    if (answered) {
      history.replaceState(null, '', location.pathname);
      element.querySelector('h2').focus();
      await changed();
    }
  };

  const done = (title, text, kind) => [
    el('h2', { id: 'approval', tabindex: '-1' }, title),
    el('p.notice.' + kind, { role: kind === 'good' ? 'status' : 'alert' }, text),
    el('p.actions', {}, el('a.button', {
      href: location.pathname,
      on: { click: () => { answered = false; } },
    }, 'Close')),
  ];

  const refused = (phase, problem) => done(
    'Approve ' + phase,
    problem.said(),
    'bad',
  );

  return { element, show };
}

/** Markdown is shown raw first, for each content to approve: the approval is of each of its characters. */
function shown(key, file) {
  const size = file.size === undefined ? '' : ' (' + file.size + ' bytes)';
  const head = [el('code', {}, file.path), el('span.faint', {}, size + (file.note ? ': ' + file.note : ''))];
  return file.content === null || file.content === undefined
    ? el('li', {}, head)
    : el('li', {}, el('details', { open: true }, [el('summary', {}, head), readable(key + ' ' + file.path, file.path, file.content, true)]));
}

function term(name, value) {
  return el('div', {}, el('dt', {}, name), el('dd', {}, value));
}
