import test from 'ava';
import { readSubmitted } from '../../../../../collector/domain/traffic/ingest/read-submitted.ts';
import { readUpload } from '../../../../../collector/domain/traffic/ingest/read-upload.ts';
import { batchContentType } from '../../../../../shared/batch/envelope.ts';
import { encodeRow } from '../../../../../shared/batch/row-writer.ts';
import { signatureHeader } from '../../../../../shared/batch/signature.ts';
import type { PostRequest } from '../../../../../shared/sinks/outlets.ts';
import { sampleRow } from '../../../../support/ingest/uploads.ts';
import { newSink } from '../../../../support/sinks/new-sink.ts';
import { SmallCollector } from '../../../../support/sinks/small-collector.ts';
import { systemRandom as random } from '../../../../support/system-random.ts';
import { until } from '../../../../support/until.ts';

const observedAt = Date.now() * 1_000;
const rows = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) =>
    sampleRow({ observedAt, queryName: `${prefix}${index}.example.com` }),
  );
const toOther = newSink({ kind: 'sonde', presentation: 'rows', config: { url: 'https://up.example/' } });

/** What the other collector makes of a batch: it checks the signature and every length. */
async function readByOther({ headers, body }: PostRequest) {
  const upload = {
    sender: { accountId: 1, locationId: 7, secret: 'the secret' },
    contentType: batchContentType,
    contentEncoding: 'identity' as const,
    signature: headers[signatureHeader],
    batchId: undefined,
    bytes: Buffer.from(body),
    signal: new AbortController().signal,
  };
  return await readUpload(upload, { random, readSubmitted });
}

test('another Sonde is sent rows as agents send them, numbered, and the same again when it did not answer', async (t) => {
  const taken: Awaited<ReturnType<typeof readByOther>>[] = [];
  let answers = 0;
  const moreCame = Promise.withResolvers<void>();
  const post = async (url: string, request: PostRequest) => {
    t.is(url, 'https://up.example/api/v1/dns-monitoring/queries');
    t.is(request.headers.authorization, 'Bearer the secret');
    taken.push(await readByOther(request));
    // It has the batch, and its answer is lost.
    if (answers++ === 0) {
      await moreCame.promise;
      throw new Error('The connection broke.');
    }
    return { status: 202, headers: {}, text: '{"accepted":3,"rejected":1}' };
  };
  const collector = await SmallCollector.start(t, { post }, [toOther]);
  await collector.stored(rows('a', 4));
  await until(() => taken.length === 1);
  // More comes before the first is acknowledged.
  await collector.stored(rows('b', 3));
  moreCame.resolve();
  await until(() => collector.progress.delivered + collector.progress.refused === 7);
  t.deepEqual(
    taken.map(({ run, promisedRows }) => [run?.sequence, promisedRows]),
    [
      [1, 4],
      [1, 4],
      [2, 3],
    ],
  );
  t.is(new Set(taken.map(({ run }) => run?.runId)).size, 1);
  t.is(taken[0]!.batchId, taken[1]!.batchId);
  t.not(taken[1]!.batchId, taken[2]!.batchId);
  t.deepEqual(taken[1]!.body, Buffer.concat(rows('a', 4).map(encodeRow)));
  t.is(taken[2]!.run?.metadata.ledger.rows_stored, 7);
  t.like(collector.progress, { delivered: 5, refused: 2 });
});

test('what a sink samples is told with the rows', async (t) => {
  const sampled: number[] = [];
  const post = async (_url: string, request: PostRequest) => {
    const { run } = await readByOther(request);
    sampled.push(run!.metadata.treatment.sampling);
    return { status: 202, headers: {}, text: '{"accepted":3,"rejected":0}' };
  };
  const sampling = { ...toOther, filter: { ...toOther.filter, sample: 2 } };
  const collector = await SmallCollector.start(t, { post }, [sampling]);
  await collector.stored(rows('a', 400));
  await until(() => sampled.length === 1);
  t.deepEqual(sampled, [2]);
});
