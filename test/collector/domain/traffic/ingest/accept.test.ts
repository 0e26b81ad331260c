import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import {
  createIngest,
  type IngestOptions,
  type IngestPorts,
} from '../../../../../collector/domain/traffic/ingest/accept.ts';
import { readSubmitted } from '../../../../../collector/domain/traffic/ingest/read-submitted.ts';
import { storedPrefixBytes } from '../../../../../collector/domain/traffic/ingest/stored-rows.ts';
import { submittedRow } from '../../../../../collector/domain/traffic/ingest/submitted-row.ts';
import type { SpooledBatch } from '../../../../../collector/ports/ingest/batch-spool.ts';
import { IngestBusyError } from '../../../../../collector/ports/ingest/ingest.ts';
import { StoreError } from '../../../../../collector/ports/system/store-error.ts';
import { FileSpool } from '../../../../../collector/storage/spool/file-spool.ts';
import { BatchError } from '../../../../../shared/batch/batch-error.ts';
import { maxBatchBodyBytes } from '../../../../../shared/batch/limits.ts';
import type { Row } from '../../../../../shared/batch/row.ts';
import { decodeRows } from '../../../../../shared/batch/row-reader.ts';
import { RowScanner } from '../../../../../shared/batch/row-scanner.ts';
import { uuidOf } from '../../../../../shared/text/uuid-of-digest.ts';
import { MemoryBatchRegistry } from '../../../../support/fakes/fleet/batch-registry.ts';
import { noFlows } from '../../../../support/ingest/no-flows.ts';
import { roomyLimits } from '../../../../support/ingest/roomy-limits.ts';
import { longForm, longFormer } from '../../../../support/ingest/row-forms.ts';
import {
  binaryBatch,
  binaryUpload,
  oldBatch,
  sampleRow,
  upload,
} from '../../../../support/ingest/uploads.ts';
import { createTestMeter } from '../../../../support/meter.ts';
import { temporaryDirectory } from '../../../../support/temporary-directory.ts';
import { until } from '../../../../support/until.ts';

const element = {
  timestamp: new Date().toISOString(),
  client_ip: '192.0.2.1',
  query_name: 'a.example',
  query_type: 'A',
};
/** Stored rows, read without what stands before each. */
function unplaced(stored: Buffer): Row[] {
  const scanner = new RowScanner(stored, storedPrefixBytes);
  const rows: Row[] = [];
  while (scanner.next()) rows.push(...decodeRows(stored.subarray(scanner.rowStart, scanner.rowEnd)));
  return rows;
}
const json = (value: unknown) => Buffer.from(JSON.stringify(value));

async function setUp(
  t: ExecutionContext,
  change: Partial<IngestOptions> = {},
  registry = new MemoryBatchRegistry(),
  more: Partial<IngestPorts> = {},
) {
  const directory = await temporaryDirectory(t);
  const spool = await FileSpool.open(directory);
  const accepted: SpooledBatch[] = [];
  const meter = createTestMeter();
  const ingest = createIngest(
    {
      acceptFlows: noFlows,
      spool,
      registry,
      agents: { identify: async () => 3 },
      clock: { now: () => Date.now() },
      random: { bytes: () => Buffer.alloc(0), uuid: randomUUID },
      meter,
      ...more,
    },
    {
      ...roomyLimits,
      collectorId: randomUUID(),
      backlog: () => accepted.length,
      onAccepted: (batch) => accepted.push(batch),
      ...change,
    },
  );
  return { ingest, spool, registry, accepted, meter };
}

test('one bad element does not lose the others', async (t) => {
  const { ingest, spool, accepted } = await setUp(t);
  const receipt = await ingest.accept(
    upload(
      json({
        queries: [element, { ...element, client_ip: 'nonsense' }, element, 7, { ...element, timestamp: 5 }],
      }),
    ),
  );
  t.is(receipt.accepted, 2);
  t.is(receipt.rejected, 3);
  t.deepEqual(
    receipt.errors.map((error) => error.index),
    [1, 3, 4],
  );
  t.regex(receipt.errors[2]!.message, /older than what is kept/);
  t.is(accepted.length, 1);
  const stored = await spool.read(accepted[0]!);
  t.is(stored.readUInt32LE(0), 7);
  t.is(stored.readUInt32LE(4), 3);
  t.is(storedPrefixBytes, 8);
});

