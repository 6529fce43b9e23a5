// The page of all projects of a server: of each, the runs that are not done.

import { get } from './api.js';
import { el, fill } from './dom.js';
import { setClock } from './format.js';
import { row } from './overview.js';

/** How many runs of a project are shown. */
const SHOWN = 10;

/** Makes the view. Each project is read by itself: one that cannot be read hides no other. */
export function projectsView(page) {
  page.title('Projects');
  const element = el('div.overview');
  const trouble = el('div', { role: 'alert' });
  const list = el('div.groups');
  element.append(el('h1.hidden', {}, 'Projects'), trouble, list);
  const projects = new Map();
  const changed = new Set();

  const read = async (project) => {
    try {
      project.session ??= await get(project.address + '/api/session');
      project.data = await get(project.address + '/api/overview');
      project.problem = null;
      setClock(project.data.at);
    } catch (problem) {
      project.problem = problem;
    }
    fill(project.part, ...content(project));
    project.fresh.clear();
  };
  return {
    element,
    takes: () => location.pathname === '/',
    concerns: (runs, name) => {
      changed.add(name);
      runs.forEach((run) => projects.get(name)?.fresh.add(run));
      return true;
    },
    load: async () => {
      const names = (await get('/api/projects')).projects;
      fill(trouble);
      if (names.length !== projects.size || names.some((name) => !projects.has(name))) {
        projects.clear();
        changed.clear();
        names.forEach((name) => projects.set(name, project(name)));
        fill(list, [...projects.values()].map((each) => each.part));
      }
      const some = [...changed].filter((name) => projects.has(name));
      changed.clear();
      const asked = some.length > 0 ? some : names;
      await Promise.all(asked.map((name) => read(projects.get(name))));
      const all = [...projects.values()].map((each) => groups(each).find(isWaiting)?.count ?? 0);
      const waiting = all.reduce((sum, count) => sum + count, 0);
      page.title(waiting > 0 ? '(' + waiting + ') Projects' : 'Projects');
    },
    fail: (problem) => {
      fill(trouble, el('p.notice.bad', {}, problem.said()));
    },
  };
}

function project(name) {
  const part = el('section.of-project', { 'aria-label': name });
  const address = '/projects/' + encodeURIComponent(name);
  return { name, part, address, session: null, data: null, problem: null, fresh: new Set() };
}

function groups(project) {
  return project.data?.groups ?? [];
}

function isWaiting(group) {
  return group.group === 'waiting';
}

function content(project) {
  const counted = groups(project).filter((group) => group.count > 0);
  const heading = el('h2', {}, [
    el('a', { href: project.address + '/', data: { key: 'project ' + project.name } }, project.name),
    ' ',
    el('span.number', {}, counted.map((group) => group.count + ' ' + group.title).join(', ')),
  ]);
  if (project.problem) {
    return [heading, el('p.notice.bad', {}, project.problem.said?.() ?? String(project.problem))];
  }
  const may = (scope) => Boolean(project.session?.scopes?.includes(scope));
  const view = { base: project.address, fresh: project.fresh, page: { may } };
  const open = counted.filter((group) => group.group !== 'done');
  let free = SHOWN;
  const bodies = open.map((group) => {
    const rows = group.runs.slice(0, free).map((run) => row(run, group, view));
    free -= rows.length;
    return rows.length > 0 &&
      el('tbody.group.' + group.group, { role: 'rowgroup', 'aria-label': group.title }, rows);
  });
  if (free === SHOWN) {
    return [heading, el('p.faint', {}, counted.length > 0 ? 'All runs are done.' : 'No runs yet.')];
  }
  const rest = open.reduce((sum, group) => sum + group.count, 0) > SHOWN;
  return [
    heading,
    el('table.runs', { role: 'table', 'aria-label': 'Runs of ' + project.name }, bodies),
    rest && el('a.button', { href: project.address + '/' }, 'Show all of ' + project.name),
  ];
}
