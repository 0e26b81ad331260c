import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { type DomainScanAnswer, domainScanSchema } from '@sonde/shared/schemas/domain-scan.ts';
import { UsageError } from '../usage-error.ts';
import type { ScanProgressLine } from './progress-line.ts';
import type { WantedScan } from './wanted-scan.ts';

/** Milliseconds that a collector may take, its queue included. */
const answerLimit = 120_000;

interface Line {
  readonly event: 'check' | 'result' | 'error';
  readonly check: string;
  readonly done: number;
  readonly total: number;
  readonly result: unknown;
  readonly error: string;
}

/** Has a running collector make the scan, and follows its progress. Throws a UsageError with what the collector said. */
export async function scanAtCollector(
  wanted: WantedScan,
  { url, key = process.env.SONDE_KEY }: { url: string; key: string | undefined },
  progress: Pick<ScanProgressLine, 'tell'>,
): Promise<DomainScanAnswer> {
  const base = URL.parse(url);
  if (base === null) throw new UsageError('--collector must be a URL such as http://127.0.0.1:8080.', 64);
  const response = await post(new URL('/api/scan?stream=true', base), key, bodyOf(wanted));
  for await (const text of createInterface({ input: Readable.fromWeb(response.body! as never) })) {
    const line = parse(text);
    if (line.event === 'check') progress.tell(line);
    if (line.event === 'error') throw new UsageError(`${url}: ${line.error}`);
    if (line.event === 'result') return resultOf(line.result, url);
  }
  throw new UsageError(`${url} broke off before the scan had ended.`);
}

function bodyOf({ domain, advanced, only, refresh }: WantedScan): object {
  const common = { domain, force_refresh: refresh };
  return only === undefined ? { ...common, advanced } : { ...common, checks: only };
}

async function post(url: URL, key: string | undefined, body: object): Promise<Response> {
  const headers = {
    'content-type': 'application/json',
    ...(key === undefined || key === '' ? {} : { authorization: `Bearer ${key}` }),
  };
  let response: Response;
  try {
    const signal = AbortSignal.timeout(answerLimit);
    response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal });
  } catch (error) {
    const cause =
      error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new UsageError(`${url.origin} can't be reached: ${cause}`);
  }
  if (response.ok && response.headers.get('content-type')?.startsWith('application/x-ndjson'))
    return response;
  throw new UsageError(`${url.origin} answered ${response.status}: ${failureOf(await response.text())}`);
}

function parse(text: string): Line {
  try {
    return JSON.parse(text) as Line;
  } catch {
    throw new UsageError('The answer is not that of a collector.');
  }
}

function resultOf(result: unknown, url: string): DomainScanAnswer {
  const checked = domainScanSchema.safeParse(result);
  if (checked.success) return checked.data;
  throw new UsageError(`${url} answered in a form that this version does not know.`);
}

function failureOf(text: string): string {
  try {
    const answer = JSON.parse(text) as { error?: unknown };
    if (typeof answer.error === 'string') return answer.error;
  } catch {
    // Not a collector's.
  }
  return 'the answer is not that of a collector';
}
