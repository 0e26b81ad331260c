import test from 'ava';
import { EngineNotices } from '../../../../collector/storage/clickhouse/embedded/engine-notices.ts';
import { createRecordingLog } from '../../../support/recording-log.ts';

test('a kind of notice is told once, however often it comes and the engine starts', (t) => {
  const log = createRecordingLog();
  const notices = new EngineNotices(log);
  for (let start = 0; start < 50; start++) {
    notices.tell(`Cannot read cgroup memory limit of process ${start}`);
    notices.tell(`Part 2026_${start}_7_1 is broken at 0x7f${start}`);
  }
  const told = log.lines.filter(({ level }) => level === 'warn');
  t.deepEqual(told, [
    {
      level: 'warn',
      fields: { line: 'Part 2026_0_7_1 is broken at 0x7f0' },
      message: 'The ClickHouse engine says something',
    },
  ]);
  t.is(log.lines.length, 100);
});

test('kinds without end are counted only', (t) => {
  const log = createRecordingLog();
  const notices = new EngineNotices(log);
  for (let kind = 0; kind < 1_000; kind++) notices.tell('x'.repeat(1 + kind).replaceAll('xxxxxxxxxx', 'yz'));
  t.is(log.lines.filter(({ level }) => level === 'warn').length, 100);
});
