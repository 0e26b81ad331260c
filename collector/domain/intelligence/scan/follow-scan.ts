import type { DomainScan, ScannedParts } from '@sonde/scanner/ports/domain-scan.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import type { EventPublisher } from '../../../ports/system/events.ts';
import { type AlertExpiryPorts, alertExpiry } from './alert-expiry.ts';
import { announceChanges } from './announce-changes.ts';
import { announceScan } from './announce-scan.ts';

export interface FollowScanPorts extends AlertExpiryPorts {
  readonly publisher: EventPublisher;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Makes a function that tells the followers of a domain when a scan is stored. The scan itself is safe: nothing here
 * fails it.
 */
export function followScan(
  ports: FollowScanPorts,
): (scan: DomainScan, before: ScannedParts | undefined) => void {
  return (scan, before) => {
    try {
      announceScan(scan, ports);
      if (before !== undefined) announceChanges(scan, before, ports);
    } catch (error) {
      ports.log.error({ err: error, domain: scan.domain }, 'a scan could not be told of');
    }
    const { certificate } = scan.summary;
    if (certificate == null) return;
    alertExpiry(scan.domain, certificate, ports).catch((error: unknown) => {
      ports.log.warn({ err: error, domain: scan.domain }, 'the end of a certificate could not be told of');
    });
  };
}
