// The attempts of agents at a run: the one under way with what it prints, and how the others ended.

import { confirm } from './actions.js';
import { Problem, get, post, runPath } from './api.js';
import { command, dialog, el, fill, visible } from './dom.js';
import { age, duration, time, words } from './format.js';

/** How often the attempt under way is looked at, in milliseconds: output is no event of the run. */
const POLL = 2000;

/** How many attempts are shown at first, and how many characters of a line of output. */
const SHOWN = 20;
const LINE = 500;

/** What colours a terminal. */
const COLOURS = /\u001b\[[0-9;]*m/g;

/** Members of the events of agents that people read. */
const TEXTS = ['text', 'name', 'command', 'message', 'result', 'error'];

/** Makes the part, which is hidden as long as no agent has worked on the run. */
export function attemptsPart(page, name, changed) {
  const element = el('section.part.attempts', { 'aria-labelledby': 'attempts', hidden: true });
  const present = el('div.present');
  const actions = el('p.actions');
  const said = el('div', { role: 'alert' });
  const output = el('pre.output', { tabindex: 0, 'aria-label': 'Last lines of the output', hidden: true });
  const table = el('div');
  element.append(el('h2', { id: 'attempts' }, 'Attempts'), present, actions, said, output, table);
  const drawn = new Map();
  let known = null;
  let all = false;
  let timer = 0;

  const show = async (attempts) => {
    known = attempts;
    if (known.problem) {
      known = { attempts: [], runner: 'none', stop: null, cost_usd: null, problem: known.problem };
    }
    element.hidden = !known.problem && known.attempts.length === 0 && known.runner === 'none';
    fill(present, ...now());
    // What a person is about to click is not replaced by the same.
    update(actions, known.runner + known.stop, stopping);
    update(table, JSON.stringify(known.attempts), rows);
    await print();
    window.clearTimeout(timer);
    if (known.runner === 'running') {
      timer = window.setTimeout(look, POLL);
    }
  };

  const update = (part, key, content) => {
    if (drawn.get(part) !== key) {
      drawn.set(part, key);
      fill(part, content());
    }
  };

  /** Looks again; if the runner has ended, the rest of the page is another one too. */
  const look = async () => {
    if (!element.isConnected) {
      return;
    }
    try {
      if (!document.hidden) {
        const before = known.runner;
        await show(await get(runPath(name, '/attempts')));
        if (known.runner !== before) {
          await changed();
        }
        return;
      }
    } catch (problem) {
      if (!(problem instanceof Problem)) {
        throw problem;
      }
    }
    window.clearTimeout(timer);
    timer = window.setTimeout(look, POLL);
  };

  const underWay = () => known.attempts.find((one) => one.outcome === null);

  const now = () => {
    const one = underWay();
    const phase = one && el('bdi', {}, one.phase);
    const agent = one && el('bdi', {}, one.start.agent ?? 'an agent');
    const since = one && el('time', { datetime: one.started_at, title: time(one.started_at) },
      age(one.started_at));
    const cost = known.cost_usd !== null && el('span.faint', {}, ' The run has cost '
      + (known.cost_unknown > 0 ? 'at least ' : '') + dollars(known.cost_usd) + ' so far.');
    switch (known.runner) {
      case 'running':
        return [el('p.verdict.continue', {}, one
          ? [el('strong', {}, agent), ' is at work on ', phase, ': attempt ' + one.attempt + ', for ', since, '.']
          : 'A runner is at work, between two attempts.', cost)];
      case 'gone':
        return [
          el('p.notice.bad', {}, ['The runner is gone: no agent works on ', phase, ' any more. Attempt '
            + one.attempt + ' by ', agent, ' was begun ', since, ' ago.', cost]),
          el('p.next', {}, el('span.faint', {}, 'Go on'), command(known.command)),
        ];
      case 'unknown':
        return [el('p.notice', {}, ['Attempt ' + one.attempt + ' at ', phase, ' by ', agent, ' was begun ', since,
          ' ago in another work tree.', cost])];
      default:
        return [known.problem ? el('p.faint', {}, known.problem.said()) : cost && el('p', {}, cost)];
    }
  };

  const stopping = () => known.runner === 'running' && [
    known.stop !== null && el('span', {}, known.stop === 'now' ? 'It stops now.' : 'It stops after this attempt.'),
    page.may('write') && known.stop !== 'now' && el('button', {
      type: 'button',
      data: { key: 'stop' },
      on: { click: (event) => (known.stop === null ? stop(event.target, false) : stopNow(event.target)) },
    }, known.stop === null ? 'Stop after this attempt' : 'Stop now'),
  ];

  const stopNow = (button) => confirm('Stop now?', 'The agent is ended in the middle of its work. Files that it'
    + ' has changed stay as they are; the attempt is not finished and cannot be continued.', 'End the agent',
  () => stop(button, true));

  const stop = async (button, at) => {
    button.disabled = true;
    try {
      await post(runPath(name, '/stop'), { now: at });
      fill(said);
    } catch (problem) {
      button.disabled = false;
      fill(said, el('p.notice.bad', {}, 'Not stopped. ' + problem.said()));
    }
    await look();
  };

  /** Prints the end of the output; a reader who has scrolled back stays there. */
  const print = async () => {
    const one = underWay();
    output.hidden = !one || known.runner === 'unknown';
    if (output.hidden) {
      return;
    }
    let text = output.textContent;
    try {
      text = (await read(one.attempt, false)) || (await read(one.attempt, true)) || 'Nothing is printed yet.';
    } catch (problem) {
      if (!(problem instanceof Problem)) {
        throw problem;
      }
    }
    const end = output.scrollTop + output.clientHeight >= output.scrollHeight - 4;
    if (output.textContent !== text) {
      output.textContent = text;
      output.scrollTop = end ? output.scrollHeight : output.scrollTop;
    }
  };

  const read = async (attempt, errors) => {
    const answer = await get(runPath(name, '/attempts/' + attempt + (errors ? '?errors=true' : '')));
    return visible(answer.output.replaceAll(COLOURS, '').split('\n').map(readable).join('\n').trim());
  };

  const rows = () => {
    const ended = known.attempts.filter((one) => one.outcome !== null).reverse();
    const shown = all ? ended : ended.slice(0, SHOWN);
    return shown.length > 0 && [
      el('table.made', {}, [
        el('caption.hidden', {}, 'Ended attempts, the newest first'),
        el('thead', {}, el('tr', {}, COLUMNS.map((title) => el('th', { scope: 'col' }, title)))),
        el('tbody', {}, shown.map(row)),
      ]),
      ended.length > shown.length && el('button', {
        type: 'button',
        data: { key: 'all-attempts' },
        on: { click: () => ((all = true), fill(table, rows())) },
      }, 'Show all ' + ended.length),
    ];
  };

  const row = (one) => {
    const cells = [
      el('bdi', {}, one.phase),
      el('bdi', {}, one.start.agent),
      outcome(one),
      one.end.duration_ms === undefined ? '\u2013' : duration(Math.round(one.end.duration_ms / 1000)),
      one.end.cost_usd === undefined ? 'unknown' : dollars(one.end.cost_usd),
      one.end.tokens === undefined ? 'unknown' : one.end.tokens.toLocaleString(),
      one.end.reason ?? '',
      el('button.small', {
        type: 'button',
        'aria-label': 'Output of attempt ' + one.attempt,
        data: { key: 'output ' + one.attempt },
        on: { click: () => printed(one) },
      }, 'Output'),
    ];
    return el('tr', {}, el('th', { scope: 'row' }, one.attempt),
      cells.map((cell, i) => el('td', { data: { label: COLUMNS[i + 1] } }, cell)));
  };

  const printed = async (one) => {
    const body = el('div', {}, el('p.faint', {}, 'Reading\u2026'));
    dialog('Output of attempt ' + one.attempt, body);
    try {
      const [out, errors] = await Promise.all([read(one.attempt, false), read(one.attempt, true)]);
      fill(body, block('Output', out), block('Errors', errors),
        out + errors === '' && el('p.faint', {}, 'Nothing was printed, or it is not kept any more.'));
    } catch (problem) {
      fill(body, el('p.notice.bad', { role: 'alert' }, problem.said()));
    }
  };

  return { element, show };
}

const COLUMNS = ['Attempt', 'Phase', 'Agent', 'Outcome', 'Took', 'Cost', 'Tokens', 'Reason', 'Output'];

function dollars(amount) {
  return amount.toLocaleString(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 4 }) + ' USD';
}

