import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import type { DomainScan, ScannedPart, ScanTrigger } from '../ports/domain-scan.ts';
import type { Scanner, ScanPorts } from '../ports/scanner.ts';
import { summarise } from '../result/summarise.ts';
import { bounded } from './bounded-part.ts';

/** An open function opens the network for one scan, with budgets of its own. */
export type OpenScan = (signal: AbortSignal) => ScanPorts;

export interface RunScanPorts {
  readonly openScan: OpenScan;
  readonly clock: Clock;
  readonly random: Pick<Random, 'uuid'>;
  /** Is told that a check threw, which none should: a fault of ours, for the log. */
  readonly onFault: (check: string, error: unknown) => void;
}

/** Making one for each scan would cost more than it tells. */
const scanIsOver = new DOMException('The scan is over.', 'AbortError');
const timeIsOver = 'The time for the scan was over before this check had ended.';

/** A check has ended. */
export interface ScanProgress {
  readonly check: string;
  readonly part: ScannedPart;
  readonly done: number;
  readonly total: number;
}

export interface ScanRun {
  /** In stored form, IDNA processed. */
  readonly domain: string;
  readonly scanners: readonly Scanner<unknown>[];
  readonly trigger: ScanTrigger;
  /** Milliseconds for all of it. */
  readonly budget: number;
  /** Ends it early; what was not finished says so in its errors. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ScanProgress) => void;
}

/**
 * Runs the checks of one scan side by side. A check that fails, throws or takes too long costs its own part and nothing
 * else. Never rejects.
 */
export async function runScan(run: ScanRun, ports: RunScanPorts): Promise<DomainScan> {
  const { clock } = ports;
  const startedAt = clock.now();
  const began = performance.now();
  const ending = new AbortController();
  const timer = setTimeout(
    () => ending.abort(new DOMException('The time is over.', 'TimeoutError')),
    run.budget,
  );
  const signal = run.signal === undefined ? ending.signal : AbortSignal.any([run.signal, ending.signal]);
  const world = ports.openScan(signal);
  const parts: Record<string, ScannedPart> = {};
  let done = 0;
  try {
    await Promise.all(
      run.scanners.map(async (scanner) => {
        const part = await runCheck(scanner, run.domain, world, ports);
        parts[scanner.id] = part;
        run.onProgress?.({ check: scanner.id, part, done: ++done, total: run.scanners.length });
      }),
    );
  } finally {
    clearTimeout(timer);
    // Whatever a check left behind ends here.
    ending.abort(scanIsOver);
  }
  const ordered = Object.fromEntries(run.scanners.map(({ id }) => [id, parts[id]!]));
  return {
    id: ports.random.uuid(),
    domain: run.domain,
    startedAt: new Date(startedAt),
    milliseconds: performance.now() - began,
    questions: world.dns.questionsAsked,
    trigger: run.trigger,
    parts: ordered,
    summary: summarise(ordered),
  };
}

async function runCheck(
  scanner: Scanner<unknown>,
  domain: string,
  world: ScanPorts,
  { clock, onFault }: RunScanPorts,
): Promise<ScannedPart> {
  const { id } = scanner;
  const began = performance.now();
  const end = (part: Omit<ScannedPart, 'at' | 'milliseconds'>): ScannedPart => ({
    at: new Date(clock.now()).toISOString(),
    milliseconds: Math.round(performance.now() - began),
    ...part,
  });
  const none = (code: string, message: string) =>
    end({ result: null, findings: [], errors: [{ source: id, code, message }] });
  try {
    const part = await unlessAborted(scanner.scan(domain, world), world.signal);
    return part === undefined ? none('budget', timeIsOver) : end(bounded(id, part));
  } catch (error) {
    if (world.signal.aborted) return none('budget', timeIsOver);
    onFault(id, error);
    return none('internal_error', 'This check failed by a fault of ours.');
  }
}

/** The part, or undefined if the end comes first, whether or not the check heeds it. */
async function unlessAborted<Part>(work: Promise<Part>, signal: AbortSignal): Promise<Part | undefined> {
  if (signal.aborted) return undefined;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const onAbort = () => resolve(undefined);
  signal.addEventListener('abort', onAbort, { once: true });
  // What it comes to later is nobody's business.
  work.catch(() => {});
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
