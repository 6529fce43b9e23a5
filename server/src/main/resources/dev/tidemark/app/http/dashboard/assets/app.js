// The page as a whole: who is logged in, which view an address means, what changes by itself.

import { activityView } from './activity.js';
import { Problem, Unreachable, base, baseOf, get, home, post } from './api.js';
import { dialog, el, fill, tell } from './dom.js';
import { listen } from './events.js';
import { age, setClock } from './format.js';
import { loginView } from './login.js';
import { overviewView } from './overview.js';
import { projectsView } from './projects.js';
import { runView } from './run.js';
import { bindKeys, helpRows } from './keys.js';
import { nextTheme, themeName } from './theme.js';
import { timelineView } from './timelines.js';
import { notifyButton, waitingRuns } from './waiting.js';

const main = document.getElementById('main');
const top = document.getElementById('top');
const gone = document.getElementById('gone');

/** How long to wait for further changes before looking, and before trying again, in milliseconds. */
const GATHER = 150;
const RETRY = 3000;
const REFRESH = 30_000;

/** The addresses of the views in the head of the page, and their names. */
const LINKS = [['', 'Runs'], ['activity', 'Activity'], ['timeline', 'Timeline']];

/** The views that have an address of their own. */
const VIEWS = { activity: activityView, timeline: timelineView };

const state = { session: null, view: null, connection: 'lost', stop: null, timer: 0, project: null,
  since: null, lost: 0, title: '', waiting: 0 };

/** What a view may ask of the page. */
const page = {
  session: () => state.session,
  may: (scope) => Boolean(state.session?.scopes?.includes(scope)),
  go: (address, replace = false) => {
    history[replace ? 'replaceState' : 'pushState'](null, '', address);
    show();
  },
  title: (text) => {
    state.title = text;
    document.title = (state.waiting > 0 ? '(' + state.waiting + ') ' : '') + (text ? text + ' \u2013 ' : '') + 'Tidemark';
  },
  /** Takes the overview, where a view has read it anyway. */
  counted: (overview) => waiting.take(overview),
  project: (name, at) => {
    setClock(at);
    if (state.project !== name) {
      state.project = name;
      header();
    }
  },
};

const waiting = waitingRuns(
  (number) => {
    state.waiting = number;
    page.title(state.title);
  },
  (run) => page.go(home + 'runs/' + encodeURIComponent(run)),
);

function header() {
  const link = (text, address) =>
    el('a.brand', { href: address, data: { key: 'home' } }, [
      el('img', { src: '/assets/mark.svg', alt: '', width: 28, height: 28 }),
      el('span', {}, text),
    ]);
  const live = state.connection === 'live';
  document.body.classList.toggle('stale', !live && state.since !== null);
  const status = el(
    'span.live' + (live ? '.on' : state.since ? '.lost' : ''),
    { title: live ? 'Changes show by themselves' : 'No connection; trying again', role: 'status' },
    live ? 'Live' : state.since ? 'No connection, last update ' + state.since : 'Connecting\u2026',
  );
  const user = state.session && [
    status,
    el('span.user', { title: 'Logged in' }, state.session.user),
    button('Log out', 'logout', logout),
  ];
  fill(
    top,
    link('Tidemark', home),
    state.session && base && el('a', { href: '/', data: { key: 'projects' } }, 'All projects'),
    state.session && state.project && el('span.project', {}, state.project),
    state.session && !state.session.projects && el('nav.views', { 'aria-label': 'Views' }, LINKS.map(([path, text]) =>
      el('a', { href: home + path, data: { key: 'view ' + path },
        'aria-current': location.pathname === home + path && 'page' }, text))),
    el('span.space'),
    user,
    state.session && !state.session.projects && notifyButton(header),
    button('Theme: ' + themeName(), 'theme', () => {
      nextTheme();
      header();
    }),
    state.session && button('Keys', 'keys', help),
  );
  fill(gone, state.since !== null && !live && el('p.banner', {}, 'The server does not answer. This is what it said '
    + age(state.lost) + ' ago, at ' + state.since + '.'));
}

function button(text, key, click) {
  return el('button.quiet', { type: 'button', data: { key }, on: { click } }, text);
}

function help() {
  dialog(
    'Keys',
    el(
      'dl.keys',
      {},
      helpRows().map(([keys, meaning]) => [
        el('dt', {}, keys.map((key) => el('kbd', {}, key))),
        el('dd', {}, meaning),
      ]),
    ),
  );
}