test("neither small uploads nor another account's wait for the heavy ones of one", async (t) => {
  const over = Promise.withResolvers<void>();
  const { ingest } = await setUp(t, {}, new MemoryBatchRegistry(), {
    readSubmitted: async (bytes, form, lane) => {
      if (lane === 'account 666') await over.promise;
      return readSubmitted(bytes, form);
    },
  });
  const packed = { contentEncoding: 'gzip' };
  const body = json({ queries: [element] });
  const greedy = { sender: { accountId: 666, locationId: 8, secret: '' }, ...packed };
  const heavy = Array.from({ length: 20 }, () => ingest.accept(upload(gzipSync(body), greedy)));
  t.is((await ingest.accept(upload(body))).accepted, 1);
  t.is((await ingest.accept(upload(gzipSync(body), packed))).accepted, 1);
  t.is((await ingest.accept(binaryUpload(await binaryBatch([sampleRow()])))).accepted, 1);
  over.resolve();
  for (const { accepted } of await Promise.all(heavy)) t.is(accepted, 1);
});

test('NDJSON, gzip and zstd are read, a line that is not JSON is rejected alone', async (t) => {
  const { ingest } = await setUp(t);
  const ndjson = Buffer.from(`${JSON.stringify(element)}\n\nnot json\n${JSON.stringify(element)}`);
  const contentType = 'application/x-ndjson';
  for (const [contentEncoding, bytes] of [
    ['identity', ndjson],
    ['gzip', gzipSync(ndjson)],
    ['zstd', zstdCompressSync(ndjson)],
  ] as const) {
    const receipt = await ingest.accept(upload(bytes, { contentType, contentEncoding }));
    t.is(receipt.accepted, 2);
    t.deepEqual(receipt.errors, [{ index: 1, message: 'not JSON' }]);
  }
});

test('a batch sent twice is stored once: binary, by the id in the body, by the header', async (t) => {
  const { ingest, accepted, spool } = await setUp(t);
  const binary = await binaryBatch([sampleRow(), sampleRow()]);
  for (const send of [
    () => ingest.accept(binaryUpload(binary)),
    () => ingest.accept(upload(json({ batch_id: 'one', queries: [element] }))),
    () => ingest.accept(upload(json({ queries: [element] }), { batchId: 'two' })),
  ]) {
    const before = accepted.length;
    const receipts = await Promise.all([send(), send()]);
    receipts.push(await send());
    t.deepEqual(receipts.map((receipt) => receipt.duplicate).sort(), [false, true, true]);
    t.is(accepted.length, before + 1);
  }
  t.is(
    spool.bytes,
    accepted.reduce((sum, batch) => sum + batch.bytes, 0),
  );
});

test('other queries under an id that was used are refused, not taken for stored', async (t) => {
  const registry = new MemoryBatchRegistry();
  const first = await setUp(t, {}, registry);
  const second = await setUp(t, {}, registry);
  const send = ({ ingest }: typeof first, name: string) =>
    ingest.accept(upload(json({ queries: [{ ...element, query_name: name }] }), { batchId: 'one' }));
  const results = await Promise.allSettled([send(first, 'a.example'), send(first, 'b.example')]);
  t.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected'],
  );
  for (const collector of [first, second]) {
    t.true((await send(collector, 'A.example.')).duplicate);
    await t.throwsAsync(send(collector, 'b.example'), { name: 'Conflict' });
  }
  t.is(first.accepted.length, 1);
  t.is(second.accepted.length, 0);
  t.is(first.spool.bytes, first.accepted[0]!.bytes);
});

const keptBatches = new URL('../../../../support/ingest/kept-batches/', import.meta.url);

