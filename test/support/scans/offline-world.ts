import { createPageReader } from '../../../scanner/checks/tech/page-reader.ts';
import type { DnsResolution } from '../../../scanner/ports/dns-resolution.ts';
import { FetchError } from '../../../scanner/ports/fetch.ts';
import type { Scanner, ScanPorts } from '../../../scanner/ports/scanner.ts';
import { ProbeError } from '../../../scanner/ports/tls-session.ts';
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
    pages: createPageReader(),
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
