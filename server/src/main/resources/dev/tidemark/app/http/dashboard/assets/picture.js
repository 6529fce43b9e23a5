// Pictures, drawn by d3: bars on a common axis of time, columns over days, and the phases of a run as a graph.

import './d3.min.js';
import { visible } from './dom.js';

const d3 = window.d3;

const ROW = 26;
const AXIS = 24;

/** What the marks look like. */
const SHAPES = {
  approval: d3.symbolDiamond,
  changes: d3.symbolTriangle,
  gate: d3.symbolCircle,
  start: d3.symbolCircle,
  end: d3.symbolSquare,
};

/**
 * Draws rows of spans on an axis of time.
 *
 * @param frame the element to draw into, as wide as it is
 * @param label says what the picture shows
 * @param rows of `{ label, spans, attempts, marks }`
 */
export function gantt(frame, label, rows, from, to) {
  const width = Math.max(280, frame.clientWidth);
  const left = width < 600 ? 96 : 190;
  const height = rows.length * ROW + AXIS + 4;
  const x = d3.scaleTime([from, Math.max(to, from + 1000)], [left, width - 12]);
  const svg = picture(frame, label, width, height);
  grid(svg, x, height, Math.max(2, (width - left) / 110));
  rows.forEach((row, i) => {
    const line = svg.append('g').attr('transform', 'translate(0,' + i * ROW + ')');
    line.append('text').attr('class', 'label').attr('y', 17).text(shorten(row.label, left))
      .append('title').text(visible(row.label));
    for (const span of row.spans) {
      bar(line, x, span.from, span.to, 6, 14, 'span ' + span.kind + (span.open ? ' open' : ''), span.text);
    }
    for (const one of row.attempts) {
      const kind = one.outcome === null ? 'running' : one.outcome === 'applied' ? 'good' : 'bad';
      bar(line, x, one.from, one.to, 20, 4, 'attempt ' + kind,
        'attempt ' + one.number + ' by ' + one.agent + (one.outcome ? ': ' + one.outcome : ''));
    }
    for (const mark of row.marks) {
      line.append('path').attr('class', 'mark ' + mark.kind).attr('d', d3.symbol(SHAPES[mark.kind], 64)())
        .attr('transform', 'translate(' + x(mark.at) + ',13)').append('title').text(visible(mark.text));
    }
  });
}

function bar(line, x, from, to, y, height, kind, text) {
  line.append('rect').attr('class', kind).attr('x', x(from)).attr('y', y).attr('height', height).attr('rx', 2)
    .attr('width', Math.max(2, x(to) - x(from))).append('title').text(visible(text));
}

/** Draws a column for each day; `stack` names the members that stand on each other. */
export function columns(frame, label, days, stack, format) {
  const width = Math.max(240, frame.clientWidth);
  const height = 150;
  const left = 44;
  const bottom = height - AXIS;
  const x = d3.scaleBand(days.map((one) => one.day), [left, width - 4]).padding(0.2);
  const most = d3.max(days, (one) => d3.sum(stack, (key) => one[key])) || 1;
  const y = d3.scaleLinear([0, most], [bottom, 8]).nice(4);
  const svg = picture(frame, label, width, height);
  svg.append('g').attr('class', 'axis').attr('transform', 'translate(' + left + ',0)')
    .call(d3.axisLeft(y).ticks(4).tickFormat(format).tickSize(-(width - left)));
  const every = Math.ceil(days.length / Math.max(2, width / 80));
  svg.append('g').attr('class', 'axis').attr('transform', 'translate(0,' + bottom + ')')
    .call(d3.axisBottom(x).tickSize(0).tickPadding(6).tickValues(days.filter((_, i) => i % every === 0).map((one) => one.day))
      .tickFormat((day) => new Date(day).toLocaleDateString(undefined, { day: 'numeric', month: 'short' })));
  for (const one of days) {
    let base = 0;
    for (const key of stack) {
      svg.append('rect').attr('class', 'column ' + key).attr('x', x(one.day)).attr('width', x.bandwidth())
        .attr('y', y(base + one[key])).attr('height', y(base) - y(base + one[key]))
        .append('title').text(new Date(one.day).toLocaleDateString() + ': ' + format(one[key]) + ' ' + key);
      base += one[key];
    }
  }
}

/** Sizes of a graph: of a phase, of the space between two layers and between two phases of a layer. */
const BOX = { least: 132, most: 230, narrow: 104 };
const GAP = 44;
const BESIDE = 14;
const LINE = 18;

/** The margin of a graph, in which gates before the first and behind the last phase stand. */
const EDGE = 10;

/**
 * Draws phases in layers: from left to right where there is space for it, else from top to bottom.
 *
 * @param layers arrays of slots, each with `at`, its place from the middle of the layer, and `node`, a phase
 *     with `lines` of `{ text, kind }` and the gates before and after it, `entry` and `exit`: open, closed or null;
 *     a slot without a phase is passed by an edge
 * @param edges of `{ slots, done }`, from the phase that is needed to the one that needs it
 */