test('batches that were kept since versions 1 and 2 are stored with the rows that they hold', async (t) => {
  const { ingest, accepted, spool } = await setUp(t, { retentionDays: 100_000, registryDays: 100_000 });
  for (const version of [1, 2]) {
    const bytes = await readFile(new URL(`version-${version}.sndb`, keptBatches));
    t.is(bytes[4], version);
    const receipt = await ingest.accept(binaryUpload(bytes));
    t.like(receipt, { accepted: 3, rejected: 0 });
  }
  const [one, two] = await Promise.all(accepted.map((batch) => spool.read(batch)));
  const rows = unplaced(one!);
  t.deepEqual(unplaced(two!), rows);
  t.like(rows[1], {
    queryName: 'mail.example.org',
    clientSubnet: '203.0.113.0/24',
    extendedErrors: [3, 18],
    policyRule: 'block.rpz',
    responseUdpSize: 0,
    vlan: 0,
    facts: [],
  });
  t.deepEqual(
    rows[1]!.records.map(({ name, data }) => [name, data]),
    [
      ['mail.example.org', '10 mx.example.org'],
      ['mx.example.org', '2001:db8::25'],
    ],
  );
});

test('a batch of version 1 is stored as ever, and its rows are those of the same batch in version 2', async (t) => {
  const { ingest, accepted, spool } = await setUp(t);
  const rows = [sampleRow(), sampleRow({ queryName: '.', records: [] })];
  await ingest.accept(binaryUpload(await oldBatch(rows)));
  await ingest.accept(binaryUpload(await binaryBatch(rows)));
  const [old, current] = await Promise.all(accepted.map((batch) => spool.read(batch)));
  t.deepEqual(
    old!,
    Buffer.concat(rows.flatMap((row) => [current!.subarray(0, storedPrefixBytes), longForm(row)])),
  );
  t.deepEqual(unplaced(old!), rows);
  t.deepEqual(unplaced(current!), rows);
});

test('an id stays that of the same queries although their owners were spelled out once', async (t) => {
  const registry = new MemoryBatchRegistry();
  const { ingest } = await setUp(t, {}, registry);
  const answers = [{ type: 'A', data: '192.0.2.1' }];
  const queries = [{ ...element, response_code: 'NOERROR', answers }];
  const before = longFormer((submittedRow(queries[0]) as { row: Row }).row);
  await ingest.accept(upload(json({ queries }), { batchId: 'one' }));
  t.is(registry.claims.get(uuidOf('batch 7 one'))?.claim.content, uuidOf(before));
});

test('a batch that another collector has is not stored here, nor one of another location under the same id', async (t) => {
  const registry = new MemoryBatchRegistry();
  const first = await setUp(t, {}, registry);
  const second = await setUp(t, {}, registry);
  const bytes = await binaryBatch([sampleRow()]);
  t.false((await first.ingest.accept(binaryUpload(bytes))).duplicate);
  t.true((await second.ingest.accept(binaryUpload(bytes))).duplicate);
  t.is(second.accepted.length, 0);
  const other = binaryUpload(bytes);
  const elsewhere = { ...other, sender: { ...other.sender, locationId: 8 } };
  t.false((await second.ingest.accept(elsewhere)).duplicate);
});

test('bad batches are refused by their fault', async (t) => {
  const { ingest, accepted } = await setUp(t);
  const good = await binaryBatch([sampleRow()]);
  const old = await binaryBatch([sampleRow()], { createdAt: (Date.now() - 31 * 86_400_000) * 1_000 });
  const promising = await binaryBatch([sampleRow()], { rows: 2 });
  for (const [candidate, code] of [
    [binaryUpload(good.subarray(0, 90)), 'malformed_batch'],
    [binaryUpload(good.subarray(0, -1)), 'malformed_batch'],
    [binaryUpload(Buffer.concat([good, Buffer.alloc(9)])), 'malformed_batch'],
    [
      binaryUpload(
        Buffer.from(
          "what is this, a batch? surely not, but it is long enough to hold a header, isn't it? yes".repeat(
            2,
          ),
        ),
      ),
      'malformed_batch',
    ],
    [binaryUpload(good, { signature: undefined }), 'bad_signature'],
    [binaryUpload(good, { signature: `v1=${'0'.repeat(64)}` }), 'bad_signature'],
    [binaryUpload(old), 'batch_too_old'],
    [binaryUpload(promising), 'malformed_batch'],
    [upload(Buffer.from('{')), 'malformed_batch'],
    [upload(json([element])), 'malformed_batch'],
    [upload(json({ queries: 5 })), 'malformed_batch'],
    [upload(json({ queries: [element] }), { contentEncoding: 'gzip' }), 'malformed_batch'],
    [upload(gzipSync(Buffer.alloc(maxBatchBodyBytes + 1)), { contentEncoding: 'gzip' }), 'batch_too_large'],
  ] as const) {
    const error = await t.throwsAsync(() => ingest.accept(candidate), { instanceOf: BatchError });
    t.is(error.code, code);
  }
  t.is(accepted.length, 0);
});

