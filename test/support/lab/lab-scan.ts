import { createPageReader } from '../../../scanner/checks/tech/page-reader.ts';
import { FetchError } from '../../../scanner/ports/fetch.ts';
import type { ScanPorts } from '../../../scanner/ports/scanner.ts';
import { ProbeError } from '../../../scanner/ports/tls-session.ts';
import { systemClock } from '../../../shared/system/system.ts';
import { labNetwork } from './lab-network.ts';
import { labResolution } from './lab-validation.ts';
import type { Lab } from './start-lab.ts';

/** The ports of one scan in the lab, for scanners that ask the DNS alone. */
export function labScan(lab: Lab, options: Parameters<typeof labResolution>[1] = {}): ScanPorts {
  return {
    dns: labResolution(lab, options),
    zones: labNetwork(lab).zones,
    fetch: async () => {
      throw new FetchError('unreachable', 'There is no web here.');
    },
    tls: { handshake: unavailable },
    pages: createPageReader(),
    smtp: { converse: unavailable },
    clock: systemClock,
    signal: AbortSignal.timeout(30_000),
  };
}

async function unavailable(): Promise<never> {
  throw new ProbeError('unreachable', 'There is no such server here.');
}
