import { createPageReader } from '../../../scanner/checks/tech/page-reader.ts';
import { FetchError } from '../../../scanner/ports/fetch.ts';
import type { ScanPorts } from '../../../scanner/ports/scanner.ts';
import { ProbeError } from '../../../scanner/ports/tls-session.ts';

/** What a scanner may ask, with nobody anywhere but where a test says so. */
export function scanPorts(parts: Pick<ScanPorts, 'dns'> & Partial<ScanPorts>): ScanPorts {
  const nobody = async (): Promise<never> => {
    throw new ProbeError('unreachable', 'Nobody is there.');
  };
  return {
    fetch: async () => {
      throw new FetchError('unreachable', 'Nobody is there.');
    },
    tls: { handshake: nobody },
    pages: createPageReader(),
    smtp: { converse: nobody },
    clock: Date,
    signal: new AbortController().signal,
    ...parts,
  };
}

/** A site of one page that answers with these headers. */
export function siteWith(
  url: string,
  headers: Readonly<Record<string, string>>,
  status = 200,
): Pick<ScanPorts, 'fetch'> {
  return {
    fetch: async (asked) => {
      if (asked !== url) throw new FetchError('unreachable', 'Nobody is there.');
      return { status, headers, body: empty() };
    },
  };
}

async function* empty(): AsyncGenerator<Uint8Array> {
  yield Buffer.alloc(0);
}
