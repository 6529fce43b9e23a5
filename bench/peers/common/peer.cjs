'use strict';

/** The same as Peer.java, for libraries of Node: answers the lines that `bench/run` sends. */

const readline = require('node:readline');

const LENGTH = 4096;
const WORDS = ('token session login refresh guard route handler cookie expiry store password hash ' +
  'middleware error test scope claim issuer').split(' ');

/** Returns a result that no other equals, always of the same length. */
function result(number) {
  let text = `result ${number}`;
  let seed = (number * 2654435761 + 7) % 4294967296;
  const word = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return WORDS[(seed >>> 8) % WORDS.length];
  };
  while (text.length < LENGTH) text += ` ${word()}-${word()}`;
  return text.slice(0, LENGTH);
}

function numberOf(text) {
  if (!text) return 0;
  const number = Number(text.split(' ')[1]);
  if (text !== result(number)) throw new Error('the result is not what was kept');
  return number;
}

/**
 * Serves a run with `newest()` and `append(text)`, either of which may be a promise's; one that keeps
 * the newest result only has `fill(text)` as well.
 */
async function serve(run) {
  let count = numberOf(await run.newest());
  const say = (line) => process.stdout.write(`${line}\n`);
  const append = async () => {
    const text = result(count + 1);
    const start = process.hrtime.bigint();
    await run.append(text);
    const nanos = process.hrtime.bigint() - start;
    count += 1;
    return nanos;
  };
  say(`AT ${count}`);
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const [word, wanted, seconds] = line.split(' ');
    if (word === 'fill') {
      if (count < wanted && run.fill) {
        await run.fill(result(wanted));
        count = Number(wanted);
      }
      const end = Date.now() + seconds * 1000;
      while (count < wanted && Date.now() < end) await append();
      say(`AT ${count}`);
    } else if (word === 'append') {
      say(await append());
    } else if (word === 'count') {
      for (;;) {
        await append();
        say(`ACK ${count}`);
      }
    }
  }
}

module.exports = { serve };
