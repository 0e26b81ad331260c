import type { Severity } from '@sonde/shared/schemas/severity.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { DomainEventStore } from '../../../ports/scans/domain-events.ts';
import type { EventPublisher } from '../../../ports/system/events.ts';

const dayMilliseconds = 86_400_000;

/** Days before its end at which a certificate or registration is told of, each once; the first that fits counts. */
const steps: readonly { readonly days: number; readonly severity: Severity }[] = [
  { days: 0, severity: 'critical' },
  { days: 1, severity: 'critical' },
  { days: 3, severity: 'high' },
  { days: 7, severity: 'high' },
  { days: 14, severity: 'medium' },
  { days: 30, severity: 'low' },
];

/** An ending is something that ends unless somebody renews it. */
export interface Ending {
  readonly domain: string;
  readonly what: 'certificate' | 'registration';
  /**
   * The place at which it is served: `web`, `smtp mx1.example.com 192.0.2.1 25`, `dot ...`; `certificate log` if nobody
   * renewed what a log shows.
   */
  readonly place: string;
  /** Which: another one begins anew. */
  readonly identity: string;
  /** ISO 8601. */
  readonly endsAt: string;
}

export interface AlertExpiryPorts {
  readonly domainEvents: Pick<DomainEventStore, 'noteExpiryAlert' | 'record'>;
  readonly publisher: EventPublisher;
  readonly clock: Clock;
}

/** Tells of endings that are near or over, once at each step on the way. Throws a StoreError. */
export async function alertExpiry(
  { domain, what, place, identity, endsAt }: Ending,
  { domainEvents, publisher, clock }: AlertExpiryPorts,
): Promise<void> {
  const now = clock.now();
  const end = Date.parse(endsAt);
  const left = Math.floor((end - now) / dayMilliseconds);
  const step = steps.find(({ days }) => (days === 0 ? end <= now : left <= days));
  if (step === undefined) return;
  if (!(await domainEvents.noteExpiryAlert(domain, place, identity, step.days))) return;
  const { severity } = step;
  const at = new Date(now);
  const expiry_date = new Date(end).toISOString();
  const common = { domain, days_until_expiry: left, expiry_date, severity, timestamp: at.toISOString() };
  publisher.publish(
    what === 'certificate'
      ? { name: 'ssl_expiry_alert', payload: { ...common, endpoint: place }, accountId: null }
      : { name: 'registration_expiry_alert', payload: common, accountId: null },
  );
  const kind = what === 'certificate' ? 'certificate_expiry' : 'registration_expiry';
  const ends = end <= now ? 'ended' : 'ends';
  const subject = what === 'certificate' ? `The certificate (${place})` : 'The registration';
  const message = `${subject} of ${domain} ${ends} at ${expiry_date}.`;
  await domainEvents.record([
    { domain, at, kind, severity, subject: place, oldValue: null, newValue: expiry_date, message },
  ]);
}
