import { randomUUID } from 'node:crypto';
import { compressBody } from '@sonde/shared/batch/body.ts';
import { batchContentType, encodeBatch } from '@sonde/shared/batch/envelope.ts';
import { untreated } from '@sonde/shared/batch/metadata.ts';
import { encodeRow } from '@sonde/shared/batch/row-writer.ts';
import { signBatch } from '@sonde/shared/batch/signature.ts';
import { sampleRow } from '../ingest/uploads.ts';

/** An agent's batch with a ledger that has losses of every kind, of which one batch before it never arrived. */
export async function seedAgent(url: string, locationKey: string, count = 400): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) =>
    sampleRow({
      queryName: `host-${index % 20}.example.com`,
      messageId: index,
      observedAt: (Date.now() - index * 200_000) * 1_000,
    }),
  );
  const body = Buffer.concat(rows.map(encodeRow));
  const bytes = await encodeBatch({
    header: {
      batchId: randomUUID(),
      agentId: randomUUID(),
      runId: randomUUID(),
      sequence: 2,
      createdAt: Date.now() * 1_000,
      rows: rows.length,
      bodyBytes: body.length,
      compression: 'zstd',
    },
    metadata: {
      software: 'sonde-agent 0.1.0',
      host: 'gateway.office.example',
      inputs: ['eth0'],
      ledger_at: Date.now() * 1_000,
      ledger: {
        packets_captured: 1_020,
        packets_dropped: { kernel: 14 },
        packets_other: 60,
        messages_seen: 960,
        messages_stored: 880,
        messages_repeated: 30,
        messages_filtered: 0,
        messages_sampled: 0,
        messages_malformed: { truncated: 22 },
        messages_dropped: { queue: 12 },
        messages_pending: 16,
        rows_stored: 440,
        rows_dropped: { spool: 10 },
      },
      treatment: untreated,
    },
    storedBody: await compressBody(body),
  });
  const response = await fetch(`${url}/api/v1/dns-monitoring/queries`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${locationKey}`,
      'Content-Type': batchContentType,
      'X-Sonde-Signature': signBatch(bytes, locationKey),
    },
    body: new Uint8Array(bytes),
  });
  if (!response.ok) throw new Error(`the agent's batch was refused: ${await response.text()}`);
}
