import type { DomainScan } from '@sonde/scanner/ports/domain-scan.ts';
import { domainScanResult } from '@sonde/scanner/result/domain-scan-result.ts';
import type { EventPublisher } from '../../../ports/system/events.ts';

export interface AnnounceScanPorts {
  readonly publisher: EventPublisher;
}

/**
 * Tells the domain's subscribers that a scan ended. Those of bulk jobs are not told one by one: their results are fetched
 * from the job.
 */
export function announceScan(scan: DomainScan, { publisher }: AnnounceScanPorts): void {
  if (scan.trigger === 'bulk') return;
  const at = new Date(scan.startedAt.getTime() + Math.round(scan.milliseconds));
  const { domain, parts, milliseconds, questions } = scan;
  publisher.publish({
    name: 'scan_complete',
    payload: {
      domain,
      result: domainScanResult({ domain, parts, at, milliseconds, questions }),
      timestamp: at.toISOString(),
    },
    accountId: null,
  });
}
