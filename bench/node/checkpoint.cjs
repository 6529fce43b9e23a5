'use strict';

/**
 * Checkpoints of the state protocol, in the obvious Node way: git is asked for the root and for
 * HEAD, the file is read and parsed, changed, and written over itself. Errors are one line on
 * stderr and a null or false result; nothing is thrown to the caller.
 */

const { execSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const VERSION = 1;
const MAX_SUMMARY_TOKENS = 500;

function logError(message, error) {
  console.error(error ? `${message}: ${error.message}` : message);
}

function git(command) {
  try {
    const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    return execSync(`git ${command}`, options).trim();
  } catch {
    return null;
  }
}

function getGitRoot() {
  return process.env.GIT_ROOT || git('rev-parse --show-toplevel');
}

function getCurrentHead() {
  return git('rev-parse HEAD');
}

function getStateDir() {
  return path.join(getGitRoot() || process.cwd(), '.claude', 'state');
}

function clean(name) {
  return name.replace(/[^A-Za-z0-9._-]+/g, '-');
}

function getCheckpointFilename(command, feature) {
  return `${clean(command)}-${feature ? clean(feature) : 'checkpoint'}.json`;
}

function countTokens(text) {
  return text == null ? 0 : String(text).split(/\s+/).filter(Boolean).length;
}

function validateContextSummary(summary, limit = MAX_SUMMARY_TOKENS) {
  const tokenCount = countTokens(summary);
  const valid = tokenCount <= limit;
  const error = `Context summary exceeds ${limit} token limit (actual: ${tokenCount} tokens)`;
  return valid ? { valid, tokenCount, limit } : { valid, tokenCount, limit, error };
}

function loadCheckpoint(command, feature = null) {
  try {
    const file = path.join(getStateDir(), getCheckpointFilename(command, feature));
    if (!fs.existsSync(file)) return null;
    let checkpoint;
    try {
      checkpoint = JSON.parse(fs.readFileSync(file, 'utf8'));
    } catch (error) {
      logError(`Checkpoint file exists but is corrupt: ${file}`, error);
      return null;
    }
    if (checkpoint.version !== VERSION) {
      logError(`Unsupported checkpoint schema version: ${checkpoint.version} (expected 1)`);
      return null;
    }
    const head = getCurrentHead();
    const saved = checkpoint.head_commit;
    if (head && saved && saved !== head) {
      const commits = `saved at ${saved.slice(0, 7)}, current HEAD is ${head.slice(0, 7)}`;
      logError(`Checkpoint is stale (${commits})`);
    }
    return checkpoint;
  } catch (error) {
    logError('Failed to load checkpoint', error);
    return null;
  }
}

function summariesAreValid(checkpoint) {
  const summaries = [['State', checkpoint.state?.context_summary]];
  for (const [name, phase] of Object.entries(checkpoint.phases ?? {})) {
    summaries.push([`Phase "${name}"`, phase.context_summary]);
  }
  for (const [owner, summary] of summaries) {
    const result = validateContextSummary(summary);
    if (!result.valid) {
      logError(`${owner} ${result.error}`);
      return false;
    }
  }
  return true;
}

function saveCheckpoint(command, checkpoint, feature = null) {
  try {
    if (!summariesAreValid(checkpoint)) return false;
    const now = new Date().toISOString();
    const saved = {
      ...checkpoint,
      head_commit: getCurrentHead(),
      started_at: checkpoint.started_at ?? now,
      updated_at: now,
    };
    const stateDir = getStateDir();
    fs.mkdirSync(stateDir, { recursive: true });
    const file = path.join(stateDir, getCheckpointFilename(command, feature));
    fs.writeFileSync(file, JSON.stringify(saved, null, 2));
    return true;
  } catch (error) {
    logError('Failed to save checkpoint', error);
    return false;
  }
}

function newCheckpoint(command, feature) {
  return {
    command,
    ...(feature && { feature }),
    version: VERSION,
    state: { current_phase: null, completed_phases: [], pending_phases: [] },
    phases: {},
  };
}

function applyStatus(state, phaseName, status) {
  const without = (list) => list.filter((name) => name !== phaseName);
  if (status === 'in_progress') {
    state.current_phase = phaseName;
    state.completed_phases = without(state.completed_phases);
    return;
  }
  if (state.current_phase === phaseName) state.current_phase = null;
  if (status === 'complete' && !state.completed_phases.includes(phaseName)) {
    state.completed_phases.push(phaseName);
  }
  if (status === 'complete' || status === 'failed') {
    state.pending_phases = without(state.pending_phases);
  }
}

function updatePhase(command, phaseName, phaseData, feature = null) {
  try {
    const checkpoint = loadCheckpoint(command, feature) ?? newCheckpoint(command, feature);
    const now = new Date().toISOString();
    const phase = { ...checkpoint.phases[phaseName], ...phaseData, updated_at: now };
    phase.started_at ??= now;
    checkpoint.phases[phaseName] = phase;
    applyStatus(checkpoint.state, phaseName, phase.status);
    return saveCheckpoint(command, checkpoint, feature);
  } catch (error) {
    logError('Failed to update phase', error);
    return false;
  }
}

function completeCheckpoint(command, feature = null) {
  try {
    const checkpoint = loadCheckpoint(command, feature);
    if (!checkpoint) {
      logError('Cannot complete checkpoint: no checkpoint found');
      return false;
    }
    checkpoint.state.current_phase = null;
    checkpoint.state.pending_phases = [];
    checkpoint.completed_at = new Date().toISOString();
    return saveCheckpoint(command, checkpoint, feature);
  } catch (error) {
    logError('Failed to complete checkpoint', error);
    return false;
  }
}

function resumePointOf(checkpoint) {
  if (!checkpoint || checkpoint.completed_at) return { phase: null, summary: null };
  const last = checkpoint.state.completed_phases.at(-1);
  return {
    phase: checkpoint.state.current_phase,
    summary: checkpoint.phases[last]?.context_summary ?? null,
  };
}

function getResumePoint(command, feature = null) {
  return resumePointOf(loadCheckpoint(command, feature));
}

module.exports = {
  MAX_SUMMARY_TOKENS,
  countTokens,
  validateContextSummary,
  loadCheckpoint,
  saveCheckpoint,
  updatePhase,
  completeCheckpoint,
  resumePointOf,
  getResumePoint,
  getStateDir,
  getCurrentHead,
};
