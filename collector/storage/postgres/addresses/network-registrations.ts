import type { NetworkRegistration } from '@sonde/scanner/ports/network-registration.ts';
import type { NetworkRegistrationStore } from '../../../ports/addresses/network-registrations.ts';
import type { Postgres } from '../pool.ts';
import { storableJson } from '../storable-text.ts';

/** Networks around one address that are looked at: those that lie within each other are few. */
const mostAround = 64;

export function createNetworkRegistrationStore(postgres: Postgres): NetworkRegistrationStore {
  return {
    find: async (ip, since) => {
      // Of networks within each other the one that begins last, and of those the one that ends first, is the narrowest.
      const [row] = await postgres.query<{ registration: NetworkRegistration }>(
        `SELECT registration FROM (
           SELECT * FROM network_registrations WHERE first <= $1 ORDER BY first DESC, last LIMIT $3) AS near
         WHERE last >= $1 AND read_at >= $2 AND family(first) = family($1) ORDER BY first DESC, last LIMIT 1`,
        [ip, since, mostAround],
      );
      return row?.registration;
    },
    save: async (registration, at) => {
      await postgres.query(
        `INSERT INTO network_registrations (first, last, registration, read_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (first, last) DO UPDATE SET registration = excluded.registration, read_at = excluded.read_at`,
        [registration.first, registration.last, storableJson(registration), at],
      );
    },
    forgetBefore: async (date) => {
      const [row] = await postgres.query<{ count: number }>(
        'WITH gone AS (DELETE FROM network_registrations WHERE read_at < $1 RETURNING 1) SELECT count(*) FROM gone',
        [date],
      );
      return row!.count;
    },
  };
}
