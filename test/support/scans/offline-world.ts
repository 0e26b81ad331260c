import type { Scanner, ScanPorts } from '../../../collector/domain/scan/scanner.ts';
import type { DnsResolution } from '../../../collector/ports/scans/dns-resolution.ts';
import { ProbeError } from '../../../collector/ports/scans/tls-session.ts';
import { FetchError } from '../../../collector/ports/system/fetch.ts';
import { recordedDns } from './recorded-dns.ts';

/** The network of a scan where the DNS is what a text says and nothing else can be reached. */
export function offlineWorld(signal: AbortSignal, dns: DnsResolution = recordedDns('')): ScanPorts {
  const unreachable = async (): Promise<never> => {
    throw new ProbeError('unreachable', 'Nothing is there.');
  };
  return {
    dns,
    fetch: async () => {
      throw new FetchError('unreachable', 'Nothing is there.');
    },
    tls: { handshake: unreachable },
    smtp: { converse: unreachable },
    clock: Date,
    signal,
  };
}

/** A check that does what a test says. */
export function sampleScanner(id: string, scan: Scanner<unknown>['scan']): Scanner<unknown> {
  return { id, scan };
}

/** A check that ends at once, with nothing found. */
export function quietScanner(id: string, result: unknown = { id }): Scanner<unknown> {
  return sampleScanner(id, async () => ({ result, findings: [], errors: [] }));
}
