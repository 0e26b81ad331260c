import { setTimeout as delay } from 'node:timers/promises';
import {
  type BenchSender,
  type PreparedUpload,
  prepareUpload,
} from '../../../collector/bench/api/uploads.ts';
import { storedBytes } from '../engines/clickhouse-rows.ts';
import { sampleRow } from '../ingest/uploads.ts';
import { testRandom } from '../test-seed.ts';

/** Of a batch, unless a test wants others. */
const usualRows = 40;

/** A batch whose rows ask for names that no other row asks for. */
export function numberedBatch(
  number: number,
  sender: BenchSender,
  count = usualRows,
): Promise<PreparedUpload> {
  const rows = Array.from({ length: count }, (_, row) => {
    const queryName = `r${row}.b${number}.example.net`;
    const record = { section: 'answer', name: queryName, type: 1, ttl: 300, data: '198.51.100.1' } as const;
    return sampleRow({ queryName, records: [record], observedAt: Date.now() * 1_000 });
  });
  return prepareUpload(storedBytes(rows, 1, 1), sender);
}

/**
 * Sends until it is acknowledged, as an agent does, whatever happens meanwhile. Fails where a batch is refused for
 * good, which none of these deserves.
 */
export async function sendUntilAccepted(
  url: () => string,
  upload: PreparedUpload,
  signal: AbortSignal,
): Promise<{ accepted: number }> {
  for (;;) {
    signal.throwIfAborted();
    const answer = await once(url(), upload);
    if (answer?.status === 202) return answer.body as { accepted: number };
    if (answer !== undefined && answer.status < 500 && answer.status !== 429) {
      throw new Error(`refused with ${answer.status}: ${JSON.stringify(answer.body)}`);
    }
    await delay(50 + testRandom.fraction() * 150);
  }
}

async function once(
  url: string,
  upload: PreparedUpload,
): Promise<{ status: number; body: unknown } | undefined> {
  try {
    const response = await fetch(`${url}/api/v1/dns-monitoring/queries`, {
      method: 'POST',
      headers: upload.headers,
      body: upload.bytes,
      signal: AbortSignal.timeout(10_000),
    });
    return { status: response.status, body: await response.json() };
  } catch {
    return undefined;
  }
}
