import type { SeenService, ServiceChange, ServiceIndex } from '../../../ports/scans/service-index.ts';
import type { Postgres } from '../pool.ts';
import { storableText } from '../storable-text.ts';

const longestRecord = 4_096;

interface ServiceRow extends Omit<ServiceChange, 'change'> {
  readonly gone_at: Date | null;
  readonly looked_at: Date;
}

const wanted = `FROM tracked_services
  WHERE ($1::text IS NULL OR lower(provider) = lower($1)) AND ($2::text IS NULL OR kind = $2)
    AND ($3::text IS NULL OR domain = $3) AND ($4::text IS NULL OR category = $4)
    AND ($5::boolean OR gone_at IS NULL) AND ($6::text[] IS NULL OR provider = ANY($6))`;

export function createServiceIndex(postgres: Postgres): ServiceIndex {
  return {
    record: (domain, at, services, inPart = []) =>
      postgres.transaction(async (transaction) => {
        // Two scans of a domain that end together come one after the other.
        await transaction.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
          `tracked services ${domain}`,
        ]);
        const known = await transaction.query<ServiceRow>(
          `SELECT provider, kind, category, gone_at, greatest(last_seen_at, gone_at) AS looked_at
           FROM tracked_services WHERE domain = $1`,
          [domain],
        );
        if (known.some(({ looked_at }) => looked_at > at)) return [];
        const distinct = new Map(services.map((one) => [`${one.kind} ${one.provider}`, one]));
        const all = [...distinct.values()];
        await transaction.query(
          `INSERT INTO tracked_services AS known
             (domain, provider, kind, category, record, first_seen_at, last_seen_at)
           SELECT $1, given.provider, given.kind, given.category, given.record, $2, $2
           FROM unnest($3::text[], $4::text[], $5::text[], $6::text[]) AS given (provider, kind, category, record)
           ON CONFLICT (domain, provider, kind) DO UPDATE
           SET category = excluded.category, record = excluded.record, last_seen_at = excluded.last_seen_at,
               gone_at = NULL`,
          [
            domain,
            at,
            all.map(({ provider }) => provider),
            all.map(({ kind }) => kind),
            all.map(({ category }) => category),
            all.map(({ record }) => storableText(record, longestRecord)),
          ],
        );
        const gone = await transaction.query<Omit<ServiceChange, 'change'>>(
          `UPDATE tracked_services SET gone_at = $2
           WHERE domain = $1 AND gone_at IS NULL AND last_seen_at < $2 AND kind <> ALL ($3::text[])
           RETURNING provider, kind, category`,
          [domain, at, inPart],
        );
        if (known.length === 0) return [];
        const there = new Set(
          known.filter(({ gone_at }) => gone_at === null).map(({ kind, provider }) => `${kind} ${provider}`),
        );
        return [
          ...all
            .filter(({ kind, provider }) => !there.has(`${kind} ${provider}`))
            .map(({ provider, kind, category }) => ({ provider, kind, category, change: 'added' as const })),
          ...gone.map((one) => ({ ...one, change: 'removed' as const })),
        ];
      }),
    find: async ({ provider, kind, domain, category, gone, providers, limit, offset }) => {
      const values = [
        provider ?? null,
        kind ?? null,
        domain ?? null,
        category ?? null,
        gone,
        providers ?? null,
      ];
      const [counted] = await postgres.query<{ count: number }>(`SELECT count(*) ${wanted}`, values);
      const services = await postgres.query<SeenService>(
        `SELECT domain, provider, kind, category, record, first_seen_at AS "firstSeenAt",
                last_seen_at AS "lastSeenAt", gone_at AS "goneAt"
         ${wanted} ORDER BY domain, provider, kind LIMIT $7 OFFSET $8`,
        [...values, limit, offset],
      );
      return { count: counted!.count, services };
    },
    providers: (limit) =>
      postgres.query(
        `SELECT provider, min(category) AS category, kind, count(*) AS domains FROM tracked_services
         WHERE gone_at IS NULL GROUP BY provider, kind ORDER BY domains DESC, provider, kind LIMIT $1`,
        [limit],
      ),
  };
}
