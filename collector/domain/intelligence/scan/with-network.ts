import type { ScanPorts } from '@sonde/scanner/ports/scanner.ts';
import type { OpenScan } from '@sonde/scanner/run/run-scan.ts';

export interface WithNetworkPorts {
  readonly openScan: OpenScan;
}

/** Gives a task the network for its time, and ends what it left behind. */
export async function withNetwork<Result>(
  { openScan }: WithNetworkPorts,
  signal: AbortSignal,
  task: (ports: ScanPorts) => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController();
  try {
    return await task(openScan(AbortSignal.any([signal, ending.signal])));
  } finally {
    ending.abort();
  }
}
