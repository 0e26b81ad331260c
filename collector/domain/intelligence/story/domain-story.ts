import type { Severity } from '@sonde/shared/schemas/severity.ts';
import { parse } from 'tldts';
import type { DomainEventStore } from '../../../ports/scans/domain-events.ts';
import type { ThreatStore } from '../../../ports/threats/threats.ts';
import type { SeenDomains } from '../../../ports/traffic/seen-domains.ts';
import type { WatchedCertificateStore } from '../../../ports/transparency/watched-certificates.ts';

/** Of each kind of event. */
const most = 500;

export const storyKinds = [
  'dns_change',
  'registration_change',
  'certificate_expiry',
  'registration_expiry',
  'certificate',
  'lookalike_certificate',
  'first_certificate',
  'threat',
] as const;

export interface StoryEvent {
  readonly at: Date;
  readonly kind: (typeof storyKinds)[number];
  readonly severity: Severity;
  /** What of the domain: a record type, where a certificate is served, the domain that imitates it, the type of a threat. */
  readonly subject: string;
  readonly message: string;
  readonly oldValue: string | null;
  readonly newValue: string | null;
  /** Of a threat. */
  readonly threatId: number | null;
}

export interface DomainStoryPorts {
  readonly domainEvents: Pick<DomainEventStore, 'list'>;
  readonly watchedCertificates: Pick<WatchedCertificateStore, 'list'>;
  readonly threats: Pick<ThreatStore, 'list'>;
  readonly seenDomains: Pick<SeenDomains, 'firstSeen'>;
}

/** Tells all that happened to a domain, as far as the account may know, the oldest first. Throws a StoreError. */
export async function domainStory(
  { accountId, domain, since }: { readonly accountId: number; readonly domain: string; readonly since: Date },
  ports: DomainStoryPorts,
): Promise<StoryEvent[]> {
  const page = { limit: most, offset: 0 };
  const registrable = parse(domain, { allowPrivateDomains: true }).domain ?? domain;
  const [events, certificates, threats, first] = await Promise.all([
    ports.domainEvents.list(domain, since, most),
    ports.watchedCertificates.list(accountId, { watched: domain }, page),
    ports.threats.list(accountId, { subject: domain }, page),
    ports.seenDomains.firstSeen('ct', [registrable]),
  ]);
  const plain = { oldValue: null, newValue: null, threatId: null };
  const began = first.get(registrable);
  const story: StoryEvent[] = [
    ...events.map(({ at, kind, severity, subject, message, oldValue, newValue }) => ({
      ...{ at, kind, severity, subject, message, oldValue, newValue },
      threatId: null,
    })),
    ...certificates.certificates.map(({ seenAt, relation, name, certificate, verdict }) => ({
      ...plain,
      at: seenAt,
      kind: relation === 'own' ? ('certificate' as const) : ('lookalike_certificate' as const),
      severity: verdict?.severity ?? 'info',
      subject: name,
      message: `${certificate.organization} issued a certificate for ${name}${
        verdict === null || verdict.reasons.length === 0 ? '' : ` (${verdict.reasons.join(', ')})`
      }.`,
      newValue: certificate.notAfter.toISOString(),
    })),
    ...threats.threats.map(({ id, type, severity, message, firstSeenAt }) => ({
      ...plain,
      at: firstSeenAt,
      kind: 'threat' as const,
      severity,
      subject: type,
      message,
      threatId: id,
    })),
    ...(began === undefined
      ? []
      : [
          {
            ...plain,
            at: began,
            kind: 'first_certificate' as const,
            severity: 'info' as const,
            subject: registrable,
            message: `The first certificate for ${registrable} that a followed log has.`,
          },
        ]),
  ];
  return story.filter(({ at }) => at >= since).sort((a, b) => a.at.getTime() - b.at.getTime());
}
