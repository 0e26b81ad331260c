import type { SeenCertificate } from '../../../ports/transparency/certificates.ts';
import type {
  WatchedCertificate,
  WatchedCertificateStore,
  WatchedPast,
} from '../../../ports/transparency/watched-certificates.ts';
import { repeatable } from '../pool/repeatable.ts';
import type { Postgres } from '../pool.ts';
import { storableJson } from '../storable-text.ts';
import { sightingsStatement, sightingValues } from '../threats/record-sightings.ts';
import { type ThreatRow, toThreat } from '../threats/threat-row.ts';

/** A certificate that can't be judged in this many attempts is let go of, unjudged. */
const mostAttempts = 5;

type Dates = 'notBefore' | 'notAfter' | 'loggedAt';

interface MatchRow {
  id: number;
  location_id: number;
  watched: string;
  relation: WatchedCertificate['relation'];
  imitation: string | null;
  score: number | null;
  name: string;
  certificate: Omit<SeenCertificate, Dates> & Record<Dates, string>;
  seen_at: Date;
  attempts: number;
  judged_at: Date | null;
  reasons: string[] | null;
  severity: NonNullable<WatchedCertificate['verdict']>['severity'] | null;
  details: NonNullable<WatchedCertificate['verdict']>['details'] | null;
}

const columns = [
  ...[
    'id',
    'location_id',
    'watched',
    'relation',
    'imitation',
    'score',
    'name',
    'certificate',
    'seen_at',
    'attempts',
  ],
  ...['judged_at', 'reasons', 'severity', 'details'],
]
  .map((column) => `c.${column}`)
  .join(', ');

const owned = `FROM watched_certificates c JOIN locations l ON l.id = c.location_id
  WHERE l.account_id = $1 AND l.deleted_at IS NULL AND ($2::text IS NULL OR c.watched = $2)
    AND ($3::text IS NULL OR c.relation = $3)
    AND ($4::boolean IS NULL OR (c.relation = 'lookalike' OR cardinality(c.reasons) > 0) = $4)`;

