import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { compressBody } from '@sonde/shared/batch/body.ts';
import { emptyLedger } from '@sonde/shared/batch/empty-ledger.ts';
import { type EncryptedFlow, encodeFlows } from '@sonde/shared/batch/encrypted-flow.ts';
import { type BatchContent, batchContentType, encodeBatch } from '@sonde/shared/batch/envelope.ts';
import { untreated } from '@sonde/shared/batch/metadata.ts';
import type { Row } from '@sonde/shared/batch/row.ts';
import { encodeRow } from '@sonde/shared/batch/row-writer.ts';
import { signBatch } from '@sonde/shared/batch/signature.ts';
import type { Upload } from '../../../collector/ports/ingest/ingest.ts';
import { makeRow } from '../engines/clickhouse-rows.ts';
import { longFormer } from './row-forms.ts';

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

interface BatchChange {
  readonly batchId?: string;
  readonly rows?: number;
  readonly createdAt?: number;
  readonly sequence?: number;
}

/** A signed binary batch of these rows. */
export function binaryBatch(rows: readonly Row[], change: BatchChange = {}): Promise<Buffer> {
  return batchOf(Buffer.concat(rows.map(encodeRow)), { rows: rows.length, ...change });
}

/** A batch as senders of version 1 write it. */
export async function oldBatch(rows: readonly Row[]): Promise<Buffer> {
  const bytes = await batchOf(Buffer.concat(rows.map(longFormer)), { rows: rows.length });
  bytes[4] = 1;
  bytes.writeUInt32LE(crc32(bytes.subarray(0, 92)), 92);
  return bytes;
}

/** A signed batch of encrypted flows. */
export function flowBatch(flows: readonly EncryptedFlow[], change: BatchChange = {}): Promise<Buffer> {
  return batchOf(encodeFlows(flows), { rows: flows.length, ...change }, 'flows');
}

/** A connection of this moment, with what a test wants otherwise. */
export function sampleFlow(change: Partial<EncryptedFlow> = {}): EncryptedFlow {
  const now = Date.now() * 1_000;
  return {
    id: randomUUID(),
    telling: 1,
    started_at: now - 5_000_000,
    last_seen_at: now - 1_000_000,
    is_open: false,
    client: '192.0.2.10',
    client_port: 40_000,
    server: '9.9.9.9',
    server_port: 853,
    transport: 'dot',
    hello: 'read',
    server_name: 'dns.quad9.net',
    alpn: ['dot'],
    ja4: 't13d1516h2_8daaf6152771_b186095e22b6',
    ech: false,
    provider: 'Quad9',
    octets_to_server: 1_000,
    octets_to_client: 5_000,
    looked_up: 'unknown',
    client_hidden: false,
    vlan: 0,
    ...change,
  };
}

async function batchOf(
  body: Buffer,
  change: BatchChange & { rows: number },
  content: BatchContent = 'rows',
): Promise<Buffer> {
  const batch = {
    header: {
      batchId: change.batchId ?? randomUUID(),
      agentId: 'a0a0a0a0-0000-4000-8000-000000000001',
      runId: 'b0b0b0b0-0000-4000-8000-000000000001',
      sequence: change.sequence ?? 1,
      createdAt: change.createdAt ?? Date.now() * 1_000,
      rows: change.rows,
      bodyBytes: body.length,
      compression: 'zstd' as const,
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
  };
  return encodeBatch(batch, content);
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
