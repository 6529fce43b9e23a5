#!/usr/bin/env node
'use strict';

// node flow.cjs resume: where the flow protocol goes on, in the plain way: the checks of the state,
// the outputs that its phases and tasks name, and the table of what is to be done.

const fs = require('node:fs');
const path = require('node:path');
const { read, root, write } = require('./project.cjs');

const STATE = 'memory/state/phase.json';
const TASKS = 'memory/state/execution.json';
const STAGES = ['REQUIREMENTS', 'ARCHITECTURE', 'IMPLEMENTATION', 'VERIFICATION', 'REFLECTION'];
const OUTPUTS = {
  REQUIREMENTS: 'memory/reports/demand.json',
  ARCHITECTURE: 'memory/reports/final_design.json',
  IMPLEMENTATION: TASKS,
  VERIFICATION: 'memory/reports/verification.json',
  REFLECTION: 'memory/reports/reflection.json',
};
const SPAWN = {
  REQUIREMENTS: 'SPAWN_PM',
  ARCHITECTURE: 'SPAWN_ARCHITECTS',
  IMPLEMENTATION: 'SPAWN_EXECUTOR',
  VERIFICATION: 'SPAWN_QA',
  REFLECTION: 'SPAWN_REFLECTOR',
};
const DAY = 24 * 60 * 60 * 1000;

function json(top, file) {
  const text = read(path.join(top, file));
  return text === null ? null : JSON.parse(text);
}

function problems(state, tasks, top) {
  const found = [];
  for (const key of ['workflow_id', 'started_at', 'last_updated', 'current_phase', 'phase_status']) {
    if (typeof state[key] !== 'string') found.push(`${key} is missing`);
  }
  if (!state.interruption_safe) found.push('a write was interrupted');
  for (const key of ['started_at', 'last_updated']) {
    if (Date.parse(state[key]) > Date.now() + 300000) found.push(`${key} is in the future`);
  }
  const finished = (task) => task.status === 'complete' || task.status === 'verified';
  for (const { phase, output } of state.completed_phases) {
    if (output && !fs.existsSync(path.join(top, output))) found.push(`${phase} has no ${output}`);
  }
  for (const task of (tasks?.tasks ?? []).filter(finished)) {
    if (!fs.existsSync(path.join(top, task.output))) found.push(`${task.id} has no ${task.output}`);
  }
  const order = state.completed_phases.map(({ phase }) => STAGES.indexOf(phase));
  if (order.some((place, i) => place !== i)) found.push('the phases are out of order');
  if (STAGES.indexOf(state.current_phase) !== order.length) found.push('the phase is out of order');
  return found;
}

/** Tasks that were running are pending again, or what their output says. */
function recovered(tasks, top) {
  let changed = false;
  for (const task of tasks.tasks) {
    if (task.status !== 'running') continue;
    const output = json(top, task.output ?? `memory/tasks/${task.id}/output.json`);
    task.attempts = (task.attempts ?? 0) + (output ? 0 : 1);
    task.status = output ? output.status : task.attempts > 2 ? 'failed' : 'pending';
    changed = true;
  }
  return changed;
}

function next(state, tasks, top) {
  const stage = state.current_phase;
  if (stage === 'IMPLEMENTATION' && tasks) {
    if (recovered(tasks, top)) write(path.join(top, TASKS), JSON.stringify(tasks));
    return 'CONTINUE_EXECUTION';
  }
  const output = json(top, OUTPUTS[stage]);
  return output && Object.keys(output).length > 0 ? 'ADVANCE' : SPAWN[stage];
}

function resume() {
  const top = root();
  const state = json(top, STATE);
  if (!state) return complain('there is no workflow');
  const tasks = json(top, TASKS);
  const found = problems(state, tasks, top);
  if (found.length > 0) return complain(`corrupted: ${found.join('; ')}`);
  if (Date.now() - Date.parse(state.started_at) > 7 * DAY) return complain('the workflow is old');
  const lines = [
    `Detected interrupted workflow: ${state.workflow_id}`,
    `Resuming workflow ${state.workflow_id} from ${state.current_phase} phase`,
    `Last activity: ${state.last_updated}`,
    `Completed: ${state.completed_phases.map(({ phase }) => phase).join(', ') || 'none'}`,
    `Next: ${next(state, tasks, top)}`,
  ];
  process.stdout.write(lines.join('\n') + '\n');
  return true;
}

function complain(text) {
  console.error(text);
  return false;
}

process.exitCode = resume() ? 0 : 1;
