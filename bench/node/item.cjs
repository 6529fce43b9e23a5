#!/usr/bin/env node
'use strict';

// node item.cjs done COMMAND ID PHASE [--summary TEXT] [--decision TEXT]... [--created FILE]...: the
// end of a phase of the item protocol without its commit, in the plain way.

const path = require('node:path');
const { branch, frontMatter, parse, read, root, seconds, write } = require('./project.cjs');

const ROW = /^\| ([\d.]+) \| (.*?) \| (done|in_progress|pending) \| (.*?) \|$/;

function sections(body) {
  const parts = body.split(/^(?=## )/m);
  return { head: parts[0], parts: parts.slice(1) };
}

function rewrite(part, lines) {
  const comment = /<!--[^]*?-->\n/.exec(part);
  const head = part.slice(0, comment ? comment.index + comment[0].length : part.indexOf('\n') + 1);
  const content = lines.length ? `\n${lines.join('\n')}\n` : '';
  return `${head}${content}\n`;
}

function entries(part) {
  return part.replace(/<!--[^]*?-->/g, '').split('\n').slice(1).filter((line) => line.trim() !== '');
}

function row({ number, name, status, completed }) {
  return `| ${number} | ${name} | ${status} | ${completed} |`;
}

/** Files are given from where the caller stands, and kept from the root. */
function fromRoot(top, list = []) {
  return list.map((file) => path.relative(top, path.resolve(file)));
}

function changed(part, phases, number, options) {
  const title = part.slice(3, part.indexOf('\n'));
  const add = (old, lines) => [...old, ...lines.filter((line) => !old.includes(line))];
  const files = (verb, list) => list.map((file) => `- \`${file}\` (${verb} in Phase ${number})`);
  switch (title) {
    case 'Phases':
      return `## Phases\n\n| # | Phase | Status | Completed |\n|---|---|---|---|\n${phases
        .map(row)
        .join('\n')}\n\n`;
    case 'Current Phase Detail':
      return rewrite(part, []);
    case 'Current State':
      return options.summary ? rewrite(part, options.summary) : part;
    case 'Key Decisions': {
      const told = (options.decision ?? []).map((text) => `- [Phase ${number}] ${text}`);
      return rewrite(part, add(entries(part), told));
    }
    case 'Artifacts Produced': {
      const told = [...files('created', options.created), ...files('modified', options.modified)];
      return rewrite(part, add(entries(part), told));
    }
    default:
      return part;
  }
}

function done(command, id, number, options) {
  const top = root();
  const file = path.join(top, 'docs/checkpoints', `${command}-${id}.md`);
  const text = read(file);
  const document = text === null ? null : frontMatter(text);
  if (!document) return complain(`${file} is not there, or damaged`);
  const { front, body } = document;
  const onBranch = branch();
  if (front.branch !== onBranch) console.error(`written on ${front.branch}, but this is ${onBranch}`);
  const { head, parts } = sections(body);
  const phases = [];
  for (const line of parts.find((part) => part.startsWith('## Phases')).split('\n')) {
    const found = ROW.exec(line);
    if (found) {
      phases.push({ number: found[1], name: found[2], status: found[3], completed: found[4] });
    }
  }
  const now = seconds();
  const at = phases.findIndex((phase) => phase.number === number);
  if (at < 0) return complain(`there is no phase ${number}`);
  if (phases.slice(0, at).some((phase) => phase.status !== 'done')) return complain('out of order');
  Object.assign(phases[at], { status: 'done', completed: now });
  const next = phases.find((phase) => phase.status !== 'done');
  if (next) next.status = 'in_progress';
  const keys = { ...front, updated: now, current_phase: next ? next.number : front.current_phase };
  const lines = Object.entries(keys).map(([key, value]) => `${key}: ${value}`);
  const made = { created: fromRoot(top, options.created), modified: fromRoot(top, options.modified) };
  const told = { ...options, ...made };
  const rest = parts.map((part) => changed(part, phases, number, told)).join('');
  write(file, `---\n${lines.join('\n')}\n---\n${head}${rest}`);
  process.stdout.write(`${phases[at].name} complete\nin progress: ${next?.name ?? 'none'}\n`);
  return true;
}

function complain(text) {
  console.error(text);
  return false;
}

const options = parse(process.argv.slice(2));
const [, command, id, phase] = options.words;
process.exitCode = done(command, id, phase, options) ? 0 : 1;
