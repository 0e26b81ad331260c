import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import test from 'ava';
import { readSink } from '../../../../../collector/domain/traffic/sinks/describe-sink.ts';
import { presentations } from '../../../../../collector/domain/traffic/sinks/presentations/index.ts';
import { createParquetWriter } from '../../../../../collector/storage/clickhouse/parquet-writer.ts';
import { noResponseCode } from '../../../../../shared/batch/row-layout.ts';
import type { DeliveryError } from '../../../../../shared/sinks/define-sink.ts';
import { awsSigned } from '../../../../../shared/sinks/wire/aws-signature.ts';
import { inEachMode, modes } from '../../../../support/engines/clickhouse-modes.ts';
import { sampleRow } from '../../../../support/ingest/uploads.ts';
import { bucketKey, startBucket } from '../../../../support/sinks/bucket.ts';
import { outgoing, outgoingRecord, sendBatch } from '../../../../support/sinks/send-batch.ts';
import { temporaryDirectory } from '../../../../support/temporary-directory.ts';

const exampleKey = {
  id: 'AKIAIOSFODNN7EXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};

test("a request is signed as in AWS's own example", (t) => {
  const headers = awsSigned(
    {
      method: 'PUT',
      url: new URL('https://examplebucket.s3.amazonaws.com/test%24file.text'),
      headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      body: Buffer.from('Welcome to Amazon S3.'),
    },
    exampleKey,
    Date.parse('2013-05-24T00:00:00Z'),
  );
  t.is(
    headers.authorization,
    'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,' +
      'SignedHeaders=date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class,' +
      'Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  );
});

test('S3 has an object below the day and hour of its first row, and again what comes again takes its place', async (t) => {
  const { objects, url, bucket } = await startBucket(t);
  const config = { url, bucket, prefix: "so/n'd(e)=1/" };
  for (let attempt = 0; attempt < 2; attempt++)
    t.deepEqual(await sendBatch(t, 's3', config, bucketKey), { refused: 0 });
  await sendBatch(t, 's3', { ...config, compression: 'zstd', storage_class: 'STANDARD_IA' }, bucketKey);
  const folder = "so/n'd(e)=1/queries/date=2025-11-24/hour=16";
  t.deepEqual([...(await objects()).keys()], [`${folder}/the-key.ndjson.gz`, `${folder}/the-key.ndjson.zst`]);
  const text = outgoing.map((record) => `${record.text}\n`).join('');
  const [gzip, zstd] = [...(await objects()).values()];
  t.is(gunzipSync(gzip!).toString(), text);
  t.is(zstdDecompressSync(zstd!).toString(), text);
  const refused = [
    [config, `${bucketKey}-other`, /^The receiver answers 403: .*SignatureDoesNotMatch/],
    [config, 'nobody:secret', /^The receiver answers 403: .*InvalidAccessKeyId/],
    [{ ...config, bucket: 'another' }, bucketKey, /^The receiver answers 404: .*NoSuchBucket/],
  ] as const;
  for (const [own, key, message] of refused) {
    const error = await t.throwsAsync(sendBatch(t, 's3', own, key), { message });
    t.false((error as DeliveryError).refused, 'what an operator can mend is tried again');
  }
});

inEachMode(modes, (mode, stores) => {
  test(`rows become Parquet by ClickHouse, ${mode}: what is read back is what the flat JSON says`, async (t) => {
    const { objects, url, bucket } = await startBucket(t);
    const clickhouse = stores().clickhouse[mode];
    const parquet = createParquetWriter(clickhouse);
    const rows = [
      sampleRow({ queryName: "it's-\\-a.example" }),
      sampleRow({ responseCode: noResponseCode, outcome: 'unanswered', records: [] }),
      sampleRow({ ednsFlags: 0xf, ednsUdpSize: 1_232, extendedErrors: [18, 22] }),
    ];
    const texts = rows.map(
      (row, index) =>
        presentations.json.queries!.texts({
          id: `b-${index}`,
          query: { ...row, locationId: 3, agentId: 4 },
        })[0]!,
    );
    const records = texts.map((text, index) => outgoingRecord(`b-${index}`, text));
    const config = { url, bucket, format: 'parquet' };
    t.deepEqual(await sendBatch(t, 's3', config, bucketKey, undefined, { records, parquet }), { refused: 0 });
    const [[name, bytes]] = [...(await objects())] as [[string, Buffer]];
    t.regex(name, /^sonde\/queries\/date=2025-11-24\/hour=16\/the-key\.parquet$/);
    const file = join(await temporaryDirectory(t), 'rows.parquet');
    await writeFile(file, bytes);
    const read = await stores().clickhouse.embedded.query<Record<string, unknown>>(
      'SELECT * FROM file({file:String}, Parquet) ORDER BY id',
      { file },
    );
    const expected = texts.map((text) => JSON.parse(text));
    for (const [index, row] of read.entries()) {
      const { timestamp, edns, malformed_query: _, malformed_response: __, ...rest } = row;
      const { timestamp: moment, edns: options, ...other } = expected[index];
      t.is(`${String(timestamp).replace(' ', 'T')}Z`, moment);
      t.like(rest, { ...other, malformed_query: undefined, malformed_response: undefined });
      if (options !== null) t.like(edns, options);
    }
    t.is(read.length, 3);
    t.deepEqual(Object.keys(read[0]!).sort(), Object.keys(expected[0]).sort());
  });
});

test('Parquet takes rows as flat JSON, of one stream', (t) => {
  const described = {
    name: 's',
    kind: 's3',
    config: { url: 'https://s3.example', bucket: 'dns-rows', format: 'parquet' },
    secret: bucketKey,
    filter: {
      ...{ location_ids: [], suffixes: [], query_types: [], response_codes: [], sample: 1 },
      least_severity: 'info' as const,
    },
  };
  t.throws(() => readSink(described), { message: /either queries or threats/ });
  t.throws(() => readSink({ ...described, threats: false, presentation: 'ecs' }), {
    message: /presentation json/,
  });
  t.is(readSink({ ...described, threats: false }).presentation, 'json');
});
