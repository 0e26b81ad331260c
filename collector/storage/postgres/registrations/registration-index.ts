import { createHash } from 'node:crypto';
import type {
  Contact,
  ContactHit,
  ContactKind,
  ContactQuestion,
  FoundDomains,
  IndexedDomain,
  RegistrationIndex,
} from '../../../ports/registrations/registration-index.ts';
import type { Postgres, Queryable } from '../pool.ts';
import { storableText } from '../storable-text.ts';

/** Values that a part of one may stand for, and domains of them that are counted. */
const mostValues = 1_000;
const mostCounted = 10_000;
/** Bytes of a text. */
const longestText = 1_000;

interface HitRow {
  domain: string;
  registrar_name: string | null;
  registrar_iana_id: number | null;
  registrar_abuse_email: string | null;
  registered_at: Date | null;
  expires_at: Date | null;
  name_servers: string[] | null;
  country_code: string | null;
  secure_dns: boolean | null;
  matched_on: string;
  role: string;
  source: string;
  seen_at: Date;
}

export function createRegistrationIndex(postgres: Postgres): RegistrationIndex {
  return {
    record: async (domains) => {
      // Two collectors that take rows in different orders would wait for each other.
      const sorted = [...new Map(domains.map((one) => [one.domain, one])).values()].toSorted((a, b) =>
        a.domain < b.domain ? -1 : 1,
      );
      if (sorted.length > 0) await postgres.transaction((transaction) => record(transaction, sorted));
    },
    find: (question) => find(postgres, question),
    erase: (kind, value) =>
      postgres.transaction(async (transaction) => {
        await transaction.query(
          'INSERT INTO registration_erasures (kind, value_hash) VALUES ($1, $2) ON CONFLICT DO NOTHING',
          [kind, hashOf(value)],
        );
        const [row] = await transaction.query<{ domains: number }>(
          'DELETE FROM registration_values WHERE kind = $1 AND value = $2 RETURNING domains',
          [kind, value],
        );
        return row?.domains ?? 0;
      }),
    forgetBefore: (date) =>
      postgres.transaction(async (transaction) => {
        await transaction.query(
          `WITH old AS (
             SELECT p.value_id, count(*) AS gone FROM registration_postings p
             JOIN registration_domains d ON d.domain = p.domain WHERE d.seen_at < $1 GROUP BY p.value_id)
           UPDATE registration_values v SET domains = v.domains - old.gone FROM old WHERE old.value_id = v.id`,
          [date],
        );
        const [row] = await transaction.query<{ count: number }>(
          'WITH gone AS (DELETE FROM registration_domains WHERE seen_at < $1 RETURNING 1) SELECT count(*) FROM gone',
          [date],
        );
        await transaction.query('DELETE FROM registration_values WHERE domains <= 0');
        return row!.count;
      }),
  };
}

