import type { Clock } from '@sonde/shared/system/clock.ts';
import type { DomainEventStore } from '../../ports/scans/domain-events.ts';
import type { RetentionPolicy } from '../../ports/traffic/retention.ts';
import type { CertificateLogStore } from '../../ports/transparency/certificate-logs.ts';
import type { WatchedCertificateStore } from '../../ports/transparency/watched-certificates.ts';
import { defineJob } from '../define-job.ts';

const dayMilliseconds = 86_400_000;
/** A watched domain's own history is short, and worth more. */
const longer = 4;

export const forgetOldCertificates = defineJob<{
  readonly certificateLogs: Pick<CertificateLogStore, 'forgetBefore'>;
  readonly domainEvents: Pick<DomainEventStore, 'forgetBefore'>;
  readonly watchedCertificates: Pick<WatchedCertificateStore, 'forgetBefore'>;
  readonly retentionPolicy: Pick<RetentionPolicy, 'rowDays' | 'certificateDays'>;
  readonly clock: Clock;
}>({
  name: 'forget-old-certificates',
  summary:
    'Forgets certificates and changes of watched domains, and counts of logs, that are past their time.',
  everySeconds: 3_600,
  run: async ({ certificateLogs, domainEvents, watchedCertificates, retentionPolicy, clock }) => {
    const days = longer * (retentionPolicy.certificateDays ?? retentionPolicy.rowDays);
    const before = new Date(clock.now() - days * dayMilliseconds);
    await certificateLogs.forgetBefore(before);
    await watchedCertificates.forgetBefore(before);
    await domainEvents.forgetBefore(before);
  },
});