export function graph(frame, label, layers, edges) {
  const across = frame.clientWidth - 2 * EDGE >= layers.length * BOX.least + (layers.length - 1) * GAP;
  const most = d3.max(layers, (layer) => layer.length);
  const width = across ? frame.clientWidth : Math.max(frame.clientWidth, most * (BOX.narrow + BESIDE) - BESIDE);
  const share = (whole, parts, between) => Math.min(BOX.most, (whole - (parts - 1) * between) / parts);
  const tall = (slot) => (slot.node ? 30 + slot.node.lines.length * LINE : 0);
  const rows = layers.map((layer) => d3.max(layer, tall));
  const pitch = d3.max(rows) + BESIDE;
  const height = 2 * EDGE + (across ? most * pitch - BESIDE : d3.sum(rows) + (layers.length - 1) * GAP);
  let y = EDGE;
  layers.forEach((layer, i) => {
    const wide = across ? share(width - 2 * EDGE, layers.length, GAP) : share(width, layer.length, BESIDE);
    for (const slot of layer) {
      const high = tall(slot) || rows[i];
      Object.assign(slot, { wide, high }, across
        ? { x: EDGE + i * (wide + GAP), y: height / 2 + slot.at * pitch - high / 2 }
        : { x: width / 2 + slot.at * (wide + BESIDE) - wide / 2, y });
    }
    y += rows[i] + GAP;
  });
  const svg = picture(frame, label, width, height);
  if (width > frame.clientWidth) {
    frame.setAttribute('tabindex', '0');
  } else {
    frame.removeAttribute('tabindex');
  }
  const side = (slot, after) => (across ? [slot.x + after * slot.wide, slot.y + slot.high / 2]
    : [slot.x + slot.wide / 2, slot.y + after * slot.high]);
  const line = d3.line().curve(across ? d3.curveBumpX : d3.curveBumpY);
  for (const { slots, done } of edges) {
    const points = slots.flatMap((slot, i) => [i > 0 && side(slot, 0), i < slots.length - 1 && side(slot, 1)]).filter(Boolean);
    svg.append('path').attr('class', 'edge' + (done ? ' done' : '')).attr('d', line(points));
  }
  for (const slot of layers.flat().filter((one) => one.node)) {
    phase(svg.append('g').attr('class', 'node ' + slot.node.state).attr('transform', 'translate(' + slot.x + ',' + slot.y + ')'),
      slot, across);
  }
}

function phase(group, { node, wide, high }, across) {
  group.append('title').text(visible([node.label, ...node.lines.map((one) => one.text)].join('\n')));
  group.append('rect').attr('class', 'box').attr('width', wide).attr('height', high).attr('rx', 8);
  group.append('text').attr('class', 'label').attr('x', 12).attr('y', 21).text(cut(node.label, (wide - 20) / 8.6));
  node.lines.forEach((one, i) => group.append('text').attr('class', 'fact ' + one.kind).attr('x', 12)
    .attr('y', 40 + i * LINE).text(cut(one.text, (wide - 20) / 6.4)));
  gate(group, node.entry, -9, across, across ? high : wide);
  gate(group, node.exit, (across ? wide : high) + 4, across, across ? high : wide);
}

/** A bar in the way of the edge; an open one has a gap. */
function gate(group, state, off, across, long) {
  for (const [from, to] of state === null ? [] : state === 'closed' ? [[0, long]] : [[0, long * 0.3], [long * 0.7, long]]) {
    const bar = group.append('rect').attr('class', 'gate-bar ' + state).attr('rx', 2);
    if (across) {
      bar.attr('x', off).attr('y', from).attr('width', 5).attr('height', to - from);
    } else {
      bar.attr('x', from).attr('y', off).attr('width', to - from).attr('height', 5);
    }
  }
}

function picture(frame, label, width, height) {
  frame.replaceChildren();
  return d3.select(frame).append('svg').attr('role', 'img').attr('aria-label', visible(label))
    .attr('width', width).attr('height', height).attr('viewBox', '0 0 ' + width + ' ' + height);
}

function grid(svg, x, height, ticks) {
  svg.append('g').attr('class', 'axis').attr('transform', 'translate(0,' + (height - AXIS) + ')')
    .call(d3.axisBottom(x).ticks(ticks).tickFormat(moment).tickSize(-(height - AXIS)).tickPadding(8));
}

const CLOCK = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const SECONDS = new Intl.DateTimeFormat(undefined, { minute: '2-digit', second: '2-digit' });
const DATE = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });

/** Midnight is a date, a full minute a time. */
function moment(date) {
  const format = date.getHours() + date.getMinutes() + date.getSeconds() === 0 ? DATE
    : date.getSeconds() === 0 ? CLOCK : SECONDS;
  return format.format(date);
}

/** A label that is too long keeps its end: names of runs differ there. */
function shorten(text, width) {
  const most = Math.floor((width - 8) / 7.6);
  const shown = visible(text);
  return shown.length > most ? '\u2026' + shown.slice(shown.length - most + 1) : shown;
}

function cut(text, most) {
  const shown = visible(text);
  return shown.length > most ? shown.slice(0, Math.floor(most) - 1) + '\u2026' : shown;
}
