// Tells that something waits: a number in the title of the page, and notifications of the browser.

import { Problem, get, home } from './api.js';
import { el } from './dom.js';
import { setClock } from './format.js';

/** How often the runs are counted at most, in milliseconds. */
const PAUSE = 2000;

/** Counts the runs that wait for a person; `changed` is told the number, `open` the run to show. */
export function waitingRuns(changed, open) {
  let known = null;
  let timer = 0;

  const take = (overview) => {
    setClock(overview.at);
    const runs = overview.groups.find((group) => group.group === 'waiting').runs;
    const fresh = known === null ? [] : runs.filter((run) => !known.has(run.run));
    known = new Set(runs.map((run) => run.run));
    fresh.forEach(notify);
    changed(runs.length);
  };

  const notify = (run) => {
    if (window.Notification?.permission !== 'granted') {
      return;
    }
    // Of several tabs one shows it: the tag is the same.
    const shown = new Notification('Waiting for you: ' + (run.item ?? run.workflow),
      { body: run.waiting_for ?? run.reason ?? run.run, tag: run.run, icon: '/assets/mark.svg' });
    shown.onclick = () => {
      window.focus();
      open(run.run);
    };
  };

  return {
    take,
    /** Counts soon; many changes are counted once. */
    count: () => {
      timer ||= window.setTimeout(async () => {
        timer = 0;
        try {
          take(await get('/api/overview'));
        } catch (problem) {
          if (!(problem instanceof Problem)) {
            throw problem;
          }
        }
      }, PAUSE);
    },
  };
}

/** A button that asks for permission; none where that is decided, or the browser has none to give. */
export function notifyButton(asked) {
  return window.Notification?.permission === 'default' && el('button.quiet', {
    type: 'button',
    title: 'Show a notification of the browser when a run waits for you',
    data: { key: 'notify' },
    on: { click: () => Notification.requestPermission().then(asked) },
  }, 'Notify me');
}
