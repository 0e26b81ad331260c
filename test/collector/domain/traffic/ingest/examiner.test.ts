import test from 'ava';
import type { BatchRows } from '../../../../../collector/domain/detection/batch-rows.ts';
import type { Detector } from '../../../../../collector/domain/detection/detector.ts';
import { Examiner } from '../../../../../collector/domain/traffic/ingest/examiner.ts';
import type { SpooledBatch } from '../../../../../collector/ports/ingest/batch-spool.ts';
import { storedBytes } from '../../../../support/detection/stored.ts';
import { sightingAt } from '../../../../support/engines/postgres-samples.ts';
import { sampleRow } from '../../../../support/ingest/uploads.ts';
import { createTestMeter } from '../../../../support/meter.ts';
import { createRecordingLog } from '../../../../support/recording-log.ts';
import { until } from '../../../../support/until.ts';

function examinerOf(parts: { bytes?: number; failing?: Set<string> } = {}) {
  const seen: string[] = [];
  const detector: Detector = {
    name: 'recording',
    examine: (rows: BatchRows) => {
      rows.next();
      seen.push(rows.queryName);
      return [sightingAt(7, { subject: rows.queryName })];
    },
  };
  const examiner = new Examiner({
    spool: {
      read: async ({ batchId }) => {
        if (parts.failing?.delete(batchId)) throw new Error('no such file');
        return storedBytes([sampleRow({ queryName: `${batchId}.example` })]);
      },
    },
    detectors: [detector],
    meter: createTestMeter(),
    log: createRecordingLog(),
  });
  const batches = ['a', 'b', 'c', 'd'].map(
    (batchId): SpooledBatch => ({ batchId, bytes: parts.bytes ?? 100 }),
  );
  return { examiner, seen, batches };
}

test('batches are examined as they come, once, and what was found is kept until it is asked for', async (t) => {
  const { examiner, seen, batches } = examinerOf();
  for (const batch of batches) examiner.expect(batch);
  await until(() => seen.length === 4);
  const [first] = await examiner.examine(batches[2]!);
  t.is(first?.subject, 'c.example');
  t.is((await examiner.examine(batches[2]!))[0], first);
  t.deepEqual(seen, ['a.example', 'b.example', 'c.example', 'd.example']);
  await examiner.stop();
});

test('it works so far ahead and no further, and in the order in which batches came', async (t) => {
  const { examiner, seen, batches } = examinerOf({ bytes: 60 * 1024 * 1024 });
  for (const batch of batches) examiner.expect(batch);
  await until(() => seen.length === 2);
  await examiner.examine(batches[3]!);
  t.deepEqual(seen, ['a.example', 'b.example', 'c.example', 'd.example']);
  await examiner.stop();
});

test('a batch that could not be read is read again when it is asked for', async (t) => {
  const { examiner, seen, batches } = examinerOf({ failing: new Set(['b']) });
  for (const batch of batches) examiner.expect(batch);
  await until(() => seen.length === 3);
  t.is((await examiner.examine(batches[1]!)).length, 1);
  t.is(seen.at(-1), 'b.example');
  await examiner.stop();
});

test('at the end what nobody asked for is left out', async (t) => {
  const { examiner, seen, batches } = examinerOf();
  for (const batch of batches) examiner.expect(batch);
  await examiner.stop();
  t.true(seen.length <= 1);
});
