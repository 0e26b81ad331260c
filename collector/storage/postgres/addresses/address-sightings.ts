import type { Severity } from '@sonde/shared/schemas/severity.ts';
import type { AddressSighting, AddressSightingStore } from '../../../ports/addresses/address-sightings.ts';
import type { Postgres } from '../pool.ts';

interface SightingRow {
  ip: string;
  type: string;
  source: string;
  severity: Severity;
  first_seen_at: Date;
  last_seen_at: Date;
}

const columns = 'host(ip) AS ip, type, source, severity, first_seen_at, last_seen_at';

export function createAddressSightingStore(postgres: Postgres): AddressSightingStore {
  return {
    of: async (ips) => {
      const rows = await postgres.query<SightingRow>(
        `SELECT ${columns} FROM address_sightings WHERE ip = ANY ($1::inet[]) ORDER BY ip, type, source`,
        [ips],
      );
      return rows.map(toSighting);
    },
    between: async (first, last, limit) => {
      const rows = await postgres.query<SightingRow>(
        `SELECT ${columns} FROM address_sightings WHERE ip BETWEEN $1 AND $2 ORDER BY ip, type, source LIMIT $3`,
        [first, last, limit],
      );
      return rows.map(toSighting);
    },
    forgetBefore: async (date) => {
      const [row] = await postgres.query<{ count: number }>(
        'WITH gone AS (DELETE FROM address_sightings WHERE last_seen_at < $1 RETURNING 1) SELECT count(*) FROM gone',
        [date],
      );
      return row!.count;
    },
  };
}

function toSighting({
  first_seen_at: firstSeenAt,
  last_seen_at: lastSeenAt,
  ...row
}: SightingRow): AddressSighting {
  return { ...row, firstSeenAt, lastSeenAt };
}
