#!/usr/bin/env node
'use strict';

// node hook.cjs SessionStart|PreToolUse|statusline, with the agent's JSON on standard input: what
// the hooks of such a project do in the plain way. Without a state folder it says nothing.

const fs = require('node:fs');
const path = require('node:path');
const checkpoints = require('./checkpoint.cjs');

function openRuns(folder) {
  const runs = [];
  for (const file of fs.readdirSync(folder)) {
    if (!file.endsWith('.json')) continue;
    const [command, ...rest] = file.slice(0, -'.json'.length).split('-');
    const feature = rest.join('-') === 'checkpoint' ? null : rest.join('-');
    const checkpoint = checkpoints.loadCheckpoint(command, feature);
    if (checkpoint && !checkpoint.completed_at) runs.push(checkpoint);
  }
  return runs;
}

function brief(checkpoint) {
  const lines = [`${checkpoint.command}/${checkpoint.feature}`];
  for (const [name, phase] of Object.entries(checkpoint.phases)) {
    lines.push(`${phase.status}  ${name}: ${phase.context_summary ?? ''}`);
    for (const file of phase.files_created ?? []) lines.push(`read: ${file}`);
  }
  const head = checkpoints.getCurrentHead();
  if (head !== checkpoint.head_commit) lines.push(`stale: HEAD is ${head}`);
  return lines.join('\n');
}

function main(event) {
  const input = JSON.parse(fs.readFileSync(0, 'utf8'));
  if (input.cwd) process.chdir(input.cwd);
  const folder = checkpoints.getStateDir();
  if (!fs.existsSync(folder)) return;
  const runs = openRuns(folder);
  if (runs.length === 0) return;
  if (event === 'statusline') {
    const phases = Object.values(runs[0].phases);
    const done = phases.filter((phase) => phase.status === 'complete').length;
    const used = Math.floor(input.context_window?.used_percentage ?? 0);
    fs.writeFileSync(path.join(folder, 'usage'), String(used));
    process.stdout.write(`${runs[0].command} ${done}/${phases.length} | context ${used} %\n`);
  } else if (event === 'SessionStart') {
    const additionalContext = runs.map(brief).join('\n\n');
    const hookSpecificOutput = { hookEventName: event, additionalContext };
    process.stdout.write(JSON.stringify({ hookSpecificOutput }) + '\n');
  }
}

main(process.argv[2]);