test('rows of too many days, or of the future, are rejected alone', async (t) => {
  const { ingest } = await setUp(t, { retentionDays: 1_000 });
  const now = Date.now() * 1_000;
  const rows = Array.from({ length: 108 }, (_, day) => sampleRow({ observedAt: now - day * 86_400_000_000 }));
  const receipt = await ingest.accept(
    binaryUpload(await binaryBatch([sampleRow({ observedAt: now + 2 * 3.6e9 }), ...rows])),
  );
  t.is(receipt.accepted, 100);
  t.is(receipt.rejected, 9);
  t.regex(receipt.errors[0]!.message, /in the future/);
  t.regex(receipt.errors[1]!.message, /span 100 days/);
});

test('a full spool, a full backlog and too many uploads are answered with a time to wait', async (t) => {
  const bytes = json({ queries: [element] });
  for (const change of [{ maxSpoolBytes: -1 }, { maxBacklog: 0 }, { maxUploadBytes: 10 }]) {
    const { ingest, meter } = await setUp(t, change);
    const error = await t.throwsAsync(() => ingest.accept(upload(bytes)), { instanceOf: IngestBusyError });
    t.true(error.retryAfterSeconds > 0);
    t.is(meter.counts.get('sonde_ingest_batches_total busy'), 1);
  }
});

test('a claim that fails is not acknowledged, and its rows go away once the registry says that there is none', async (t) => {
  const registry = new MemoryBatchRegistry();
  registry.failure = new StoreError('unavailable', 'away');
  const { ingest, spool, accepted } = await setUp(t, {}, registry);
  const bytes = await binaryBatch([sampleRow()]);
  await t.throwsAsync(() => ingest.accept(binaryUpload(bytes)), { instanceOf: StoreError });
  t.is(accepted.length, 0);
  t.true(spool.bytes > 0);
  registry.failure = undefined;
  await until(() => spool.bytes === 0);
  t.false((await ingest.accept(binaryUpload(bytes))).duplicate);
  t.is(accepted.length, 1);
});

test('a claim that was made although its answer was lost is kept, by the retry or without one', async (t) => {
  for (const retries of [true, false]) {
    const registry = new MemoryBatchRegistry();
    const { ingest, spool, accepted } = await setUp(t, {}, registry);
    const bytes = await binaryBatch([sampleRow()]);
    registry.loseNextAnswer = true;
    await t.throwsAsync(() => ingest.accept(binaryUpload(bytes)), { instanceOf: StoreError });
    // On a slow disk the collector has asked by itself before the retry gets to it.
    if (retries) await ingest.accept(binaryUpload(bytes));
    await until(() => accepted.length === 1 && spool.bytes === accepted[0]!.bytes);
    t.true((await ingest.accept(binaryUpload(bytes))).duplicate);
    t.is(accepted.length, 1);
  }
});

test('a batch without rows is taken for what it says of its sender', async (t) => {
  const { ingest, registry, accepted } = await setUp(t);
  const receipt = await ingest.accept(binaryUpload(await binaryBatch([])));
  t.is(receipt.accepted, 0);
  t.is(registry.claims.size, 1);
  t.is(accepted[0]?.bytes, 0);
});