async function record(transaction: Queryable, domains: readonly IndexedDomain[]): Promise<void> {
  await transaction.query(
    `INSERT INTO registration_domains AS known (domain, registrar_name, registrar_iana_id, registrar_abuse_email,
       registered_at, expires_at, name_servers, country_code, secure_dns, seen_at)
     SELECT domain, registrar_name, registrar_iana_id, registrar_abuse_email, registered_at, expires_at,
       CASE WHEN name_servers IS NULL THEN NULL ELSE string_to_array(name_servers, ' ') END,
       country_code, secure_dns, seen_at
     FROM unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::timestamptz[], $6::timestamptz[], $7::text[],
       $8::text[], $9::boolean[], $10::timestamptz[]) AS new (domain, registrar_name, registrar_iana_id,
       registrar_abuse_email, registered_at, expires_at, name_servers, country_code, secure_dns, seen_at)
     ON CONFLICT (domain) DO UPDATE SET
       registrar_name = coalesce(excluded.registrar_name, known.registrar_name),
       registrar_iana_id = coalesce(excluded.registrar_iana_id, known.registrar_iana_id),
       registrar_abuse_email = coalesce(excluded.registrar_abuse_email, known.registrar_abuse_email),
       registered_at = coalesce(excluded.registered_at, known.registered_at),
       expires_at = coalesce(excluded.expires_at, known.expires_at),
       name_servers = coalesce(excluded.name_servers, known.name_servers),
       country_code = coalesce(excluded.country_code, known.country_code),
       secure_dns = coalesce(excluded.secure_dns, known.secure_dns),
       seen_at = greatest(excluded.seen_at, known.seen_at)`,
    [
      domains.map(({ domain }) => domain),
      domains.map(({ registrarName }) => registrarName && storableText(registrarName, longestText)),
      domains.map(({ registrarIanaId }) => registrarIanaId),
      domains.map(
        ({ registrarAbuseEmail }) => registrarAbuseEmail && storableText(registrarAbuseEmail, longestText),
      ),
      domains.map(({ registeredAt }) => registeredAt),
      domains.map(({ expiresAt }) => expiresAt),
      domains.map(({ nameServers }) => nameServers?.join(' ') ?? null),
      domains.map(({ countryCode }) => countryCode),
      domains.map(({ secureDns }) => secureDns),
      domains.map(({ seenAt }) => seenAt),
    ],
  );
  const postings = await withoutErased(transaction, domains);
  if (postings.length === 0) return;
  const kinds = postings.map(({ contact }) => contact.kind);
  const values = postings.map(({ contact }) => contact.value);
  await transaction.query(
    `INSERT INTO registration_values (kind, value)
     SELECT DISTINCT kind, value FROM unnest($1::text[], $2::text[]) AS new (kind, value) ORDER BY kind, value
     ON CONFLICT DO NOTHING`,
    [kinds, values],
  );
  await transaction.query(
    `WITH new AS (
       SELECT DISTINCT ON (v.id, n.domain) v.id, n.domain, n.role, n.source, n.seen_at
       FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[])
         AS n (kind, value, domain, role, source, seen_at)
       JOIN registration_values v ON v.kind = n.kind AND v.value = n.value ORDER BY v.id, n.domain),
     stored AS (
       INSERT INTO registration_postings AS known (value_id, domain, role, source, seen_at)
       SELECT id, domain, role, source, seen_at FROM new
       ON CONFLICT (value_id, domain) DO UPDATE
         SET role = excluded.role, source = excluded.source, seen_at = greatest(excluded.seen_at, known.seen_at)
       RETURNING value_id, xmax = 0 AS is_new),
     counted AS (SELECT value_id, count(*) AS more FROM stored WHERE is_new GROUP BY value_id)
     UPDATE registration_values v SET domains = v.domains + counted.more
     FROM counted WHERE counted.value_id = v.id`,
    [
      kinds,
      values,
      postings.map(({ domain }) => domain),
      postings.map(({ contact }) => contact.role),
      postings.map(({ source }) => source),
      postings.map(({ seenAt }) => seenAt),
    ],
  );
}

async function withoutErased(transaction: Queryable, domains: readonly IndexedDomain[]) {
  const postings = domains.flatMap(({ domain, contacts, source, seenAt }) =>
    contacts.map((contact: Contact) => ({
      contact: { ...contact, value: storableText(contact.value, longestText) },
      domain,
      source,
      seenAt,
    })),
  );
  const hashes = postings.map(({ contact }) => hashOf(contact.value));
  const rows = await transaction.query<{ kind: ContactKind; value_hash: string }>(
    'SELECT kind, value_hash FROM registration_erasures WHERE value_hash = ANY($1)',
    [hashes],
  );
  const erased = new Set(rows.map(({ kind, value_hash: hash }) => `${kind} ${hash}`));
  return postings.filter((posting, at) => !erased.has(`${posting.contact.kind} ${hashes[at]}`));
}

async function find(
  postgres: Postgres,
  { kind, value, match, limit, offset, after }: ContactQuestion,
): Promise<FoundDomains> {
  const values = await postgres.query<{ id: number; domains: number }>(
    match === 'exact'
      ? 'SELECT id, domains FROM registration_values WHERE kind = $1 AND value = $2'
      : `SELECT id, domains FROM registration_values WHERE kind = $1 AND value LIKE $2
         ORDER BY domains DESC, id LIMIT ${mostValues}`,
    [kind, match === 'exact' ? value : `%${value.replaceAll(/[\\%_]/g, '\\$&')}%`],
  );
  if (values.length === 0) return { count: 0, hits: [], lastSeen: null };
  const rows = await hitsOf(
    postgres,
    values.map(({ id }) => id),
    { limit, offset, after },
  );
  const [latest] = rows.toSorted((a, b) => b.seen_at.getTime() - a.seen_at.getTime());
  return {
    count: values.length === 1 ? values[0]!.domains : await countOf(postgres, values),
    hits: rows.map(toHit),
    lastSeen: latest?.seen_at ?? null,
  };
}

/** A place is a domain by one of its values. */
interface Place {
  value_id: number;
  domain: string;
}

type Page = Pick<ContactQuestion, 'limit' | 'offset' | 'after'>;

