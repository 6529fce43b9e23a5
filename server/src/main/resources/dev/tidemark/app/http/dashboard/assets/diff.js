// Two texts side by side.

import { el, fill } from './dom.js';
import { lines as highlighted } from './reader.js';

/** How many equal lines are kept around a difference. */
const AROUND = 3;

/** Beyond this many pairs of lines, what differs is shown as one block. */
const MOST = 4_000_000;

/** Returns two texts side by side, differences marked, long equal stretches left out; code is then highlighted. */
export function sideBySide(left, right, from, to, path) {
  const rows = fold(pair(lines(left), lines(right)));
  const cells = { left: [], right: [] };
  const frame = el('div.diff-frame', { tabindex: '0', role: 'region', 'aria-label': 'The files side by side' },
    el('table.diff', {}, [
      el('caption.hidden', {}, 'Entry ' + from + ' beside entry ' + to),
      el('colgroup', {}, ['number', 'text', 'number', 'text'].map((kind) => el('col.' + kind))),
      el('thead', {}, el('tr', {}, [
        el('th', { scope: 'col', colspan: '2' }, 'Entry ' + from),
        el('th', { scope: 'col', colspan: '2' }, 'Entry ' + to),
      ])),
      el('tbody', {}, rows.map((one) => row(one, cells))),
    ]));
  highlight(left, cells.left, path);
  highlight(right, cells.right, path);
  return frame;
}

function lines(text) {
  const all = String(text ?? '').split('\n');
  if (all.at(-1) === '') {
    all.pop();
  }
  return all;
}

/** Replaces the texts of cells by highlighted ones, as soon as there are any. */
async function highlight(text, cells, path) {
  const found = await highlighted(String(text ?? ''), path);
  found && cells.forEach(({ cell, number }) => fill(cell, found[number - 1] ?? []));
}

function row(one, cells) {
  if (one.kind === 'left-out') {
    return el('tr.left-out', {}, el('td', { colspan: '4' }, one.count + ' equal lines'));
  }
  const side = (where, line, number, sign, mark) => {
    if (line === null) {
      return [el('td.number.none'), el('td.none')];
    }
    const cell = el('span', {}, line);
    cells[where].push({ cell, number });
    const differs = one.kind !== 'same';
    return [
      el('td.number', {}, number, differs && el('span.sign', { 'aria-hidden': 'true' }, ' ' + sign)),
      el('td', {}, differs && el('span.hidden', {}, mark), cell),
    ];
  };
  return el('tr.' + one.kind, {}, side('left', one.left, one.leftNumber, '\u2212', 'before: '),
    side('right', one.right, one.rightNumber, '+', 'after: '));
}

/** Pairs equal lines, and what stands between them in their order. */
function pair(left, right) {
  const rows = [];
  let i = 0;
  let j = 0;
  const put = (kind, l, r) => rows.push({
    kind,
    left: l ? left[i] : null,
    right: r ? right[j] : null,
    leftNumber: l ? ++i : null,
    rightNumber: r ? ++j : null,
  });
  for (const [a, b] of [...common(left, right), [left.length, right.length]]) {
    while (i < a || j < b) {
      put(i < a && j < b ? 'changed' : i < a ? 'removed' : 'added', i < a, j < b);
    }
    if (a < left.length) {
      put('same', true, true);
    }
  }
  return rows;
}

/** Returns the positions of a longest common subsequence of lines. */
function common(left, right) {
  let head = 0;
  while (head < left.length && head < right.length && left[head] === right[head]) {
    head++;
  }
  let tail = 0;
  const room = Math.min(left.length, right.length) - head;
  while (tail < room && left[left.length - 1 - tail] === right[right.length - 1 - tail]) {
    tail++;
  }
  const pairs = [];
  for (let k = 0; k < head; k++) {
    pairs.push([k, k]);
  }
  pairs.push(...middle(left.slice(head, left.length - tail), right.slice(head, right.length - tail), head));
  for (let k = tail; k > 0; k--) {
    pairs.push([left.length - k, right.length - k]);
  }
  return pairs;
}

function middle(left, right, offset) {
  const width = right.length + 1;
  if (left.length * width > MOST) {
    return [];
  }
  const length = new Uint32Array((left.length + 1) * width);
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      length[i * width + j] = left[i] === right[j]
        ? length[(i + 1) * width + j + 1] + 1
        : Math.max(length[(i + 1) * width + j], length[i * width + j + 1]);
    }
  }
  const pairs = [];
  let i = 0;
  let j = 0;
  while (i < left.length && j < right.length) {
    if (left[i] === right[j]) {
      pairs.push([offset + i++, offset + j++]);
    } else if (length[(i + 1) * width + j] >= length[i * width + j + 1]) {
      i++;
    } else {
      j++;
    }
  }
  return pairs;
}

/** Leaves out equal lines far from any difference. */
function fold(rows) {
  const near = new Uint8Array(rows.length);
  rows.forEach((one, at) => {
    if (one.kind !== 'same') {
      near.fill(1, Math.max(0, at - AROUND), Math.min(rows.length, at + AROUND + 1));
    }
  });
  const folded = [];
  rows.forEach((one, at) => {
    if (near[at]) {
      folded.push(one);
    } else if (folded.at(-1)?.kind === 'left-out') {
      folded.at(-1).count++;
    } else {
      folded.push({ kind: 'left-out', count: 1 });
    }
  });
  return folded;
}