export function createWatchedCertificateStore(postgres: Postgres): WatchedCertificateStore {
  return {
    claim: async (most, leaseSeconds) => {
      const rows = await repeatable(() =>
        postgres.query<MatchRow>(
          `UPDATE watched_certificates c SET attempts = attempts + 1, lease_ends_at = now() + make_interval(secs => $2)
           WHERE id IN (
             SELECT id FROM watched_certificates
             WHERE judged_at IS NULL AND attempts < ${mostAttempts} AND (lease_ends_at IS NULL OR lease_ends_at < now())
             ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED)
           RETURNING ${columns}`,
          [most, leaseSeconds],
        ),
      );
      return rows
        .toSorted((one, other) => one.id - other.id)
        .map((row) => ({ ...toWatched(row), attempt: row.attempts }));
    },
    past: async ({ id, locationId, watched, relation, certificate }, shortLifeSeconds) => {
      const [row] = await postgres.query<{
        certificates: number;
        same: number;
        wildcards: number;
        short: number;
        known: string[];
      }>(
        `SELECT count(*) AS certificates, count(*) FILTER (WHERE organization = $5) AS same,
           count(*) FILTER (WHERE EXISTS (SELECT FROM unnest(names) AS n WHERE starts_with(n, '*.'))) AS wildcards,
           count(*) FILTER (WHERE not_after - not_before <= make_interval(secs => $6)) AS short,
           coalesce((SELECT array_agg(DISTINCT n) FROM watched_certificates e, unnest(e.names) AS n
             WHERE e.location_id = $1 AND e.watched = $2 AND e.relation = $3 AND e.id < $4
               AND e.names && $7::text[] AND n = ANY ($7::text[])), '{}') AS known
         FROM watched_certificates WHERE location_id = $1 AND watched = $2 AND relation = $3 AND id < $4`,
        [locationId, watched, relation, id, certificate.organization, shortLifeSeconds, certificate.names],
      );
      return {
        certificates: row!.certificates,
        sameOrganization: row!.same,
        wildcards: row!.wildcards,
        shortLived: row!.short,
        knownNames: row!.known,
      } satisfies WatchedPast;
    },
    settle: (id, { reasons, severity, details }, batches) =>
      postgres.transaction(async (transaction) => {
        const ours = await transaction.query(
          `UPDATE watched_certificates SET judged_at = now(), reasons = $2, severity = $3, details = $4, lease_ends_at = NULL
           WHERE id = $1 AND judged_at IS NULL RETURNING id`,
          [id, reasons, severity, storableJson(details)],
        );
        if (ours.length === 0 || batches.every(({ sightings }) => sightings.length === 0)) return [];
        const rows = await transaction.query<ThreatRow>(
          sightingsStatement('examined AS (SELECT unnest($1::uuid[]) AS batch_id)'),
          sightingValues(batches),
        );
        return rows.map(toThreat);
      }),
    list: async (accountId, { watched, relation, unusual }, { limit, offset }) => {
      const values = [accountId, watched ?? null, relation ?? null, unusual ?? null];
      const [counted] = await postgres.query<{ count: number }>(`SELECT count(*) ${owned}`, values);
      const rows = await postgres.query<MatchRow>(
        `SELECT ${columns} ${owned} ORDER BY c.id DESC LIMIT $5 OFFSET $6`,
        [...values, limit, offset],
      );
      return { count: counted!.count, certificates: rows.map(toWatched) };
    },
    unrenewed: async (limit, after) => {
      const rows = await postgres.query<{ watched: string; id: string; name: string; not_after: Date }>(
        `SELECT DISTINCT ON (c.watched, c.certificate_id) c.watched, c.certificate_id AS id, c.name, c.not_after
         FROM watched_certificates c JOIN locations l ON l.id = c.location_id AND l.deleted_at IS NULL
         WHERE c.relation = 'own' AND c.not_after BETWEEN now() - interval '7 days' AND now() + interval '14 days'
           AND c.not_after < now() + (c.not_after - c.not_before) / 6
           AND ($2::text IS NULL OR (c.watched, c.certificate_id) > ($2, $3::text))
           AND EXISTS (
             SELECT FROM unnest(c.names) AS u (wanted)
             WHERE (wanted = c.watched OR right(wanted, length(c.watched) + 1) = '.' || c.watched) AND NOT EXISTS (
               SELECT FROM watched_certificates n
               WHERE n.watched = c.watched AND n.relation = 'own'
                 AND n.not_after > c.not_after AND n.names && ARRAY[wanted, regexp_replace(wanted, '^[^.]+', '*')]))
         ORDER BY c.watched, c.certificate_id LIMIT $1`,
        [limit, after?.watched ?? null, after?.id ?? null],
      );
      return rows.map(({ not_after, ...row }) => ({ ...row, notAfter: not_after }));
    },
    forgetBefore: async (time) => {
      const rows = await postgres.query(
        `DELETE FROM watched_certificates WHERE id IN (
           SELECT id FROM watched_certificates WHERE seen_at < $1 ORDER BY seen_at LIMIT 10000) RETURNING id`,
        [time],
      );
      return rows.length;
    },
  };
}

function toWatched(row: MatchRow): WatchedCertificate {
  const { certificate } = row;
  return {
    id: row.id,
    locationId: row.location_id,
    watched: row.watched,
    relation: row.relation,
    imitation: row.imitation,
    score: row.score,
    name: row.name,
    certificate: {
      ...certificate,
      notBefore: new Date(certificate.notBefore),
      notAfter: new Date(certificate.notAfter),
      loggedAt: new Date(certificate.loggedAt),
    },
    seenAt: row.seen_at,
    verdict:
      row.judged_at === null
        ? null
        : { reasons: row.reasons ?? [], severity: row.severity ?? 'info', details: row.details ?? {} },
  };
}