/** Reads a page of the domains of values, each by the first value that it has. */
async function hitsOf(postgres: Postgres, ids: readonly number[], page: Page): Promise<HitRow[]> {
  const [id, ...others] = ids;
  const places =
    others.length === 0 ? await placesOfOne(postgres, id!, page) : await placesOfMany(postgres, ids, page);
  return postgres.query<HitRow>(
    `SELECT d.domain, d.registrar_name, d.registrar_iana_id, d.registrar_abuse_email, d.registered_at, d.expires_at,
       d.name_servers, d.country_code, d.secure_dns, v.value AS matched_on, p.role, p.source, p.seen_at
     FROM unnest($1::bigint[], $2::text[]) AS page (value_id, domain)
       JOIN registration_postings p ON p.value_id = page.value_id AND p.domain = page.domain
       JOIN registration_domains d ON d.domain = p.domain
       JOIN registration_values v ON v.id = p.value_id
     ORDER BY d.domain`,
    [places.map(({ value_id: valueId }) => valueId), places.map(({ domain }) => domain)],
  );
}

function placesOfOne(postgres: Postgres, id: number, { limit, offset, after }: Page): Promise<Place[]> {
  return postgres.query<Place>(
    `SELECT value_id, domain FROM registration_postings WHERE value_id = $1 AND domain > $4
     ORDER BY domain LIMIT $2 OFFSET $3`,
    [id, limit, offset, after ?? ''],
  );
}

/**
 * Reads a page of the domains of several values. Of each value only the first domains are taken, more as long as the page lacks some:
 * a value may have a million.
 */
async function placesOfMany(
  postgres: Postgres,
  ids: readonly number[],
  { limit, offset, after }: Page,
): Promise<Place[]> {
  const wanted = limit + offset;
  return postgres.transaction(async (transaction) => {
    // How many domains one of the values has is not known to the planner: it would sort a million to take eight.
    await transaction.query(
      `SELECT set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true)`,
    );
    for (let each = Math.ceil(Math.max(8, (4 * wanted) / ids.length)); ; each *= 4) {
      // Behind the last domain of a value that has more of them, something may lack.
      const places = await transaction.query<Place>(
        `WITH taken AS MATERIALIZED (
           SELECT p.* FROM unnest($1::bigint[]) AS v (id) CROSS JOIN LATERAL (
             SELECT value_id, domain FROM registration_postings WHERE value_id = v.id AND domain > $4
             ORDER BY domain LIMIT $5) p),
         edge AS (
           SELECT min(last) AS domain
           FROM (SELECT max(domain) AS last FROM taken GROUP BY value_id HAVING count(*) >= $5) AS cut)
         SELECT DISTINCT ON (domain) value_id, domain FROM taken
         WHERE $6 OR domain <= coalesce((SELECT domain FROM edge), domain) ORDER BY domain, value_id
         LIMIT $2 OFFSET $3`,
        [ids, limit, offset, after ?? '', Math.min(each, wanted), each >= wanted],
      );
      if (places.length === limit || each >= wanted) return places;
    }
  });
}

/** Counts the domains of values, the largest values first, up to `mostCounted`. */
async function countOf(
  postgres: Postgres,
  values: readonly { readonly id: number; readonly domains: number }[],
): Promise<number> {
  if (values[0]!.domains >= mostCounted) return mostCounted;
  // Those of the first values are mostly enough, and are much fewer than all.
  let sum = 0;
  const beyond = values.findIndex(({ domains }) => {
    sum += domains;
    return sum >= 2 * mostCounted;
  });
  if (beyond !== -1 && beyond < values.length - 1) {
    const least = await countDistinct(postgres, values.slice(0, beyond + 1));
    if (least >= mostCounted) return mostCounted;
  }
  return countDistinct(postgres, values);
}

async function countDistinct(
  postgres: Postgres,
  values: readonly { readonly id: number }[],
): Promise<number> {
  const [row] = await postgres.query<{ count: number }>(
    `SELECT count(*) FROM (SELECT DISTINCT domain FROM registration_postings WHERE value_id = ANY($1) LIMIT $2) AS found`,
    [values.map(({ id }) => id), mostCounted],
  );
  return row!.count;
}

function toHit(row: HitRow): ContactHit {
  return {
    domain: row.domain,
    registrarName: row.registrar_name,
    registrarIanaId: row.registrar_iana_id,
    registrarAbuseEmail: row.registrar_abuse_email,
    registeredAt: row.registered_at,
    expiresAt: row.expires_at,
    nameServers: row.name_servers,
    countryCode: row.country_code,
    secureDns: row.secure_dns,
    matchedOn: row.matched_on,
    role: row.role,
    source: row.source,
    seenAt: row.seen_at,
  };
}

function hashOf(value: string): string {
  return createHash('sha256').update(value).digest('hex');
}
