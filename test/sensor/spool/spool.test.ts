import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeBatch } from '@sonde/shared/batch/envelope.ts';
import { untreated } from '@sonde/shared/batch/metadata.ts';
import test from 'ava';
import fc from 'fast-check';
import { Spool, type SpoolOptions } from '../../../sensor/spool/spool.ts';
import type { SpoolEntry } from '../../../sensor/spool/spool-files.ts';
import { emptyLedger } from '../../../shared/batch/empty-ledger.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

function batchOf(rows: number, bodyBytes: number): { batchId: string; bytes: Buffer } {
  const batchId = randomUUID();
  const bytes = encodeBatch({
    header: {
      batchId,
      agentId: randomUUID(),
      runId: randomUUID(),
      sequence: 1,
      createdAt: Date.now() * 1000,
      rows,
      bodyBytes,
      compression: 'none',
    },
    metadata: {
      software: 'test',
      host: '',
      inputs: [],
      ledger_at: 0,
      ledger: emptyLedger,
      treatment: untreated,
    },
    storedBody: Buffer.alloc(bodyBytes),
  });
  return { batchId, bytes };
}

class Bench {
  readonly lost: SpoolEntry[] = [];
  readonly damaged: string[] = [];
  readonly #options: Omit<SpoolOptions, 'onLoss' | 'onDamaged'>;

  constructor(options: Omit<SpoolOptions, 'onLoss' | 'onDamaged'>) {
    this.#options = options;
  }

  open(): Promise<Spool> {
    return Spool.open({
      ...this.#options,
      onLoss: (entry) => this.lost.push(entry),
      onDamaged: async (name) => void this.damaged.push(name),
    });
  }
}

async function put(spool: Spool, rows: number, bodyBytes: number): Promise<string> {
  const { batchId, bytes } = batchOf(rows, bodyBytes);
  await spool.put(bytes, { batchId, rows, messages: rows * 2, createdAt: 0 });
  return batchId;
}

test('over its bound the oldest batch goes, except one on the road', async (t) => {
  const bench = new Bench({ directory: await temporaryDirectory(t), maxBytes: 3 * 8192, maxMemoryBytes: 0 });
  const spool = await bench.open();
  const ids = [];
  for (let index = 0; index < 3; index++) ids.push(await put(spool, 1, 5_000));
  spool.hold(spool.oldest()!);
  await put(spool, 1, 5_000);
  t.deepEqual(
    bench.lost.map(({ batchId }) => batchId),
    [ids[1]],
  );
  t.is(spool.oldest()?.batchId, ids[0]);
  await put(spool, 7, 100_000);
  t.is(bench.lost.at(-1)?.rows, 7);
});

test('a disk that takes nothing is told of once, and once more when it takes batches again', async (t) => {
  const directory = join(await temporaryDirectory(t), 'spool');
  const told: (string | undefined)[] = [];
  const onDisk = (fault: string | undefined): void => {
    told.push(fault);
  };
  const spool = await new Bench({ directory, maxBytes: 1_000_000, maxMemoryBytes: 1_000_000, onDisk }).open();
  await put(spool, 1, 100);
  await rm(directory, { recursive: true });
  await put(spool, 1, 100);
  await put(spool, 1, 100);
  t.is(spool.batches, 3);
  await mkdir(directory);
  await put(spool, 1, 100);
  t.is(told.length, 2);
  t.regex(told[0]!, /ENOENT/);
  t.is(told[1], undefined);
});

test('unfinished files are removed, damaged ones reported, foreign ones left alone', async (t) => {
  const directory = await temporaryDirectory(t);
  const bench = new Bench({ directory, maxBytes: 1_000_000, maxMemoryBytes: 0 });
  const before = await bench.open();
  const whole = await put(before, 1, 100);
  await put(before, 1, 100);
  const [, second] = (await readdir(directory)).sort();
  await truncate(join(directory, second!), 150);
  await writeFile(join(directory, '.0000000000000009-x.batch.tmp'), 'half');
  await writeFile(join(directory, 'README'), 'mine');
  await writeFile(join(directory, `0000000000000003-${randomUUID()}.batch`), 'short');
  const after = await bench.open();
  t.is(after.batches, 1);
  t.is(after.oldest()?.batchId, whole);
  t.is(after.oldest()?.messages, undefined);
  t.is(bench.damaged.length, 2);
  const names = await readdir(directory);
  t.true(names.includes('README'));
  t.false(names.some((name) => name.endsWith('.tmp')));
});

test('any course of puts, deliveries and restarts: order is kept and each row is accounted for', async (t) => {
  const command = fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('put'), size: fc.nat(20_000) }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('ship'), size: fc.constant(0) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart'), size: fc.constant(0) }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(command, { maxLength: 40 }), async (commands) => {
      const maxBytes = 50_000;
      const bench = new Bench({ directory: await temporaryDirectory(t), maxBytes, maxMemoryBytes: 0 });
      let spool = await bench.open();
      const handed: string[] = [];
      const shipped: string[] = [];
      for (const { kind, size } of commands) {
        if (kind === 'put') handed.push(await put(spool, 1, size));
        if (kind === 'restart') spool = await bench.open();
        const oldest = spool.oldest();
        if (kind === 'ship' && oldest !== undefined) {
          await spool.read(oldest);
          await spool.remove(oldest);
          shipped.push(oldest.batchId);
        }
        if (spool.diskBytes > maxBytes) return false;
        if (spool.rows !== spool.batches) return false;
      }
      const lost = bench.lost.map(({ batchId }) => batchId);
      while (spool.oldest() !== undefined) {
        const oldest = spool.oldest()!;
        await spool.remove(oldest);
        shipped.push(oldest.batchId);
      }
      const inOrder = handed.filter((id) => shipped.includes(id));
      return (
        new Set([...shipped, ...lost]).size === handed.length &&
        shipped.length + lost.length === handed.length &&
        inOrder.every((id, index) => id === shipped[index])
      );
    }),
    { numRuns: 30 },
  );
  t.pass();
});
