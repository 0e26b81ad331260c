import type { Clock } from '@sonde/shared/system/clock.ts';
import type { EventBus } from '../../../../ports/system/event-bus.ts';
import type { PublishedEvent } from '../../../../ports/system/events.ts';
import type { SeenCertificate } from '../../../../ports/transparency/certificates.ts';
import type { ToldCertificate } from '../../../../ports/transparency/told-certificate.ts';
import { RecentCertificates } from './recent-certificates.ts';

const topic = 'certificates';
/** Certificates of one message between collectors: some 6 KB, which needs no room in a table. */
const perMessage = 12;
/** Names told of one certificate. */
const mostNames = 100;
/** At most this many certificates may wait for the others before nothing more is taken from logs. */
const mostWaiting = 5_000;

export interface CertificateStreamParts {
  readonly bus: Pick<EventBus, 'publish' | 'subscribe' | 'counts'>;
  readonly clock: Clock;
}

/**
 * The certificate stream tells of certificates as they are taken, on all collectors: on each once, in however many logs
 * they are.
 */
export class CertificateStream {
  readonly #bus: CertificateStreamParts['bus'];
  readonly #clock: Clock;
  readonly #sent: RecentCertificates;

  constructor({ bus, clock }: CertificateStreamParts) {
    this.#bus = bus;
    this.#clock = clock;
    this.#sent = new RecentCertificates(clock.now());
  }

  /** Tells whether the others keep up. */
  hasRoom(): boolean {
    return this.#bus.counts().waiting < mostWaiting;
  }

  tell(certificates: readonly SeenCertificate[]): void {
    const now = this.#clock.now();
    const told = certificates
      .filter(({ id, names }) => names.length > 0 && this.#sent.isNew(id, now))
      .map(toTold);
    for (let at = 0; at < told.length; at += perMessage)
      this.#bus.publish(topic, told.slice(at, at + perMessage));
  }

  /** Hands over each certificate that any collector tells of. Returns the way to end it. */
  follow(deliver: (certificate: ToldCertificate) => void): () => void {
    const heard = new RecentCertificates(this.#clock.now());
    return this.#bus.subscribe(topic, (payload) => {
      // Only collectors write to the bus.
      for (const certificate of payload as readonly ToldCertificate[])
        if (heard.isNew(certificate.id, this.#clock.now())) deliver(certificate);
    });
  }
}

function toTold(certificate: SeenCertificate): ToldCertificate {
  const { id, kind, issuer, serial, names, log, entry } = certificate;
  return {
    id,
    kind,
    issuer,
    serial,
    notBefore: certificate.notBefore.getTime(),
    notAfter: certificate.notAfter.getTime(),
    names: names.slice(0, mostNames),
    log,
    entry,
    loggedAt: certificate.loggedAt.getTime(),
  };
}

/** Makes the events of the interface: one for each domain, wildcards told as the domain whose names they cover. */
export function entryEvents(certificate: ToldCertificate): PublishedEvent[] {
  const { names, issuer, serial, notBefore, notAfter, loggedAt } = certificate;
  const domains = new Set(names.map((name) => (name.startsWith('*.') ? name.slice(2) : name)));
  const facts = {
    issuer,
    serial,
    not_before: new Date(notBefore).toISOString(),
    not_after: new Date(notAfter).toISOString(),
  };
  const timestamp = new Date(loggedAt).toISOString();
  return [...domains].map((domain) => ({
    name: 'ct_log_entry',
    payload: { domain, certificate: facts, timestamp },
    accountId: null,
  }));
}