function block(title, text) {
  return text !== '' && [el('h3', {}, title), el('pre.output', { tabindex: 0, 'aria-label': title }, text)];
}

/** How an attempt ended; one whose agent stopped or asks is as little in order as a failed one. */
function outcome(one) {
  const decision = one.end.decision ?? 'PROCEED';
  const goes = one.outcome === 'applied' && decision === 'PROCEED';
  const waits = ['waiting', 'rate-limit', 'interrupted'].includes(one.outcome);
  return el('strong.outcome.' + (goes ? 'good' : waits ? 'waits' : 'bad'), {},
    words(one.outcome) + (decision === 'PROCEED' ? '' : ', ' + decision));
}

/** Returns a line of output as people read it: of an event its texts, of anything else its beginning. */
function readable(line) {
  let text = line;
  if (line.startsWith('{')) {
    try {
      const event = JSON.parse(line);
      const found = texts(event);
      text = found.length > 0 ? (event.type ? event.type + ': ' : '') + found.join(' ') : line;
    } catch {
      // No event, or not all of it.
    }
  }
  return text.length > LINE ? text.slice(0, LINE) + '\u2026' : text;
}

function texts(value) {
  return Object.entries(value).flatMap(([key, inner]) => {
    if (inner !== null && typeof inner === 'object') {
      return texts(inner);
    }
    return typeof inner === 'string' && TEXTS.includes(key) ? [inner] : [];
  });
}
