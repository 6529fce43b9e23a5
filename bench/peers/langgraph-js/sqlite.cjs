'use strict';

/** The SQLite saver of LangGraph.js: each result is a checkpoint of one thread. */

const path = require('node:path');
const { createRequire } = require('node:module');
const { serve } = require('../common/peer.cjs');

// The libraries are installed beside what is measured, not beside this file.
const installed = createRequire(path.join(process.argv[3], 'package.json'));
const { SqliteSaver } = installed('@langchain/langgraph-checkpoint-sqlite');
const { emptyCheckpoint, uuid6 } = installed('@langchain/langgraph-checkpoint');

const saver = SqliteSaver.fromConnString(process.argv[2]);
const thread = { thread_id: 'run', checkpoint_ns: '' };
let before;
let step = 0;

serve({
  async newest() {
    const found = await saver.getTuple({ configurable: thread });
    before = found?.checkpoint.id;
    return found?.checkpoint.channel_values.result ?? '';
  },
  async append(result) {
    step += 1;
    const id = uuid6(step);
    const checkpoint = {
      ...emptyCheckpoint(),
      id,
      channel_values: { result },
      channel_versions: { result: step },
    };
    await saver.put({ configurable: { ...thread, checkpoint_id: before } }, checkpoint, {
      source: 'loop',
      step,
      parents: {},
    });
    before = id;
  },
});
