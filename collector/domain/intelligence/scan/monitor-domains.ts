import type { Check } from '@sonde/scanner/run/check.ts';
import { chooseChecks } from '@sonde/scanner/run/choose-checks.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import type { TrackedDomainStore } from '../../../ports/scans/tracked-domains.ts';
import type { ScanDesk } from './run/scan-desk.ts';

/** Domains taken at once; the rest is for the next round, or for another collector. */
const atOnce = 50;
/** A domain whose scan came to no end is due again after that long. */
const leaseSeconds = 900;
/** Beside the usual ones: what ends some day, or says whose the domain is. */
const watchedBeside = new Set(['encrypted-dns', 'whois']);

export interface MonitorDomainsPorts {
  readonly trackedDomains: Pick<TrackedDomainStore, 'claimDue'>;
  readonly scanDesk: Pick<ScanDesk, 'scan'>;
  readonly checks: readonly Check[];
  readonly log: Log;
}

/** Scans the monitored domains that are due, until there are none: what changed is told where scans are recorded. */
export async function monitorDomains(ports: MonitorDomainsPorts, signal: AbortSignal): Promise<void> {
  const { scanners: usual } = chooseChecks(ports.checks, { checkSsl: true, advanced: false, expert: false });
  const more = ports.checks.filter(({ scanner }) => watchedBeside.has(scanner.id));
  const scanners = [...usual, ...more.map(({ scanner }) => scanner)];
  while (!signal.aborted) {
    const domains = await ports.trackedDomains.claimDue(atOnce, leaseSeconds);
    if (domains.length === 0) return;
    await Promise.all(
      domains.map(async (domain) => {
        try {
          await ports.scanDesk.scan({
            domain,
            scanners,
            trigger: 'monitor',
            refresh: true,
            monitorSeconds: 0,
            signal,
          });
        } catch (error) {
          if (!signal.aborted) ports.log.warn({ err: error, domain }, 'a monitored domain was not scanned');
        }
      }),
    );
  }
}
