// Pictures of time, drawn by d3: bars on a common axis, and columns over days.

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
