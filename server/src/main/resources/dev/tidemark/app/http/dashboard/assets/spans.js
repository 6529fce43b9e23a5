// What the history of a run says about time: work, waiting, attempts, and marks for gates and approvals.

/** Ends of a phase, by the kind of their event, and what the time before it was. */
const ENDS = { 'phase.completed': 'work', 'phase.failed': 'failed', 'phase.skipped': 'skipped' };

/**
 * Computes the spans of a run.
 *
 * @param entries of its history, oldest first
 * @param now the present, in milliseconds
 * @param state of the run as it is now; absent if that is not known
 * @param before where time begins if the entries do not begin with the run; absent if they do
 * @return `spans` of `{ phase, kind, from, to, open, text }`, of the kinds work, failed, skipped and
 *     waiting; `attempts` of `{ phase, number, agent, from, to, outcome, cost }`; `marks` of
 *     `{ phase, kind, at, text }`
 */
export function runSpans(entries, now, state, before) {
  const all = { spans: [], attempts: [], marks: [] };
  const open = new Map();
  let idle = null;
  const wait = (phase, to, still) => {
    if (idle !== null && to > idle) {
      all.spans.push({ phase, kind: 'waiting', from: idle, to, open: still, text: phase + ' waiting' });
    }
    idle = null;
  };
  const begin = (phase, at) => {
    if (open.size === 0) {
      wait(phase, at, false);
    }
    open.set(phase, at);
  };
  const end = (phase, at, kind) => {
    if (!open.has(phase)) {
      // Reported as a whole: the time since the last end is all that is known.
      open.set(phase, idle ?? before ?? at);
      idle = null;
    }
    all.spans.push({ phase, kind, from: open.get(phase), to: at, open: false, text: phase + ' ' + kind });
    open.delete(phase);
    idle = open.size === 0 ? at : null;
  };
  for (const entry of entries) {
    const at = Date.parse(entry.at);
    for (const event of entry.events) {
      if (event.kind === 'workflow.started') {
        idle = at;
        all.marks.push({ phase: null, kind: 'start', at, text: 'started by ' + entry.by.name });
      } else if (event.kind === 'phase.started') {
        begin(event.phase, at);
      } else if (ENDS[event.kind]) {
        end(event.phase, at, ENDS[event.kind]);
      } else if (event.kind === 'workflow.completed') {
        open.clear();
        idle = null;
        all.marks.push({ phase: null, kind: 'end', at, text: 'completed by ' + entry.by.name });
      } else {
        attempt(all, event, at);
        evidence(all, event, at, entry.by.name);
      }
    }
  }
  for (const [phase, from] of open) {
    all.spans.push({ phase, kind: 'work', from, to: Math.max(from, now), open: true, text: phase + ' in progress' });
  }
  if (open.size === 0 && state && !['abandoned', 'done'].includes(state.state)) {
    wait(state.phase, now, true);
  }
  all.attempts.forEach((one) => (one.to ??= Math.max(one.from, now)));
  return all;
}

function attempt(all, event, at) {
  if (event.kind === 'attempt.started') {
    all.attempts.push({ phase: event.phase, number: event.attempt, agent: event.details?.agent ?? 'an agent',
      from: at, to: null, outcome: null, cost: null });
  } else if (event.kind === 'attempt.ended') {
    const begun = all.attempts.findLast((one) => one.number === event.attempt && one.to === null);
    const known = begun ?? { phase: event.phase, number: event.attempt, agent: 'an agent', from: at };
    Object.assign(known, { to: at, outcome: event.outcome, cost: event.details?.cost_usd ?? null });
    if (!begun) {
      all.attempts.push(known);
    }
  }
}

/** Approvals, and what gates were given, each by whom. */
function evidence(all, event, at, by) {
  const claim = event.evidence;
  if (!claim) {
    return;
  }
  const phase = claim.phase ?? null;
  switch (claim.claim) {
    case 'approval':
      all.marks.push({ phase, kind: 'approval', at, text: (phase ?? 'run') + ' approved by ' + by });
      break;
    case 'changes-requested':
      all.marks.push({ phase, kind: 'changes', at, text: 'changes of ' + phase + ' requested by ' + by });
      break;
    default:
      all.marks.push({ phase, kind: 'gate', at, text: 'gate: ' + claim.claim.replaceAll('-', ' ')
        + (claim.gate ? ' of ' + claim.gate : '') + ' by ' + by });
  }
}

const DAY = 86_400_000;

/** Returns the days of a period, each with what was completed, how long runs waited, and the cost. */
export function dailyTotals(runs, entries, from, to) {
  const days = [];
  const first = new Date(from);
  first.setHours(0, 0, 0, 0);
  for (const day = first; day.getTime() < to; day.setDate(day.getDate() + 1)) {
    days.push({ day: day.getTime(), phases: 0, runs: 0, waiting: 0, cost: 0 });
  }
  const of = (at) => days.findLast((one) => one.day <= at);
  for (const entry of entries) {
    const day = of(Date.parse(entry.at));
    for (const event of day ? entry.events : []) {
      day.phases += event.kind === 'phase.completed' ? 1 : 0;
      day.runs += event.kind === 'workflow.completed' ? 1 : 0;
      day.cost += event.kind === 'attempt.ended' ? event.details?.cost_usd ?? 0 : 0;
    }
  }
  for (const { spans } of runs) {
    for (const span of spans.filter((one) => one.kind === 'waiting')) {
      for (const day of days) {
        const next = day.day + DAY;
        day.waiting += Math.max(0, Math.min(span.to, next) - Math.max(span.from, day.day)) / 3_600_000;
      }
    }
  }
  return days;
}
