// The past of a run: who did what, what differs between two saves, and going back.

import { get, post, runPath } from './api.js';
import { dialog, el, fill, tell } from './dom.js';
import { actor, age, time, words } from './format.js';
import { sideBySide } from './diff.js';
import { isMarkdown, prose } from './reader.js';

/** How many entries are shown at first. */
const SHOWN = 30;

/** Makes the view of a run's history. `from` and `to` in the address are compared. */
export function pastView(page, name, changed) {
  const element = el('section.part.past', { 'aria-labelledby': 'history' });
  const comparison = el('div.comparison', { 'aria-live': 'polite' });
  const list = el('div');
  element.append(el('h2', { id: 'history' }, 'History'), comparison, list);
  let all = false;
  let compared = '';

  let damaged = false;
  const show = async ({ run, history: known }) => {
    damaged = run.state === 'damaged' || run.state === 'missing';
    if (known.problem) {
      fill(list, el('p.faint', {}, known.problem.said()));
      return;
    }
    const entries = [...known.entries].sort((one, other) => other.entry - one.entry);
    const shown = all ? entries : entries.slice(0, SHOWN);
    fill(list, el('ol.entries', {}, shown.map((entry) => item(entry, entries))),
      entries.length > shown.length && el('button', {
        type: 'button',
        data: { key: 'all-entries' },
        on: { click: () => ((all = true), show({ run, history: known })) },
      }, 'Show all ' + entries.length));
    await compare(entries);
  };

  const item = (entry, entries) => {
    const before = entries.find((other) => other.entry < entry.entry);
    return el('li', {}, [
      el('span.entry', {}, entry.entry),
      el('div', {}, [
        el('div', {}, entry.events.length === 0 ? 'saved' : entry.events.map((one) => event(entry, one))),
        el('p.faint', {}, [el('bdi', {}, actor(entry.by)), ' \u00b7 ',
          el('time', { datetime: entry.at, title: time(entry.at) }, age(entry.at) + ' ago')]),
      ]),
      el('span.actions', {}, [
        before && el('a.button.small', {
          href: '?from=' + before.entry + '&to=' + entry.entry + '#history',
          data: { key: 'compare ' + entry.entry },
          'aria-label': 'Changes of entry ' + entry.entry,
        }, 'Changes'),
        page.may('write') && (damaged || entry !== entries[0]) && el('button.small', {
          type: 'button',
          data: { key: 'restore ' + entry.entry },
          'aria-label': 'Restore entry ' + entry.entry,
          on: { click: () => ask(entry, entries[0]) },
        }, 'Restore'),
      ]),
    ]);
  };

  const compare = async (entries) => {
    const asked = new URLSearchParams(location.search);
    const from = asked.get('from');
    const to = asked.get('to');
    const key = from + ' ' + to + ' ' + entries.length;
    if (!from || !to) {
      compared = '';
      fill(comparison);
      return;
    }
    if (compared === key) {
      return;
    }
    compared = key;
    const first = comparison.childElementCount === 0;
    try {
      const words = 'from=' + encodeURIComponent(from) + '&to=' + encodeURIComponent(to);
      const [what, left, right] = await Promise.all([
        get(runPath(name, '/diff?' + words)),
        get(runPath(name, '/saves/' + encodeURIComponent(from))),
        get(runPath(name, '/saves/' + encodeURIComponent(to))),
      ]);
      fill(comparison, chooser(entries, from, to), meaning(what), sideBySide(left.text, right.text, from, to, right.path));
    } catch (problem) {
      fill(comparison, chooser(entries, from, to), el('p.notice.bad', { role: 'alert' }, problem.said()));
    }
    if (first) {
      comparison.scrollIntoView({ block: 'start' });
    }
  };

  const chooser = (entries, from, to) => {
    const select = (id, label, chosen) => el('label', {}, label, ' ', el('select', {
      id,
      data: { key: id },
      on: { change: () => page.go('?from=' + element.querySelector('#from').value
        + '&to=' + element.querySelector('#to').value, true) },
    }, entries.map((entry) => el('option', { value: entry.entry, selected: String(entry.entry) === chosen },
      entry.entry + '  ' + summary(entry)))));
    return el('p.chooser', {}, [
      select('from', 'Compare', from),
      select('to', 'with', to),
      el('a.button.small', { href: location.pathname, data: { key: 'close-diff' } }, 'Close'),
    ]);
  };

  const ask = async (entry, newest) => {
    const said = el('div', { role: 'alert' });
    const what = el('div', {}, el('p.faint', {}, 'Comparing\u2026'));
    const box = dialog('Restore entry ' + entry.entry + '?',
      el('p', {}, 'The file becomes what it was after entry ' + entry.entry + ', of ' + time(entry.at)
        + '. The history keeps everything, so this can be taken back.'),
      what,
      said,
      el('p.actions', {}, [
        el('button.primary', { type: 'button', on: { click: (event) => restore(event.target, entry, said, box) } },
          'Restore entry ' + entry.entry),
        el('button', { type: 'button', on: { click: () => box.close() } }, 'Cancel'),
      ]));
    try {
      fill(what, meaning(await get(runPath(name, '/diff?from=' + newest.entry + '&to=' + entry.entry))));
    } catch (problem) {
      fill(what, el('p.faint', {}, problem.said()));
    }
  };

  const restore = async (button, entry, said, box) => {
    button.disabled = true;
    try {
      await post(runPath(name, '/restore'), { to: entry.entry });
      box.close();
      tell('Restored to entry ' + entry.entry);
      await changed();
    } catch (problem) {
      button.disabled = false;
      fill(said, el('p.notice.bad', {}, 'Not restored. ' + problem.said()));
    }
  };

  return { element, show };
}

