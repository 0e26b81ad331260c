import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import test, { type ExecutionContext } from 'ava';
import { createAcceptFlows } from '../../../../../collector/domain/traffic/encrypted/accept-flows.ts';
import { FlowStorer } from '../../../../../collector/domain/traffic/encrypted/flow-storer.ts';
import { createIngest } from '../../../../../collector/domain/traffic/ingest/accept.ts';
import { StoreError } from '../../../../../collector/ports/system/store-error.ts';
import { FileSpool } from '../../../../../collector/storage/spool/file-spool.ts';
import { FileFlowSpool } from '../../../../../collector/storage/spool/flow-spool.ts';
import { MemoryBatchRegistry } from '../../../../support/fakes/fleet/batch-registry.ts';
import { FakeClientFingerprints } from '../../../../support/fakes/scans/client-fingerprints.ts';
import { roomyLimits } from '../../../../support/ingest/roomy-limits.ts';
import { binaryUpload, flowBatch, sampleFlow } from '../../../../support/ingest/uploads.ts';
import { createTestMeter } from '../../../../support/meter.ts';
import { silentLog as log } from '../../../../support/silent-log.ts';
import { temporaryDirectory } from '../../../../support/temporary-directory.ts';
import { until } from '../../../../support/until.ts';

const day = 86_400_000_000;

async function setUp(t: ExecutionContext, maxSpoolBytes = 1e6) {
  const directory = await temporaryDirectory(t);
  const flowSpool = await FileFlowSpool.open(directory);
  const registry = new MemoryBatchRegistry();
  const clientFingerprints = new FakeClientFingerprints();
  const clock = { now: () => Date.now() };
  const meter = createTestMeter();
  const inserted: string[] = [];
  const store = {
    failing: undefined as StoreError | undefined,
    insert: async (lines: Buffer) => {
      if (store.failing !== undefined) throw store.failing;
      inserted.push(...lines.toString().trim().split('\n'));
    },
  };
  const storer = new FlowStorer({ flowSpool, encryptedFlows: store, log });
  t.teardown(() => storer.stop());
  const acceptFlows = createAcceptFlows(
    { flowSpool, registry, clientFingerprints, clock, meter, log },
    { collectorId: 'one', maxSpoolBytes, onAccepted: () => storer.wake() },
  );
  const ingest = createIngest(
    {
      acceptFlows,
      spool: await FileSpool.open(await temporaryDirectory(t)),
      registry,
      agents: { identify: async () => 3 },
      clock,
      random: { bytes: () => Buffer.alloc(0), uuid: randomUUID },
      meter,
    },
    { ...roomyLimits, collectorId: 'one', backlog: () => 0, onAccepted: () => t.fail('rows') },
  );
  return { directory, flowSpool, registry, clientFingerprints, inserted, store, storer, ingest };
}

const now = () => Date.now() * 1_000;

test('flows are acknowledged once they are on disk, and come into the store', async (t) => {
  const { ingest, inserted, flowSpool, storer, registry } = await setUp(t);
  const late = sampleFlow({ started_at: now() - 1_000 * day, last_seen_at: now() });
  const bytes = await flowBatch([sampleFlow(), late, sampleFlow({ client: '2001:db8::1' })]);
  const receipt = await ingest.accept(binaryUpload(bytes));
  t.like(receipt, { accepted: 2, rejected: 1, duplicate: false });
  t.deepEqual(receipt.errors, [{ index: 1, message: 'started_at: older than what is kept' }]);
  t.is(flowSpool.waiting, 1);
  t.true([...registry.claims.values()].every(({ stored, claim }) => stored && claim.rows === 2));
  storer.start();
  await until(() => inserted.length === 2);
  t.like(JSON.parse(inserted[0]!), { location_id: 7, agent_id: 3, client_address: '::ffff:192.0.2.10' });
  await until(() => flowSpool.waiting === 0);
  t.like(await ingest.accept(binaryUpload(bytes)), { accepted: 2, duplicate: true });
});

test('flows wait on disk while the store is away, also over a restart', async (t) => {
  const { directory, ingest, inserted, store, storer, flowSpool } = await setUp(t);
  store.failing = new StoreError('unavailable', 'away');
  storer.start();
  await ingest.accept(binaryUpload(await flowBatch([sampleFlow()])));
  const again = await FileFlowSpool.open(directory);
  t.is(again.waiting, 1);
  t.is(again.bytes, flowSpool.bytes);
  store.failing = undefined;
  await until(() => inserted.length === 1);
});

test('what the store will never take is set aside and holds up nothing', async (t) => {
  const { directory, ingest, inserted, store, storer, flowSpool } = await setUp(t);
  store.failing = new StoreError('refused', 'no');
  await ingest.accept(binaryUpload(await flowBatch([sampleFlow()])));
  storer.start();
  await until(() => flowSpool.waiting === 0);
  t.true((await readdir(directory)).every((name) => name.endsWith('.refused')));
  store.failing = undefined;
  await ingest.accept(binaryUpload(await flowBatch([sampleFlow()])));
  await until(() => inserted.length === 1);
});

test('fingerprints are kept of each client once a connection, and of nobody who is hidden', async (t) => {
  const { ingest, clientFingerprints } = await setUp(t);
  const ja4 = sampleFlow().ja4!;
  await ingest.accept(
    binaryUpload(
      await flowBatch([
        sampleFlow(),
        sampleFlow(),
        sampleFlow({ telling: 2 }),
        sampleFlow({ client: '192.0.2.99', client_hidden: true }),
        sampleFlow({ client: '192.0.2.98', ja4: null, hello: 'unseen' }),
      ]),
    ),
  );
  const known = await clientFingerprints.record({
    accountId: 1,
    ja4,
    sourceAddress: '192.0.2.10',
    at: new Date(),
  });
  t.like(known, { timesSeen: 3, addresses: 1 });
});

test('a batch that is none, or too many, is refused clearly', async (t) => {
  const { ingest } = await setUp(t, 10);
  const broken = await flowBatch([{ ...sampleFlow(), ja4: 'nonsense' }]);
  await t.throwsAsync(ingest.accept(binaryUpload(broken)), { message: /ja4/ });
  const lying = await flowBatch([sampleFlow()], { rows: 2 });
  await t.throwsAsync(ingest.accept(binaryUpload(lying)), { message: /2 rows that it promises/ });
  await ingest.accept(binaryUpload(await flowBatch([sampleFlow()])));
  await t.throwsAsync(ingest.accept(binaryUpload(await flowBatch([sampleFlow()]))), { message: /behind/ });
});
