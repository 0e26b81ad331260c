import { loadavg } from 'node:os';
import type { LiveReport, LiveSample } from './live.ts';

interface Column {
  readonly head: readonly [string, string];
  readonly width: number;
  /** Undefined if there is no overview. */
  readonly value: (sample: LiveSample) => number | undefined;
  readonly decimals: 0 | 1;
}

const mebibytes = (bytes: number | undefined) => (bytes === undefined ? undefined : bytes / 1_048_576);
const percent = (share: number) => share * 100;
const column = (
  first: string,
  second: string,
  width: number,
  value: Column['value'],
  decimals: Column['decimals'] = 0,
): Column => ({ head: [first, second], width, value, decimals });

/** What grows with the hours, and only says how far the run has come. */
const progress: readonly Column[] = [
  column('', 'minute', 7, ({ minute }) => minute),
  column('rows', 'sent', 9, ({ rowsSent }) => rowsSent),
  column('rows', 'given', 9, ({ shown }) => shown),
  column('left', 'out', 8, ({ leftOut }) => leftOut),
  column('overview', 'asked', 9, ({ overview, overviewAsked }) => (overview ? overviewAsked : undefined)),
];

/** What is to be flat. */
const levels: readonly Column[] = [
  column('live', 'heap MiB', 9, ({ live }) => mebibytes(live.heapBytes), 1),
  column('live', 'nodes', 7, ({ live }) => live.nodes),
  column('overview', 'heap MiB', 9, ({ overview }) => mebibytes(overview?.heapBytes), 1),
  column('overview', 'nodes', 9, ({ overview }) => overview?.nodes),
  column('browser', 'MiB', 8, ({ browserBytes }) => mebibytes(browserBytes)),
  column('collector', 'MiB', 10, ({ collectorBytes }) => mebibytes(collectorBytes)),
  column('browser', 'cpu %', 8, ({ browserShare }) => percent(browserShare), 1),
  column('collector', 'cpu %', 10, ({ collectorShare }) => percent(collectorShare), 1),
];

const columns = [...progress, ...levels];

/** Heads of the table that `sampleLine` adds a line to each minute. */
export function sampleHead(): readonly string[] {
  return [0, 1].map(
    (line) =>
      `${columns.map(({ head, width }) => head[line]!.padStart(width)).join('')}${line === 0 ? '' : '   load'}`,
  );
}

export function sampleLine(sample: LiveSample): string {
  return `${cells(columns, (of) => of.value(sample))}${loadavg()[0]!.toFixed(1).padStart(7)}`;
}

/** Says whether memory and processor time stayed as they were: means of each quarter of the run, then the extremes. */
export function reportLines(report: LiveReport): readonly string[] {
  // The sample at the beginning has no time before it that a share could be of, and pages that are empty.
  const samples = report.samples.slice(1);
  const row = (title: string, pick: (values: readonly number[]) => number, part = samples) => {
    const of = (values: readonly (number | undefined)[]) => {
      const known = values.filter((value) => value !== undefined);
      return known.length === 0 ? undefined : pick(known);
    };
    return title.padEnd(16) + cells(levels, ({ value }) => of(part.map(value)));
  };
  const quarters = [0, 1, 2, 3]
    .map((index) =>
      samples.slice(Math.floor((index * samples.length) / 4), Math.floor(((index + 1) * samples.length) / 4)),
    )
    .filter((part) => part.length > 0);
  return [
    '',
    ...[0, 1].map(
      (line) => ''.padEnd(16) + levels.map(({ head, width }) => head[line]!.padStart(width)).join(''),
    ),
    ...quarters.map((part, index) => row(`mean, quarter ${index + 1}`, mean, part)),
    row('least', (values) => Math.min(...values)),
    row('most', (values) => Math.max(...values)),
    '',
    `${report.rowsSent} rows were sent, ${report.rowsShown} given to the page and ${report.rowsLeftOut} left out, in ${samples.length} minutes.`,
    tasksLine('live queries', report.longTasks),
    tasksLine('overview', report.overviewLongTasks),
    `Longest tasks of the live queries by processor time, in the seconds after: ${report.longestTasksProcessorMs.join(', ')} ms; all of them ${report.processorMsPerSecond} ms a second.`,
  ];
}

function tasksLine(page: string, tasks: readonly number[]): string {
  return `Tasks over 50 ms, ${page}: ${tasks.length}${tasks.length === 0 ? '' : `, the longest ${Math.round(Math.max(...tasks))} ms`}.`;
}

function cells(of: readonly Column[], value: (column: Column) => number | undefined): string {
  return of.map((column) => (value(column)?.toFixed(column.decimals) ?? '-').padStart(column.width)).join('');
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
