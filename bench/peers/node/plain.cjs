'use strict';

/** The Node script of the other sections, in one process that stays. */

const checkpoints = require('../../node/checkpoint.cjs');
const { serve } = require('../common/peer.cjs');

process.chdir(process.argv[2]);

function append(result) {
  const phase = { status: 'complete', context_summary: result };
  if (!checkpoints.updatePhase('implement', 'implementation', phase, 'auth')) {
    throw new Error('refused');
  }
}

serve({
  newest: () => checkpoints.getResumePoint('implement', 'auth').summary ?? '',
  append,
  fill: append,
});
