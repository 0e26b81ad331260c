import { randomUUID } from 'node:crypto';
import { BatchError } from '@sonde/shared/batch/batch-error.ts';
import { compressBody, readBody } from '@sonde/shared/batch/body.ts';
import { type Batch, decodeBatch, encodeBatch, envelopeBytes } from '@sonde/shared/batch/envelope.ts';
import { untreated } from '@sonde/shared/batch/metadata.ts';
import { signBatch, verifyBatch } from '@sonde/shared/batch/signature.ts';
import test from 'ava';
import fc from 'fast-check';
import { emptyLedger } from '../../../shared/batch/empty-ledger.ts';
import { oldBatch, sampleRow } from '../../support/ingest/uploads.ts';

async function sample(body = Buffer.from('some rows')): Promise<Batch> {
  return {
    header: {
      batchId: randomUUID(),
      agentId: randomUUID(),
      runId: randomUUID(),
      sequence: 42,
      createdAt: 1_780_000_000_000_000,
      rows: 3,
      bodyBytes: body.length,
      compression: 'zstd',
    },
    metadata: {
      software: 'test 1',
      host: 'host.example',
      inputs: ['eth0'],
      ledger_at: 1_780_000_000_000_000,
      ledger: emptyLedger,
      treatment: untreated,
    },
    storedBody: await compressBody(body),
  };
}

test('a batch comes out as it went in', async (t) => {
  const batch = await sample();
  const decoded = decodeBatch(encodeBatch(batch));
  t.deepEqual(decoded.header, batch.header);
  t.deepEqual(decoded.metadata, batch.metadata);
  t.is((await readBody(decoded)).toString(), 'some rows');
});

test('a cut batch, a longer one and every single changed byte are refused', async (t) => {
  const bytes = encodeBatch(await sample());
  for (let length = 0; length < bytes.length; length++) {
    t.throws(() => decodeBatch(bytes.subarray(0, length)), { instanceOf: BatchError });
  }
  t.throws(() => decodeBatch(Buffer.concat([bytes, Buffer.of(0)])), { instanceOf: BatchError });
  for (let index = 0; index < bytes.length; index++) {
    const changed = Buffer.from(bytes);
    changed[index] = changed[index]! ^ 0x10;
    t.throws(() => decodeBatch(changed), { instanceOf: BatchError }, `byte ${index}`);
  }
});

test('random bytes are refused', (t) => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      t.throws(() => decodeBatch(Buffer.from(bytes)), { instanceOf: BatchError });
    }),
    { numRuns: 500 },
  );
});

test('a body that expands beyond its promise is refused without being expanded', async (t) => {
  const batch = await sample(Buffer.alloc(8_000_000));
  const lying = { ...batch, header: { ...batch.header, bodyBytes: 1_000 } };
  await t.throwsAsync(() => readBody(decodeBatch(encodeBatch(lying))), { instanceOf: BatchError });
});

test('a body shorter than its promise is refused', async (t) => {
  const batch = await sample();
  const lying = { ...batch, header: { ...batch.header, bodyBytes: 1_000 } };
  await t.throwsAsync(() => readBody(decodeBatch(encodeBatch(lying))), { message: /not 1000/ });
});

test('an unknown version is told apart from damage', async (t) => {
  const bytes = encodeBatch(await sample());
  bytes[4] = 9;
  const error = t.throws(() => decodeBatch(bytes), { instanceOf: BatchError });
  t.is(error.code, 'unsupported_batch_version');
});

test('a batch of the version before is read', async (t) => {
  const bytes = await oldBatch([sampleRow()]);
  t.is(bytes[4], 1);
  t.is(decodeBatch(bytes).header.rows, 1);
});

test('a signature holds for these bytes and this key alone', async (t) => {
  const bytes = encodeBatch(await sample());
  const signature = signBatch(bytes, 'sonde_loc_one');
  t.notThrows(() => verifyBatch(bytes, 'sonde_loc_one', signature));
  for (const [key, given] of [
    ['sonde_loc_two', signature],
    ['sonde_loc_one', undefined],
    ['sonde_loc_one', 'v1=00'],
    ['sonde_loc_one', signBatch(bytes.subarray(envelopeBytes), 'sonde_loc_one')],
  ] as const) {
    const error = t.throws(() => verifyBatch(bytes, key, given), { instanceOf: BatchError });
    t.is(error.code, 'bad_signature');
  }
});
