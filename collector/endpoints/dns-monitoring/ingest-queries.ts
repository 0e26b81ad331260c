import { batchContentType } from '@sonde/shared/batch/envelope.ts';
import { maxBatchBytes } from '@sonde/shared/batch/limits.ts';
import { InvalidInput } from '@sonde/shared/errors.ts';
import { submittedQuerySchema } from '@sonde/shared/schemas/submitted-query.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { rawBody } from '../../http/raw-body.ts';
import type { Ingest } from '../../ports/ingest/ingest.ts';

const exampleQuery = {
  timestamp: '2026-03-14T09:26:53.589Z',
  client_ip: '192.0.2.7',
  query_name: 'www.example.com',
  query_type: 'A',
  response_code: 'NOERROR',
};

export const ingestQueries = defineEndpoint({
  method: 'POST',
  path: '/api/v1/dns-monitoring/queries',
  summary: 'Ingest DNS queries',
  description:
    'Stores DNS queries that an agent observed at the location of the key. A malformed element is ' +
    'rejected; the other elements are stored. If the same batch arrives twice under one id, it is ' +
    'stored only once. Different queries under a known id are refused with 409.',
  family: 'DNS monitoring',
  access: 'location',
  metered: false,
  body: rawBody({
    contentTypes: ['application/json', 'application/x-ndjson', batchContentType],
    contentEncodings: ['identity', 'gzip', 'zstd'],
    maxBytes: maxBatchBytes,
    schemas: {
      'application/json': z.object({
        queries: z.array(submittedQuerySchema).meta({ examples: [[exampleQuery]] }),
      }),
      'application/x-ndjson': z.string().meta({ examples: [`${JSON.stringify(exampleQuery)}\n`] }),
    },
    headers: {
      'X-Batch-Id': 'The id that the sender gives the batch. A batch with a known id is not stored again.',
      'Idempotency-Key': 'Another name for `X-Batch-Id`, for clients that use this header.',
      'X-Sonde-Signature': 'HMAC of a binary batch, computed with the key.',
    },
  }),
  response: z.object({
    accepted: z.int().min(0),
    rejected: z.int().min(0),
    errors: z
      .array(z.object({ index: z.int().min(0), message: z.string() }))
      .describe('The first rejected elements, with the reason for each.'),
    batch_id: z.string(),
    duplicate: z
      .boolean()
      .describe('True if the batch was accepted earlier. The collector stored nothing this time.'),
  }),
  status: 202,
  errors: [
    'malformed_batch',
    'malformed_rows',
    'malformed_json',
    'unsupported_batch_version',
    'batch_too_old',
    'batch_too_large',
    'bad_signature',
    'conflict',
    'overloaded',
  ],
  timeLimit: 60_000,
  async run({ caller, body, signal }, ports: { ingest: Ingest }) {
    const batchId = checkBatchId(body.header('x-batch-id') ?? body.header('idempotency-key'));
    const { batchId: id, ...receipt } = await ports.ingest.accept({
      sender: { accountId: caller.accountId, locationId: caller.locationId, secret: caller.secret },
      contentType: body.contentType,
      contentEncoding: body.contentEncoding,
      signature: body.header('x-sonde-signature'),
      batchId,
      bytes: await body.read(),
      signal,
    });
    return { ...receipt, errors: [...receipt.errors], batch_id: id };
  },
});

function checkBatchId(id: string | undefined): string | undefined {
  if (id === undefined || /^[A-Za-z0-9._:-]{1,128}$/.test(id)) return id;
  throw new InvalidInput(
    'X-Batch-Id',
    'A batch id must have 1 to 128 letters, digits, dots, colons, hyphens or underscores.',
  );
}
