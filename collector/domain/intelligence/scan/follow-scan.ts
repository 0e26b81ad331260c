import type { DomainScan, ScannedParts } from '@sonde/scanner/ports/domain-scan.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import { type AlertExpiryPorts, alertExpiry } from './alert-expiry.ts';
import { type AnnounceChangesPorts, announceChanges } from './announce-changes.ts';
import { announceScan } from './announce-scan.ts';
import { endingsOfScan } from './endings-of-scan.ts';

export type FollowScanPorts = AlertExpiryPorts & AnnounceChangesPorts & { readonly log: Log };

/**
 * Makes a function that tells the followers of a domain when a scan is stored. The scan itself is safe: nothing here
 * fails it.
 */
export function followScan(
  ports: FollowScanPorts,
): (scan: DomainScan, before: ScannedParts | undefined) => void {
  return (scan, before) => {
    tell(scan, before, ports).catch((error: unknown) => {
      ports.log.error({ err: error, domain: scan.domain }, 'a scan could not be told of');
    });
  };
}

async function tell(
  scan: DomainScan,
  before: ScannedParts | undefined,
  ports: FollowScanPorts,
): Promise<void> {
  announceScan(scan, ports);
  if (before !== undefined) await announceChanges(scan, before, ports);
  for (const ending of endingsOfScan(scan)) await alertExpiry(ending, ports);
}
