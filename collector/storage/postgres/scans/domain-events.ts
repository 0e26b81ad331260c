import type { DomainEvent, DomainEventStore, NewDomainEvent } from '../../../ports/scans/domain-events.ts';
import type { Postgres, Queryable } from '../pool.ts';
import { storableText } from '../storable-text.ts';

/** Bytes. */
const mostText = 8_192;
const mostPlace = 512;

interface EventRow {
  id: number;
  domain: string;
  at: Date;
  kind: DomainEvent['kind'];
  severity: DomainEvent['severity'];
  subject: string;
  old_value: string | null;
  new_value: string | null;
  message: string;
}

export function createDomainEventStore(postgres: Postgres): DomainEventStore {
  return {
    record: (events) => insertEvents(postgres, events),
    list: async (domain, since, limit) => {
      const rows = await postgres.query<EventRow>(
        `SELECT id, domain, at, kind, severity, subject, old_value, new_value, message FROM domain_events
         WHERE domain = $1 AND at >= $2 ORDER BY at DESC, id DESC LIMIT $3`,
        [domain, since, limit],
      );
      return rows.map(({ old_value, new_value, ...row }) => ({
        ...row,
        oldValue: old_value,
        newValue: new_value,
      }));
    },
    forgetBefore: async (time) => {
      await postgres.query(
        `DELETE FROM expiry_alerts WHERE (domain, place, identity) IN (
           SELECT domain, place, identity FROM expiry_alerts WHERE told_at < $1 LIMIT 10000)`,
        [time],
      );
      const rows = await postgres.query(
        `DELETE FROM domain_events WHERE id IN (
           SELECT id FROM domain_events WHERE at < $1 ORDER BY at LIMIT 10000) RETURNING id`,
        [time],
      );
      return rows.length;
    },
    noteExpiryAlert: async (domain, place, identity, days) => {
      const rows = await postgres.query(
        `INSERT INTO expiry_alerts AS a (domain, place, identity, days) VALUES ($1, $2, $3, $4)
         ON CONFLICT (domain, place, identity) DO UPDATE SET days = $4, told_at = now()
         WHERE a.days > $4 RETURNING domain`,
        [domain, storableText(place, mostPlace), storableText(identity, mostPlace), days],
      );
      return rows.length > 0;
    },
  };
}

export async function insertEvents(queryable: Queryable, events: readonly NewDomainEvent[]): Promise<void> {
  if (events.length === 0) return;
  const text = (value: string | null) => (value === null ? null : storableText(value, mostText));
  await queryable.query(
    `INSERT INTO domain_events (domain, at, kind, severity, subject, old_value, new_value, message)
     SELECT * FROM unnest($1::text[], $2::timestamptz[], $3::text[], $4::severity[], $5::text[], $6::text[], $7::text[], $8::text[])`,
    [
      events.map(({ domain }) => domain),
      events.map(({ at }) => at),
      events.map(({ kind }) => kind),
      events.map(({ severity }) => severity),
      events.map(({ subject }) => text(subject)),
      events.map(({ oldValue }) => text(oldValue)),
      events.map(({ newValue }) => text(newValue)),
      events.map(({ message }) => text(message)),
    ],
  );
}
