'use strict';

/** What the scripts of all protocols need: git is asked, files are read, front matter is split. */

const { execSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

function git(command) {
  try {
    const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    return execSync(`git ${command}`, options).trim();
  } catch {
    return null;
  }
}

function root() {
  return process.env.GIT_ROOT || git('rev-parse --show-toplevel') || process.cwd();
}

function branch() {
  return git('symbolic-ref --quiet --short HEAD') ?? 'not a git repo';
}

function read(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

function seconds() {
  return new Date().toISOString().replace(/\.\d+Z$/, 'Z');
}

/** Options that may be repeated become lists; the rest are words. */
function parse(args) {
  const options = { words: [] };
  for (let i = 0; i < args.length; i++) {
    if (!args[i].startsWith('--')) options.words.push(args[i]);
    else if (i + 1 === args.length || args[i + 1].startsWith('--')) options[args[i].slice(2)] = [];
    else (options[args[i].slice(2)] ??= []).push(args[++i]);
  }
  return options;
}

function scalar(text) {
  if (text === 'null' || text === '~' || text === '') return null;
  if (text === 'true' || text === 'false') return text === 'true';
  if (/^-?\d+$/.test(text)) return Number(text);
  if (text.startsWith('"')) return JSON.parse(text);
  if (text.startsWith("'")) return text.slice(1, -1).replaceAll("''", "'");
  return text;
}

/** Reads the YAML that people write by hand: mappings and lists by indentation, plain scalars. */
function yaml(text) {
  const lines = [];
  for (const line of text.split('\n')) {
    const content = line.trim();
    if (content === '' || content.startsWith('#') || content === '---') continue;
    lines.push({ indent: line.length - line.trimStart().length, content });
  }
  let at = 0;
  function block(indent) {
    return lines[at].content.startsWith('- ') ? list(indent) : mapping(indent);
  }
  function value(rest, indent) {
    if (rest !== '') return scalar(rest);
    const next = lines[at];
    const below = next && (next.indent > indent || next.content.startsWith('- '));
    return below && next.indent >= indent ? block(next.indent) : null;
  }
  function mapping(indent) {
    const object = {};
    while (at < lines.length && lines[at].indent === indent && !lines[at].content.startsWith('- ')) {
      const { content } = lines[at++];
      const colon = content.indexOf(':');
      object[content.slice(0, colon).trim()] = value(content.slice(colon + 1).trim(), indent);
    }
    return object;
  }
  function list(indent) {
    const items = [];
    while (at < lines.length && lines[at].indent === indent && lines[at].content.startsWith('- ')) {
      const content = lines[at].content.slice(2).trim();
      if (/^[\w-]+:( |$)/.test(content)) {
        lines[at] = { indent: indent + 2, content };
        items.push(mapping(indent + 2));
      } else {
        at++;
        items.push(scalar(content));
      }
    }
    return items;
  }
  return lines.length === 0 ? {} : block(lines[0].indent);
}

/** Splits a document into what its front matter says and what follows. */
function frontMatter(text) {
  const end = text.indexOf('\n---\n', 3);
  if (!text.startsWith('---\n') || end < 0) return null;
  return { front: yaml(text.slice(4, end)), body: text.slice(end + 5) };
}

function write(file, text) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
}

module.exports = { branch, frontMatter, parse, read, root, seconds, write, yaml };
