import { type DomainScanAnswer, domainScanSchema } from '@sonde/shared/schemas/domain-scan.ts';
import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { connectWithoutKey } from '../api/connect.ts';
import type { ScanProgressLine } from './progress-line.ts';
import type { WantedScan } from './wanted-scan.ts';

/** Milliseconds that a collector may take, its queue included. */
const answerLimit = 120_000;

/** Asks a running collector to make the scan, and follows its progress. Throws a UsageError if it breaks off. */
export async function scanAtCollector(
  { domain, advanced, only, refresh }: WantedScan,
  options: { readonly url: string; readonly keyFile?: string },
  progress: Pick<ScanProgressLine, 'tell'>,
): Promise<DomainScanAnswer> {
  const { url } = options;
  const what = only === undefined ? { advanced } : { checks: [...only] };
  const signal = AbortSignal.timeout(answerLimit);
  const lines = connectWithoutKey(options).scanDomain(
    { domain, force_refresh: refresh, ...what },
    { signal },
  );
  for await (const line of lines) {
    if (line.event === 'check') progress.tell(line);
    if (line.event === 'error') throw new UsageError(`${url}: ${line.error}`);
    if (line.event === 'result') return resultOf(line.result, url);
  }
  throw new UsageError(`The connection to ${url} ended before the scan was complete.`);
}

function resultOf(result: unknown, url: string): DomainScanAnswer {
  const checked = domainScanSchema.safeParse(result);
  if (checked.success) return checked.data;
  throw new UsageError(
    `${url} sent an answer that this version does not understand. Use the same version of sonde and the collector.`,
  );
}