async function logout() {
  try {
    await post('/logout', {});
  } finally {
    end();
    state.session = null;
    state.view = null;
    await start();
  }
}

function end() {
  state.stop?.();
  state.stop = null;
  state.connection = 'lost';
}

/** Shows the view that the address means. */
function show() {
  window.clearTimeout(state.timer);
  if (state.session && state.view?.takes?.()) {
    refresh();
    return;
  }
  if (!state.session) {
    state.view = loginView(page, start);
  } else {
    const [view, name] = location.pathname.slice(home.length).split('/');
    if (view === 'runs' && name) {
      state.view = runView(page, decode(name));
    } else if (state.session.projects) {
      state.view = projectsView(page);
    } else {
      state.view = (VIEWS[view] ?? overviewView)(page);
    }
    header();
  }
  fill(main, state.view.element);
  document.getElementById('dialog').close();
  refresh();
}

function decode(segment) {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Reads anew what is shown; on failure says so and tries again. */
async function refresh() {
  const view = state.view;
  if (!view.load) {
    return;
  }
  window.clearTimeout(state.timer);
  try {
    await view.load();
    if (view === state.view) {
      state.timer = window.setTimeout(refresh, REFRESH);
    }
  } catch (problem) {
    if (!(problem instanceof Problem)) {
      throw problem;
    }
    if (view !== state.view) {
      return;
    }
    if (problem.status === 401) {
      end();
      state.session = null;
      state.view = null;
      header();
      show();
      return;
    }
    view.fail(problem);
    state.timer = window.setTimeout(refresh, RETRY);
  }
}

let gathering = 0;

function changed(runs, project) {
  if (base && project && project !== decode(base.slice('/projects/'.length))) {
    return;
  }
  if (!state.session?.projects) {
    waiting.count();
  }
  if (!state.view?.concerns || state.view.concerns(runs, project)) {
    window.clearTimeout(gathering);
    gathering = window.setTimeout(refresh, GATHER);
  }
}

/** Takes the token from the address, where it stands no longer. */
function takeToken() {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token) {
    history.replaceState(null, '', location.pathname + location.search);
  }
  return token;
}

/** Finds out who is logged in: by a token, or by the cookie. A token is kept until the server answers. */
async function start(token = takeToken()) {
  const again = (problem, kept) => {
    fill(main, el('div.notice.bad', { role: 'alert' }, problem.said()));
    window.setTimeout(start, RETRY, kept);
  };
  if (token) {
    try {
      await post('/login', { token });
    } catch (problem) {
      if (problem instanceof Unreachable) {
        again(problem, token);
        return;
      }
      tell(problem.said());
    }
  }
  try {
    state.session = await get('/api/session');
    state.project = state.session.project ?? null;
  } catch (problem) {
    state.session = null;
    if (problem.status !== 401) {
      again(problem);
      return;
    }
  }
  if (state.session && !state.stop) {
    state.stop = listen(changed, (connection) => {
      if (connection === 'live') {
        state.since = null;
      } else if (state.connection === 'live') {
        const now = { hour: '2-digit', minute: '2-digit' };
        state.since = new Date().toLocaleTimeString([], now);
        state.lost = new Date().toISOString();
      }
      state.connection = connection;
      header();
    });
  }
  header();
  show();
}

// The age of what is shown grows while the server is gone.
window.setInterval(() => state.connection !== 'live' && state.since !== null && header(), 10_000);

document.addEventListener('click', (event) => {
  const link = event.target.closest?.('a[href]');
  const plain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  if (!link || !plain || event.button !== 0 || link.getAttribute('href').startsWith('#')) {
    return;
  }
  const other = new URL(link.href);
  const here = other.origin === location.origin && baseOf(other.pathname) === base;
  if (here && !other.pathname.startsWith('/assets/')) {
    event.preventDefault();
    const moves = other.pathname !== location.pathname;
    page.go(other.pathname + other.search);
    if (moves) {
      main.focus({ preventScroll: true });
      window.scrollTo(0, 0);
    }
  }
});
window.addEventListener('popstate', () => location.hash.startsWith('#token=') || show());
window.addEventListener('hashchange', () => location.hash.startsWith('#token=') && start());
bindKeys({ page, help, theme: () => (nextTheme(), header()) });
header();
start();
