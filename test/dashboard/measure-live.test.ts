import test from 'ava';
import type { LiveSample } from '../../scripts/measure-dashboard/live.ts';
import { reportLines, sampleHead, sampleLine } from '../../scripts/measure-dashboard/live-table.ts';
import { readOptions } from '../../scripts/measure-dashboard/options.ts';

const mebibyte = 1_048_576;

function sampleOf(minute: number): LiveSample {
  return {
    minute,
    rowsSent: minute * 3_000,
    shown: minute * 3_000,
    leftOut: 0,
    live: { heapBytes: (8 + (minute % 2)) * mebibyte, nodes: 900 },
    overview: undefined,
    overviewAsked: 0,
    browserBytes: 400 * mebibyte,
    collectorBytes: minute * 10 * mebibyte,
    browserShare: 0.04,
    collectorShare: 0.155,
  };
}

test('a night is told in hours, and takes a day at most', (t) => {
  t.like(readOptions(['night', '--hours', '2']), {
    minutes: 120,
    rowsPerSecond: 50,
    overview: true,
    json: false,
  });
  t.like(readOptions(['night']), { minutes: 480 });
  t.like(readOptions(['live', '--json']), { minutes: 9, overview: false, json: true });
  t.throws(() => readOptions(['night', '--hours', '25']), { message: /24 hours at most/ });
  t.throws(() => readOptions(['night', '--hours', '1', '--minutes', '1']), { message: /Either/ });
});

test('samples are lines of one table, and their quarters show what grows', (t) => {
  const samples = Array.from({ length: 9 }, (_, minute) => sampleOf(minute));
  const lines = [...sampleHead(), ...samples.map(sampleLine)];
  t.is(new Set(lines.slice(1).map((line) => line.length)).size, 1, lines.join('\n'));
  const report = reportLines({
    samples,
    rowsSent: 24_000,
    rowsShown: 24_000,
    rowsLeftOut: 0,
    heapBytes: [8 * mebibyte, 9 * mebibyte],
    longTasks: [51, 74.4],
    overviewLongTasks: [],
    longestTasksProcessorMs: [18.2],
    processorMsPerSecond: 20,
  });
  const quarters = report.filter((line) => line.startsWith('mean')).map((line) => line.split(/\s+/));
  t.deepEqual(
    quarters.map((cells) => [cells[3], cells[8]]),
    [
      ['8.5', '15'],
      ['8.5', '35'],
      ['8.5', '55'],
      ['8.5', '75'],
    ],
  );
  t.true(report.includes('Tasks over 50 ms, live queries: 2, the longest 74 ms.'));
  t.true(report.includes('Tasks over 50 ms, overview: 0.'));
});
