import type { ScanProgress } from '@sonde/scanner/run/run-scan.ts';
import { DomainError } from '@sonde/shared/errors.ts';
import type { DomainScanAnswer } from '@sonde/shared/schemas/domain-scan.ts';

type Scan = (onProgress: (progress: ScanProgress) => void, signal: AbortSignal) => Promise<DomainScanAnswer>;

/**
 * Writes a scan in lines of JSON, as its checks end. A client that goes away leaves the scan. There are as many lines
 * as checks and one more, so that nothing here grows without bound.
 */
export async function* scanLines(scan: Scan): AsyncGenerator<string> {
  const leaving = new AbortController();
  const lines: string[] = [];
  let wake = Promise.withResolvers<void>();
  let over = false;
  const say = (line: object) => {
    lines.push(`${JSON.stringify(line)}\n`);
    wake.resolve();
  };
  const end = (line: object) => {
    over = true;
    say(line);
  };
  try {
    scan((progress) => say(lineOf(progress)), leaving.signal).then(
      (result) => end({ event: 'result', result }),
      (error: unknown) => end({ event: 'error', ...described(error) }),
    );
    for (;;) {
      await wake.promise;
      wake = Promise.withResolvers<void>();
      yield* lines.splice(0);
      if (over) return;
    }
  } finally {
    leaving.abort();
  }
}

function lineOf({ check, part, done, total }: ScanProgress): object {
  const count = (status: string) => part.findings.filter((finding) => finding.status === status).length;
  return {
    event: 'check',
    check,
    duration_ms: part.milliseconds,
    done,
    total,
    failures: count('fail'),
    warnings: count('warning'),
    errors: part.errors.length,
  };
}

/** The headers are out by then, so that the failure is a line. */
function described(error: unknown): { error: string; code: string } {
  if (error instanceof DomainError) return { error: error.message, code: error.code };
  return { error: 'The scan came to no end.', code: 'internal_error' };
}
