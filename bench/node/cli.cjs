#!/usr/bin/env node
'use strict';

// node cli.cjs enter|done|finish|resume|status RUN [PHASE] [--summary TEXT] [--json]
// RUN is command or command/feature, for example implement/auth.

const checkpoints = require('./checkpoint.cjs');

function parse(args) {
  const options = { words: [], summary: undefined, json: false };
  for (let i = 0; i < args.length; i++) {
    if (args[i] === '--summary') options.summary = args[++i];
    else if (args[i] === '--json') options.json = true;
    else options.words.push(args[i]);
  }
  return options;
}

function print(options, value, lines) {
  process.stdout.write((options.json ? JSON.stringify(value) : lines.join('\n')) + '\n');
}

function resume(command, feature, options) {
  const point = checkpoints.getResumePoint(command, feature);
  print(options, point, [`phase: ${point.phase ?? 'none'}`, `summary: ${point.summary ?? 'none'}`]);
  return true;
}

function status(command, feature, options) {
  const checkpoint = checkpoints.loadCheckpoint(command, feature);
  if (!checkpoint) return false;
  const phases = Object.entries(checkpoint.phases).map(([name, phase]) => ({
    name,
    status: phase.status,
    started_at: phase.started_at,
    updated_at: phase.updated_at,
    summary: phase.context_summary,
    files_created: phase.files_created ?? [],
    files_modified: phase.files_modified ?? [],
  }));
  const view = {
    command: checkpoint.command,
    feature: checkpoint.feature ?? null,
    head_commit: checkpoint.head_commit,
    updated_at: checkpoint.updated_at,
    state: checkpoint.state,
    phases,
    resume: checkpoints.resumePointOf(checkpoint),
  };
  print(options, view, phases.map((phase) => `${phase.status}  ${phase.name}`));
  return true;
}

function update(command, feature, phase, data) {
  const updated = checkpoints.updatePhase(command, phase, data, feature);
  if (updated) process.stdout.write(`${phase}: ${data.status}\n`);
  return updated;
}

function run(args) {
  const options = parse(args);
  const [verb, name = '', phase] = options.words;
  const [command, feature = null] = name.split('/');
  switch (verb) {
    case 'enter':
      return update(command, feature, phase, { status: 'in_progress' });
    case 'done': {
      const data = { status: 'complete' };
      if (options.summary !== undefined) data.context_summary = options.summary;
      return update(command, feature, phase, data);
    }
    case 'finish':
      return checkpoints.completeCheckpoint(command, feature);
    case 'resume':
      return resume(command, feature, options);
    case 'status':
      return status(command, feature, options);
    default:
      console.error('usage: cli.cjs enter|done|finish|resume|status RUN [PHASE]');
      return false;
  }
}

process.exitCode = run(process.argv.slice(2)) ? 0 : 1;
