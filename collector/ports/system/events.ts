import type { AddressNote } from '@sonde/shared/schemas/address-note.ts';
import type { Severity } from '@sonde/shared/schemas/severity.ts';
import type { ServiceKind } from '../scans/service-index.ts';

/** Event payloads are told live. Timestamps are ISO 8601 in UTC; domains are in their normal form. */
export interface EventPayloads {
  readonly ct_log_entry: {
    readonly domain: string;
    readonly certificate: {
      readonly issuer: string;
      readonly serial: string;
      readonly not_before: string;
      readonly not_after: string;
    };
    readonly timestamp: string;
  };
  readonly dns_change: {
    readonly domain: string;
    readonly record_type: string;
    readonly old_value: string | null;
    readonly new_value: string | null;
    readonly severity: Severity;
    readonly timestamp: string;
  };
  readonly ssl_expiry_alert: {
    readonly domain: string;
    readonly days_until_expiry: number;
    readonly expiry_date: string;
    readonly severity: Severity;
    readonly endpoint: string;
    readonly timestamp: string;
  };
  readonly registration_expiry_alert: {
    readonly domain: string;
    readonly days_until_expiry: number;
    readonly expiry_date: string;
    readonly severity: Severity;
    readonly timestamp: string;
  };
  readonly case_alert: {
    readonly id: number;
    readonly change: 'opened' | 'worsened';
    readonly title: string;
    readonly severity: Severity;
    readonly location_id: number;
    readonly clients: readonly string[];
    readonly threats: number;
    readonly timestamp: string;
  };
  readonly threat_alert: {
    readonly id: number;
    readonly type: string;
    readonly message: string;
    readonly severity: Severity;
    readonly location_id: number;
    readonly domain: string;
    readonly client_ip: string;
    readonly addresses: AddressNote[] | null;
    readonly timestamp: string;
  };
  readonly scan_complete: {
    readonly domain: string;
    readonly result: Readonly<Record<string, unknown>>;
    readonly timestamp: string;
  };
  readonly technology_change: {
    readonly domain: string;
    readonly technology: string;
    readonly category: string;
    readonly change: 'added' | 'removed' | 'version';
    readonly old_version: string | null;
    readonly new_version: string | null;
    readonly timestamp: string;
  };
  readonly service_change: {
    readonly domain: string;
    readonly service: string;
    readonly category: string;
    readonly kind: ServiceKind;
    readonly change: 'added' | 'removed';
    readonly timestamp: string;
  };
}

export type EventName = keyof EventPayloads;

/**
 * A published event is one thing that happened. With an account it is that account's alone; without, everybody may hear
 * of it.
 */
export type PublishedEvent = {
  readonly [Name in EventName]: {
    readonly name: Name;
    readonly payload: EventPayloads[Name];
    readonly accountId: number | null;
  };
}[EventName];

/**
 * An event publisher tells subscribers, on whichever collector they are. Never waits and never throws: an event that
 * can't be told is counted.
 */
export interface EventPublisher {
  publish(event: PublishedEvent): void;
}
