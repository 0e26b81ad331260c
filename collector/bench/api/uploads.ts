import { randomUUID } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { compressBody } from '@sonde/shared/batch/body.ts';
import { emptyLedger } from '@sonde/shared/batch/empty-ledger.ts';
import { batchContentType, encodeBatch } from '@sonde/shared/batch/envelope.ts';
import { untreated } from '@sonde/shared/batch/metadata.ts';
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

/** Compresses and signs rows of the stored form as an agent sends them, without the places. */
export async function prepareUpload(stored: Buffer, sender: BenchSender): Promise<PreparedUpload> {
  const parts: Buffer[] = [];
  const scanner = new RowScanner(stored, storedPrefixBytes);
  while (scanner.next()) parts.push(stored.subarray(scanner.rowStart, scanner.rowEnd));
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
      compression: 'zstd',
    },
    metadata: {
      software: 'sonde-collector bench',
      host: 'bench',
      inputs: ['generated'],
      ledger_at: now,
      ledger: emptyLedger,
      treatment: untreated,
    },
    storedBody: await compressBody(body),
  });
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