function event(entry, one) {
  const lease = one.owner && one.owner + ' (fence ' + one.fence + ')'
    + (one.from ? ', taken over from ' + one.from : '');
  if (one.evidence) {
    return el('div.event', {}, claim(one.evidence));
  }
  const marked = one.text && isMarkdown(one.text);
  const detail = marked ? null : one.text ?? one.reason ?? one.path ?? lease ?? null;
  return el('div.event', {}, [
    el('strong', {}, words(one.kind)),
    one.phase && [' ', el('bdi', {}, one.phase)],
    detail && [': ', detail],
    marked && prose('entry ' + entry.entry + ' ' + one.text, one.text),
  ]);
}

/** Evidence in the words of the command line. */
function claim(evidence) {
  const phase = el('bdi', {}, evidence.phase);
  switch (evidence.claim) {
    case 'approval':
      return [phase, ' ', el('strong', {}, 'approved'), unsigned(evidence)];
    case 'changes-requested':
      return [el('strong', {}, 'Changes'), ' of ', phase, ' requested: ', evidence.comment];
    default:
      return [
        el('strong', {}, 'Evidence recorded'),
        evidence.phase && [' ', phase],
        ': ', evidence.claim,
      ];
  }
}

/** An approval proves who gave it only if it is signed. */
export function unsigned(evidence) {
  return evidence.signed === false && el('span.faint', {}, ' unsigned');
}

function summary(entry) {
  const first = entry.events[0];
  return first ? words(first.kind) + (first.phase ? ' ' + first.phase : '') : 'saved';
}

/** What differs, in the words of the protocol. */
function meaning(what) {
  if (what.equal) {
    return el('p.faint', {}, 'Nothing differs.');
  }
  return el('table.changes', {}, [
    el('caption', {}, what.changes.length + ' changes, ' + what.lines_added + ' lines more and '
      + what.lines_removed + ' lines less'),
    el('thead', {}, el('tr', {}, ['What', 'Before', 'After'].map((title) => el('th', { scope: 'col' }, title)))),
    el('tbody', {}, what.changes.map((change) => el('tr', {}, [
      el('th', { scope: 'row' }, words(change.what), change.name && [' ', el('bdi', {}, change.name)]),
      el('td', {}, change.before ?? '\u2013'),
      el('td', {}, change.after ?? '\u2013'),
    ]))),
  ]);
}
