import { randomUUID } from 'node:crypto';
import { compressBody } from '@sonde/shared/batch/body.ts';
import { emptyLedger } from '@sonde/shared/batch/empty-ledger.ts';
import { batchContentType, encodeBatch } from '@sonde/shared/batch/envelope.ts';
import { untreated } from '@sonde/shared/batch/metadata.ts';
import type { Row } from '@sonde/shared/batch/row.ts';
import { encodeRow } from '@sonde/shared/batch/row-writer.ts';
import { signBatch } from '@sonde/shared/batch/signature.ts';
import type { Upload } from '../../../collector/ports/ingest/ingest.ts';
import { makeRow } from '../engines/clickhouse-rows.ts';

export const senderKey = 'sonde_loc_0123456789';

/** An ordinary answered transaction of this moment, with what a test wants otherwise. */
export function sampleRow(change: Partial<Row> = {}): Row {
  return makeRow({
    observedAt: Date.now() * 1_000,
    latency: 1_500,
    clientAddress: '192.0.2.10',
    responseSize: 56,
    ednsFlags: 0,
    ednsUdpSize: 0,
    additionalCount: 0,
    records: [{ section: 'answer', name: 'www.example.com', type: 1, ttl: 300, data: '198.51.100.1' }],
    ...change,
  });
}

/** A signed binary batch of these rows. */
export async function binaryBatch(
  rows: readonly Row[],
  change: { batchId?: string; rows?: number; createdAt?: number; sequence?: number } = {},
): Promise<Buffer> {
  const body = Buffer.concat(rows.map(encodeRow));
  return encodeBatch({
    header: {
      batchId: change.batchId ?? randomUUID(),
      agentId: 'a0a0a0a0-0000-4000-8000-000000000001',
      runId: 'b0b0b0b0-0000-4000-8000-000000000001',
      sequence: change.sequence ?? 1,
      createdAt: change.createdAt ?? Date.now() * 1_000,
      rows: change.rows ?? rows.length,
      bodyBytes: body.length,
      compression: 'zstd',
    },
    metadata: {
      software: 'sonde-agent test',
      host: 'sensor.example',
      inputs: ['eth0'],
      ledger_at: Date.now() * 1_000,
      ledger: emptyLedger,
      treatment: untreated,
    },
    storedBody: await compressBody(body),
  });
}

export function upload(bytes: Buffer, change: Partial<Upload> = {}): Upload {
  return {
    sender: { accountId: 1, locationId: 7, secret: senderKey },
    contentType: 'application/json',
    contentEncoding: 'identity',
    signature: undefined,
    batchId: undefined,
    bytes,
    signal: new AbortController().signal,
    ...change,
  };
}

export function binaryUpload(bytes: Buffer, change: Partial<Upload> = {}): Upload {
  return upload(bytes, { contentType: batchContentType, signature: signBatch(bytes, senderKey), ...change });
}
