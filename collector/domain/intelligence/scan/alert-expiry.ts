import type { CertificateFacts } from '@sonde/scanner/ports/domain-scan.ts';
import type { Severity } from '@sonde/shared/schemas/severity.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { TrackedDomainStore } from '../../../ports/scans/tracked-domains.ts';
import type { EventPublisher } from '../../../ports/system/events.ts';

const dayMilliseconds = 86_400_000;

/** Days before its end at which a certificate is told of, each once; the first that fits counts. */
const steps: readonly { readonly days: number; readonly severity: Severity }[] = [
  { days: 0, severity: 'critical' },
  { days: 1, severity: 'critical' },
  { days: 3, severity: 'high' },
  { days: 7, severity: 'high' },
  { days: 14, severity: 'medium' },
  { days: 30, severity: 'low' },
];

export interface AlertExpiryPorts {
  readonly trackedDomains: Pick<TrackedDomainStore, 'noteExpiryAlert'>;
  readonly publisher: EventPublisher;
  readonly clock: Clock;
}

/** Tells of a certificate that is about to end or has ended, once at each step on the way. Throws a StoreError. */
export async function alertExpiry(
  domain: string,
  { validUntil, fingerprint }: CertificateFacts,
  { trackedDomains, publisher, clock }: AlertExpiryPorts,
): Promise<void> {
  const now = clock.now();
  const end = Date.parse(validUntil);
  const left = Math.floor((end - now) / dayMilliseconds);
  const step = steps.find(({ days }) => (days === 0 ? end <= now : left <= days));
  if (step === undefined) return;
  if (!(await trackedDomains.noteExpiryAlert(domain, fingerprint, step.days))) return;
  publisher.publish({
    name: 'ssl_expiry_alert',
    payload: {
      domain,
      days_until_expiry: left,
      expiry_date: new Date(end).toISOString(),
      severity: step.severity,
      timestamp: new Date(now).toISOString(),
    },
    accountId: null,
  });
}
