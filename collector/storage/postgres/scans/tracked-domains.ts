import type { ScannedParts, ScanSummary } from '@sonde/scanner/ports/domain-scan.ts';
import type {
  TrackedDomainCounts,
  TrackedDomainEntry,
  TrackedDomainStore,
} from '../../../ports/scans/tracked-domains.ts';
import type { Postgres } from '../pool.ts';
import { recordScans } from './record-scans.ts';

interface EntryRow {
  domain: string;
  first_scanned_at: Date;
  last_scanned_at: Date;
  monitored: boolean;
  summary: ScanSummary;
}

type DomainRow = EntryRow & { parts: ScannedParts };

const entryColumns = `domain, first_scanned_at, last_scanned_at, summary,
  coalesce(monitored_until > now(), false) AS monitored`;

export function createTrackedDomainStore(postgres: Postgres): TrackedDomainStore {
  return {
    record: async (scans, dueSeconds) =>
      scans.length === 0 ? new Map() : recordScans(postgres, scans, dueSeconds),
    find: async (domain) => {
      const [row] = await postgres.query<DomainRow>(
        `SELECT ${entryColumns}, parts FROM tracked_domains WHERE domain = $1`,
        [domain],
      );
      return row && { ...toEntry(row), parts: row.parts };
    },
    findAll: async (domains, checks, results = checks) => {
      const rows = await postgres.query<DomainRow>(
        `SELECT ${entryColumns}, coalesce(
           (SELECT jsonb_object_agg(key, CASE WHEN key = ANY ($3::text[]) THEN value ELSE value || '{"result": null}' END)
            FROM jsonb_each(parts) WHERE key = ANY ($2::text[])), '{}') AS parts
         FROM tracked_domains WHERE domain = ANY ($1::text[]) ORDER BY domain`,
        [domains, checks, results],
      );
      return rows.map((row) => ({ ...toEntry(row), parts: row.parts }));
    },
    list: async ({ limit, offset }) => {
      const [counted, rows] = await Promise.all([
        postgres.query<{ count: number }>('SELECT count(*) AS count FROM tracked_domains'),
        postgres.query<EntryRow>(
          `SELECT ${entryColumns} FROM tracked_domains ORDER BY domain LIMIT $1 OFFSET $2`,
          [limit, offset],
        ),
      ]);
      return { count: counted[0]?.count ?? 0, domains: rows.map(toEntry) };
    },
    search: async (text, limit) => {
      const rows = await postgres.query<EntryRow & { count: number }>(
        `SELECT ${entryColumns}, count(*) OVER () AS count FROM tracked_domains WHERE strpos(domain, $1) > 0
         ORDER BY domain <> $1, NOT starts_with(domain, $1), domain LIMIT $2`,
        [text, limit],
      );
      return { count: rows[0]?.count ?? 0, domains: rows.map(toEntry) };
    },
    certificatesEndingBefore: async (time, limit) => {
      const rows = await postgres.query<EntryRow>(
        `SELECT ${entryColumns} FROM tracked_domains WHERE certificate_ends_at < $1
         ORDER BY certificate_ends_at, domain LIMIT $2`,
        [time, limit],
      );
      return rows.map(toEntry);
    },
    counts: () => counts(postgres),
    claimDue: async (limit, leaseSeconds) => {
      // One of each account in turn: who has thousands monitored makes nobody else wait.
      const rows = await postgres.query<{ domain: string }>(
        `WITH due AS (
           SELECT domain FROM (
             SELECT domain, due_at, row_number() OVER (PARTITION BY monitored_by ORDER BY due_at) AS turn
             FROM tracked_domains WHERE due_at <= now() AND monitored_until > now()) AS of_account
           ORDER BY turn, due_at LIMIT $1)
         UPDATE tracked_domains SET due_at = now() + make_interval(secs => $2) WHERE domain IN (
           SELECT domain FROM tracked_domains WHERE domain IN (SELECT domain FROM due) AND due_at <= now()
           FOR UPDATE SKIP LOCKED)
         RETURNING domain`,
        [limit, leaseSeconds],
      );
      return rows.map(({ domain }) => domain);
    },
    forgetBefore: async (time) => {
      const rows = await postgres.query<{ domain: string }>(
        `DELETE FROM tracked_domains WHERE domain IN (
           SELECT domain FROM tracked_domains WHERE last_scanned_at < $1 LIMIT 10000) RETURNING domain`,
        [time],
      );
      return rows.length;
    },
  };
}

async function counts(postgres: Postgres): Promise<TrackedDomainCounts> {
  const [row] = await postgres.query<{
    domains: number;
    dnssec: number;
    certificates: number;
    valid: number;
    email: number;
    monitored: number;
  }>(
    `SELECT count(*) AS domains,
       count(*) FILTER (WHERE (summary ->> 'dnssecEnabled')::boolean) AS dnssec,
       count(certificate_ends_at) AS certificates,
       count(*) FILTER (WHERE (summary ->> 'sslValid')::boolean) AS valid,
       count(*) FILTER (WHERE summary ->> 'spfRecord' IS NOT NULL OR summary ->> 'dmarcPolicy' IS NOT NULL) AS email,
       count(*) FILTER (WHERE monitored_until > now()) AS monitored
     FROM tracked_domains`,
  );
  return {
    domains: row?.domains ?? 0,
    dnssecEnabled: row?.dnssec ?? 0,
    certificates: row?.certificates ?? 0,
    validCertificates: row?.valid ?? 0,
    emailRecords: row?.email ?? 0,
    monitored: row?.monitored ?? 0,
  };
}

function toEntry(row: EntryRow): TrackedDomainEntry {
  return {
    domain: row.domain,
    firstScannedAt: row.first_scanned_at,
    lastScannedAt: row.last_scanned_at,
    monitored: row.monitored,
    summary: row.summary,
  };
}
