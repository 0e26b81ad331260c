import test from 'ava';
import { describeComparison } from '../../../agent/bench/describe.ts';

const own = {
  packets: 1_000,
  rows: 500,
  seconds: 2,
  cpuSeconds: 1,
  packetsPerSecond: 500,
  rowBytes: 1,
  compressedBytes: 1,
  maxResidentBytes: 2 ** 20,
  again: { seconds: 1, cpuSeconds: 0.5, packetsPerSecond: 1_000 },
};

test('each peer has a row with its text thrown away and one with its text compressed', (t) => {
  const compressed = { perSecond: 60, perCpuSecond: 50, compressedBytes: 9 };
  const text = describeComparison({
    messages: 990,
    packets: 1_000,
    fileBytes: 1,
    own,
    peers: {
      first: { perSecond: 110, perCpuSecond: 100, compressed },
      second: { perSecond: 110, perCpuSecond: 100, compressed: null },
      third: null,
    },
  });
  const rows = text.split('\n').filter((line) => /^\| (first|second|third)/.test(line));
  t.deepEqual(rows, [
    '| first, text thrown away | 110 | 100 | 10.0 |',
    '| first, text compressed by zstd -1 | 60 | 50 | 20.0 |',
    '| second, text thrown away | 110 | 100 | 10.0 |',
    '| second, text compressed by zstd -1 | zstd is not installed | | |',
    '| third | not installed | | |',
  ]);
});
