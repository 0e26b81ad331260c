import { randomBytes, randomUUID } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import { batchContentType } from '@sonde/shared/batch/envelope.ts';
import { maxBatchBytes } from '@sonde/shared/batch/limits.ts';
import { signBatch } from '@sonde/shared/batch/signature.ts';
import test, { type ExecutionContext } from 'ava';
import { createIngest } from '../../../../collector/domain/traffic/ingest/accept.ts';
import { FileSpool } from '../../../../collector/storage/spool/file-spool.ts';
import { MemoryBatchRegistry } from '../../../support/fakes/fleet/batch-registry.ts';
import { FakeWorld } from '../../../support/fakes/world.ts';
import { startTestApi } from '../../../support/http/http.ts';
import { noFlows } from '../../../support/ingest/no-flows.ts';
import { roomyLimits } from '../../../support/ingest/roomy-limits.ts';
import { binaryBatch, sampleRow } from '../../../support/ingest/uploads.ts';
import { createTestMeter } from '../../../support/meter.ts';
import { systemRandom } from '../../../support/system-random.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

const path = '/api/v1/dns-monitoring/queries';

/** The API over the real ingest and a real spool. */
async function setUp(t: ExecutionContext) {
  const world = new FakeWorld();
  const spool = await FileSpool.open(await temporaryDirectory(t));
  const accepted: unknown[] = [];
  const ingest = createIngest(
    {
      acceptFlows: noFlows,
      spool,
      registry: new MemoryBatchRegistry(),
      agents: world.agents,
      clock: Date,
      random: systemRandom,
      meter: createTestMeter(),
    },
    {
      ...roomyLimits,
      collectorId: randomUUID(),
      backlog: () => 0,
      onAccepted: (batch) => accepted.push(batch),
    },
  );
  const api = await startTestApi(t, {
    world,
    parts: { ports: { ...world.ports, ingest } },
  });
  const { account } = await world.addAccount('ada@example.com');
  const { key } = await world.addLocation(account.id, 'Office');
  const send = (bytes: Buffer, change: Record<string, string> = {}) =>
    api.request(path, {
      method: 'POST',
      headers: {
        'x-api-key': key,
        'content-type': batchContentType,
        'x-sonde-signature': signBatch(bytes, key),
        ...change,
      },
      body: new Uint8Array(bytes),
    });
  return { api, key, send, accepted };
}

test('a good batch is accepted, and the same again is a duplicate', async (t) => {
  const { send, accepted } = await setUp(t);
  const batch = await binaryBatch([sampleRow(), sampleRow()]);
  const first = await send(batch);
  t.is(first.status, 202, first.text);
  t.like(first.body, { accepted: 2, rejected: 0, duplicate: false });
  t.like((await send(batch)).body, { accepted: 2, duplicate: true });
  t.is(accepted.length, 1);
});

test('every bad batch gets its own answer, and none is kept', async (t) => {
  const { send, accepted } = await setUp(t);
  const batch = await binaryBatch([sampleRow()]);
  const old = await binaryBatch([sampleRow()], { createdAt: (Date.now() - 31 * 86_400_000) * 1_000 });
  const nextVersion = Buffer.from(batch);
  nextVersion[4] = 99;
  for (const [what, bytes, headers, status, code] of [
    ['truncated', batch.subarray(0, batch.length - 7), {}, 400, 'malformed_batch'],
    ['truncated within its header', batch.subarray(0, 40), {}, 400, 'malformed_batch'],
    ['empty', Buffer.alloc(0), {}, 400, 'malformed_batch'],
    ['random', randomBytes(5_000), {}, 400, 'malformed_batch'],
    ['oversized', Buffer.alloc(maxBatchBytes + 1), {}, 413, 'body_too_large'],
    ['unsigned', batch, { 'x-sonde-signature': '' }, 401, 'bad_signature'],
    ['wrongly signed', batch, { 'x-sonde-signature': signBatch(batch, 'another key') }, 401, 'bad_signature'],
    ['of another version', nextVersion, {}, 400, 'unsupported_batch_version'],
    ['too old', old, {}, 400, 'batch_too_old'],
    ['by a wrong key', batch, { 'x-api-key': `sonde_loc_${'x'.repeat(40)}` }, 401, 'invalid_credential'],
    ['in a coding that it is not in', batch, { 'content-encoding': 'gzip' }, 400, 'malformed_batch'],
    ['of an unknown type', batch, { 'content-type': 'text/html' }, 415, 'unsupported_media_type'],
  ] as const) {
    const answer = await send(bytes, { ...headers });
    t.is(answer.status, status, `${what}: ${answer.text}`);
    t.is(answer.body.code, code, what);
    t.is(typeof answer.body.error, 'string', what);
    t.is(typeof answer.body.request_id, 'string', what);
  }
  t.is(accepted.length, 0);
});

test('one bad element among good ones is named, and the others are stored', async (t) => {
  const { api, key, accepted } = await setUp(t);
  const good = {
    timestamp: new Date().toISOString(),
    client_ip: '192.0.2.1',
    query_name: 'www.example.com',
    query_type: 'A',
  };
  const body = JSON.stringify({ queries: [good, { ...good, query_type: 'NONSENSE' }, good] });
  for (const [contentEncoding, bytes] of [
    ['identity', Buffer.from(body)],
    ['zstd', zstdCompressSync(body)],
  ] as const) {
    const answer = await api.request(path, {
      method: 'POST',
      headers: {
        'x-api-key': key,
        'content-type': 'application/json',
        'content-encoding': contentEncoding,
      },
      body: new Uint8Array(bytes),
    });
    t.is(answer.status, 202, answer.text);
    t.like(answer.body, { accepted: 2, rejected: 1 });
    t.deepEqual(answer.body.errors, [{ index: 1, message: 'query_type: not a record type' }]);
  }
  t.is(accepted.length, 2);
});
