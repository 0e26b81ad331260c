import type { Severity } from '@sonde/shared/schemas/severity.ts';

export type DomainEventKind =
  | 'dns_change'
  | 'registration_change'
  | 'certificate_expiry'
  | 'registration_expiry';

/** A domain event is an event of a domain, as its history keeps it. */
export interface DomainEvent {
  readonly id: number;
  readonly domain: string;
  readonly at: Date;
  readonly kind: DomainEventKind;
  readonly severity: Severity;
  /** The subject: a record type, `registrar`, or the place at which a certificate is served. */
  readonly subject: string;
  readonly oldValue: string | null;
  readonly newValue: string | null;
  readonly message: string;
}

export type NewDomainEvent = Omit<DomainEvent, 'id'>;

/**
 * The domain event store keeps the events that were told of domains, for as long as they are kept. All methods throw a
 * StoreError.
 */
export interface DomainEventStore {
  record(events: readonly NewDomainEvent[]): Promise<void>;
  /** The latest first. */
  list(domain: string, since: Date, limit: number): Promise<DomainEvent[]>;
  /** Forgets those before; returns how many. */
  forgetBefore(time: Date): Promise<number>;
  /**
   * Notes that the end of something (where it is, and which) was told of at that many days before it. False if it had
   * been already, for the same and as few days.
   */
  noteExpiryAlert(domain: string, place: string, identity: string, days: number): Promise<boolean>;
}
