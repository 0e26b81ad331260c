import { randomUUID } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { compressBody } from '@sonde/shared/batch/body.ts';
import { emptyLedger } from '@sonde/shared/batch/empty-ledger.ts';
import { batchContentType, batchVersion, encodeBatch, envelopeBytes } from '@sonde/shared/batch/envelope.ts';
import { type Ledger, untreated } from '@sonde/shared/batch/metadata.ts';
import { fixedBytes, formerForm } from '@sonde/shared/batch/row-layout.ts';
import { RowScanner } from '@sonde/shared/batch/row-scanner.ts';
import { signatureHeader, signBatch } from '@sonde/shared/batch/signature.ts';
import { storedPrefixBytes } from '../../domain/traffic/ingest/stored-rows.ts';

/** A prepared upload is a signed batch that is ready to be sent. */
export interface PreparedUpload {
  readonly bytes: Buffer;
  readonly rows: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** A bench sender plays an agent: it has a key and numbers its batches. */
export interface BenchSender {
  readonly key: string;
  readonly agentId: string;
  readonly runId: string;
  sequence: number;
}

export function benchSender(key: string): BenchSender {
  return { key, agentId: randomUUID(), runId: randomUUID(), sequence: 0 };
}

/**
 * Compresses and signs rows of the stored form as an agent sends them, without the places. Rows that are to go as a former version of
 * batches must have none of what the present one brought.
 */
export async function prepareUpload(
  stored: Buffer,
  sender: BenchSender,
  { version = batchVersion, ledger = emptyLedger }: { version?: number; ledger?: Ledger } = {},
): Promise<PreparedUpload> {
  const parts: Buffer[] = [];
  const scanner = new RowScanner(stored, storedPrefixBytes);
  while (scanner.next()) {
    const row = stored.subarray(scanner.rowStart, scanner.rowEnd);
    parts.push(version === batchVersion ? row : formerRow(row));
  }
  const body = Buffer.concat(parts);
  const now = Date.now() * 1_000;
  const bytes = encodeBatch({
    header: {
      batchId: randomUUID(),
      agentId: sender.agentId,
      runId: sender.runId,
      sequence: ++sender.sequence,
      createdAt: now,
      rows: parts.length,
      bodyBytes: body.length,
      compression: parts.length === 0 ? 'none' : 'zstd',
    },
    metadata: {
      software: 'sonde-collector bench',
      host: 'bench',
      inputs: ['generated'],
      ledger_at: now,
      ledger,
      treatment: untreated,
    },
    storedBody: parts.length === 0 ? body : await compressBody(body),
  });
  if (version !== batchVersion) relabel(bytes, version);
  return {
    bytes,
    rows: parts.length,
    headers: {
      authorization: `Bearer ${sender.key}`,
      'content-type': batchContentType,
      [signatureHeader]: signBatch(bytes, sender.key),
    },
  };
}

/** A row without the columns that version 3 brought, and without its list of facts, which must be empty. */
function formerRow(row: Buffer): Buffer {
  return Buffer.concat([row.subarray(0, formerForm.fixedBytes), row.subarray(fixedBytes, -1)]);
}

/** Writes another version into the header of a batch. */
function relabel(batch: Buffer, version: number): void {
  batch[4] = version;
  batch.writeUInt32LE(crc32(batch.subarray(0, envelopeBytes - 4)), envelopeBytes - 4);
}

/** Sends a batch until the collector accepts it, and waits if the collector says so. Gives how often it had to wait. */
export async function send(url: string, upload: PreparedUpload): Promise<number> {
  for (let waits = 0; ; waits++) {
    const { status, text } = await post(`${url}/api/v1/dns-monitoring/queries`, upload);
    if (status === 202) return waits;
    if (status !== 429) throw new Error(`A batch was answered ${status}: ${text}`);
    await delay(100);
  }
}

/** By Node.js's own client, since `fetch` takes three times as long for a body of half a MiB, on the collector's processors. */
async function post(
  url: string,
  { bytes, headers }: PreparedUpload,
): Promise<{ status: number; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = request(
    url,
    { method: 'POST', headers: { ...headers, 'content-length': bytes.length } },
    resolve,
  );
  sent.on('error', reject);
  sent.end(bytes);
  const response = await promise;
  return { status: response.statusCode ?? 0, text: await readText(response) };
}
