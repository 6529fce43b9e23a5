// The phases of a run as a graph: what each needs, its gates and its tasks.

import { el } from './dom.js';
import { words } from './format.js';
import { MARKS } from './timeline.js';
import { framed, table } from './timelines.js';

const OVER = ['complete', 'skipped'];

/**
 * Returns the graph, where it says more than the list of phases.
 *
 * @param made what the runner knows: the phases, each with those that it needs, and the attempts
 */
export function graphPart(run, gates, made) {
  if (!made.phases || made.phases.length < 2) {
    return null;
  }
  const nodes = ordered(made.phases.map((phase) => nodeOf(phase, run, gates.gates ?? [], made)));
  const chain = nodes.every((node, i) => String(node.needs) === String(i > 0 ? nodes[i - 1].phase : []));
  if (chain && nodes.every((node) => node.gates.length === 0 && !node.tasks)) {
    return null;
  }
  return el('section.part.graph', { 'aria-labelledby': 'graph' }, [
    el('h2', { id: 'graph' }, 'Workflow'),
    framed((by, frame) => {
      const { layers, edges } = layered(nodes);
      by.graph(frame, 'The phases of ' + run.run + ', each behind those that it needs', layers, edges);
    }),
    table('Phases of ' + run.run, ['Phase', 'State', 'Needs', 'Gates', 'Tasks'], nodes.map((node) => [
      node.phase, node.status, node.needs.join(', ') || 'none', node.gates.join('; ') || 'none',
      node.tasks || 'none',
    ])),
  ]);
}

function nodeOf({ phase, needs, each }, run, gates, made) {
  const state = run.phases.find((one) => one.phase === phase)?.progress ?? 'pending';
  const listed = (run.tasks ?? []).filter((task) => task.phase === phase);
  const done = listed.filter((task) => OVER.includes(task.status)).length;
  const agents = made.runner === 'running'
    ? made.attempts.filter((one) => one.phase === phase && one.outcome === null).length : 0;
  const own = gates.filter((gate) => gate.phase === phase);
  const closed = (gate) => !gate.open && gate.mandatory;
  const more = (gate) => (gate.at === 'done' ? ', at the end' : '') + (gate.mandatory ? '' : ', advisory');
  const bar = (moment) => {
    const all = own.filter((gate) => gate.at === moment || gate.at === 'both');
    return all.length === 0 ? null : all.some(closed) ? 'closed' : 'open';
  };
  const status = words(state) + (agents > 1 ? ', ' + agents + ' agents' : '');
  const count = listed.length > 0 && done + ' of ' + listed.length + ' tasks';
  const tasks = each === 'tasks' ? (count || 'tasks') + ' in parallel' : count;
  return {
    phase, needs, state, status,
    label: (MARKS[state] ?? '\u25cb') + ' ' + phase,
    tasks,
    gates: own.map((gate) => gate.name + (gate.open ? ' open' : ' closed') + more(gate)),
    entry: bar('enter'),
    exit: bar('done'),
    lines: [
      { kind: 'state', text: status },
      tasks && { kind: 'tasks', text: tasks },
      ...own.map((gate) => ({
        kind: gate.open ? 'open' : closed(gate) ? 'closed' : 'advisory',
        text: (gate.open ? '\u2713 ' : '\u2715 ') + gate.name + more(gate),
      })),
    ].filter(Boolean),
  };
}

/** Orders phases so that each stands behind all that it needs, in whatever order they were begun. */
function ordered(nodes) {
  const named = new Map(nodes.map((node) => [node.phase, node]));
  const placed = new Set();
  const place = (node, above) => {
    if (node && !placed.has(node) && !above.has(node)) {
      above.add(node);
      node.needs.forEach((name) => place(named.get(name), above));
      placed.add(node);
    }
  };
  nodes.forEach((node) => place(node, new Set()));
  return [...placed];
}

/**
 * Places phases in layers: each behind all that it needs. An edge that passes a layer has a slot there, and one that
 * others imply is left out.
 */
function layered(nodes) {
  const known = new Map();
  const layers = [];
  const edges = [];
  const behind = new Map();
  const level = new Map();
  for (const node of nodes) {
    const needs = node.needs.filter((name) => behind.has(name));
    behind.set(node.phase, new Set(needs.flatMap((name) => [name, ...behind.get(name)])));
    level.set(node.phase, Math.max(-1, ...needs.map((name) => level.get(name))) + 1);
    const own = { node, before: [] };
    known.set(node.phase, own);
    (layers[level.get(node.phase)] ??= []).push(own);
    for (const name of needs.filter((one) => !needs.some((other) => behind.get(other).has(one)))) {
      const slots = [known.get(name)];
      for (let i = level.get(name) + 1; i < level.get(node.phase); i++) {
        const passed = { node: null, before: [slots.at(-1)] };
        layers[i].push(passed);
        slots.push(passed);
      }
      own.before.push(slots.at(-1));
      edges.push({ slots: [...slots, own], done: OVER.includes(known.get(name).node.state) });
    }
  }
  for (const layer of layers) {
    const middle = (slot) => slot.before.reduce((sum, one) => sum + one.at, 0) / (slot.before.length || 1);
    const order = new Map(layer.map((slot) => [slot, middle(slot)]));
    layer.sort((one, other) => order.get(one) - order.get(other));
    layer.forEach((slot, i) => (slot.at = i - (layer.length - 1) / 2));
  }
  return { layers, edges };
}
