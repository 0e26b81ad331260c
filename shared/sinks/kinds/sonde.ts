import { zstdCompressSync } from 'node:zlib';
import { z } from 'zod';
import { bodyCompression } from '../../batch/body.ts';
import { emptyLedger } from '../../batch/empty-ledger.ts';
import { batchContentType, encodeBatch } from '../../batch/envelope.ts';
import { untreated } from '../../batch/metadata.ts';
import { signatureHeader, signBatch } from '../../batch/signature.ts';
import { uuidOf } from '../../text/uuid-of-digest.ts';
import { defineSink } from '../define-sink.ts';
import { packed, unpacked } from '../wire/parts.ts';
import { authoritySchema, urlSchema } from './config-parts.ts';
import { answered, postBatch } from './post-batch.ts';

const receiptSchema = z.object({ rejected: z.int().min(0) });

/**
 * This sink passes rows on to another Sonde as agents send them: nothing of a row is lost, and the batch's id tells the other
 * collector what it has already. All rows go to the location whose key it is given.
 */
export const sonde = defineSink({
  id: 'sonde',
  title: 'Another Sonde',
  config: z.object({
    url: urlSchema.describe('The URL of the other collector, such as https://sonde.example.'),
    authority: authoritySchema,
  }),
  secret: { what: 'the key of a location of the other collector', needed: true },
  presentations: ['rows'],
  size: () => ({ records: 20_000, characters: 8 * 1024 * 1024, files: 1, wait: 0 }),
  frame: (records) => {
    const rows = Buffer.concat(records.map(({ text }) => Buffer.from(text, 'latin1')));
    return packed([Buffer.from(String(rows.length)), zstdCompressSync(rows, bodyCompression)]);
  },
  deliver: async (batch, { config, secret = '', outlets, host, run, now, signal }) => {
    const [bodyBytes, storedBody] = unpacked(batch.payload) as [Buffer, Buffer];
    const key = secret.trim();
    const bytes = encodeBatch({
      header: {
        batchId: uuidOf(`sink batch ${batch.key}`),
        agentId: uuidOf(`sink ${host} ${config.url}`),
        runId: run.id,
        sequence: run.batches + 1,
        createdAt: now * 1_000,
        rows: batch.records,
        bodyBytes: Number(bodyBytes),
        compression: 'zstd',
      },
      metadata: {
        software: 'sonde sink',
        host,
        inputs: [],
        ledger_at: now * 1_000,
        ledger: { ...emptyLedger, rows_stored: run.records + batch.records },
        treatment: { ...untreated, sampling: run.sample },
      },
      storedBody,
    });
    const answer = await postBatch(
      { ...batch, payload: bytes },
      {
        url: `${config.url}/api/v1/dns-monitoring/queries`,
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': batchContentType,
          [signatureHeader]: signBatch(bytes, key),
        },
        compression: 'none',
        authority: config.authority,
      },
      { outlets, now, signal },
    );
    const { data } = receiptSchema.safeParse(answered(answer.text));
    return { refused: Math.min(data?.rejected ?? 0, batch.records) };
  },
});
