import type { ThreatFilter } from '../../../ports/threats/threats.ts';

/** The clause chooses an account's threats, also of locations that it has deleted. */
export const owned = 'FROM threats t JOIN locations l ON l.id = t.location_id WHERE l.account_id = $1';

/** The condition holds for the threats `t` that were seen at a client, as the index of clients has them. */
export const seenAt = (client: string): string => `(t.clients || t.client_address) @> ARRAY[${client}::text]`;

/** The clause chooses the account's threats that a filter lets through; `$1` to `$15` are `filterValues`. */
export const filtered = `${owned}
  AND ($2::bigint IS NULL OR t.location_id = $2)
  AND ($3::boolean IS NULL OR (t.resolved_at IS NULL) = $3)
  AND ($4::severity IS NULL OR t.severity = $4)
  AND ($5::text[] IS NULL OR t.type = ANY ($5))
  AND ($6::text[] IS NULL OR t.type <> ALL ($6))
  AND ($7::text IS NULL OR ${seenAt('$7')})
  AND ($8::text IS NULL OR t.subject = $8)
  AND ($9::text IS NULL OR t.owner = $9)
  AND ($10::boolean IS NULL OR t.owner IS NULL)
  AND ($11::timestamptz IS NULL OR t.first_seen_at >= $11)
  AND ($12::timestamptz IS NULL OR t.first_seen_at < $12)
  AND ($13::timestamptz IS NULL OR t.last_seen_at >= $13)
  AND ($14::timestamptz IS NULL OR t.last_seen_at < $14)
  AND ($15::text IS NULL OR t.source = $15)`;

export function filterValues(accountId: number, filter: ThreatFilter): unknown[] {
  const { types } = filter;
  return [
    accountId,
    filter.locationId ?? null,
    filter.status === undefined ? null : filter.status === 'open',
    filter.severity ?? null,
    types === undefined || types.any.length === 0 ? null : types.any,
    types === undefined || types.none.length === 0 ? null : types.none,
    filter.clientAddress ?? null,
    filter.subject ?? null,
    filter.owner ?? null,
    filter.owner === null ? true : null,
    filter.firstSeen?.from ?? null,
    filter.firstSeen?.to ?? null,
    filter.lastSeen?.from ?? null,
    filter.lastSeen?.to ?? null,
    filter.source ?? null,
  ];
}
