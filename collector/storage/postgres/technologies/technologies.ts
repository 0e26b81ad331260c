import type {
  KnownTechnology,
  KnownWebsite,
  TechnologyCategory,
  TechnologyChange,
  TechnologySearch,
  TechnologyStatistics,
  TechnologyStore,
  TechnologyUsers,
  UsedTechnology,
} from '../../../ports/technologies/technology-store.ts';
import type { Postgres } from '../pool.ts';
import type { DetectionRow } from './merge-look.ts';
import { recordLooks } from './record-looks.ts';

const mostChanges = 200;
/** `%` and `_` of a text stand for themselves. */
const literal = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&');

export function createTechnologyStore(postgres: Postgres): TechnologyStore {
  return {
    record: (looks) =>
      looks.length === 0
        ? Promise.resolve([])
        : postgres.transaction((transaction) => recordLooks(transaction, looks)),
    statistics: () => statistics(postgres),
    top: ({ category, limit }) =>
      postgres.query<UsedTechnology & Record<string, unknown>>(
        `SELECT name, category, count(*) AS websites FROM tech_detections
         WHERE gone_at IS NULL AND ($1::text IS NULL OR lower(category) = lower($1))
         GROUP BY name, category ORDER BY websites DESC, name LIMIT $2`,
        [category ?? null, limit],
      ),
    categories: (topOfEach) => categories(postgres, topOfEach),
    website: (domain) => website(postgres, domain),
    using: (name, page) => using(postgres, name, page),
    search: (text, limit) => search(postgres, text, limit),
    forgetBefore: async (time) => {
      const [row] = await postgres.query<{ count: number }>(
        'WITH gone AS (DELETE FROM tech_websites WHERE last_scanned_at < $1 RETURNING 1) SELECT count(*) FROM gone',
        [time],
      );
      return row!.count;
    },
  };
}

async function statistics(postgres: Postgres): Promise<TechnologyStatistics> {
  const [row] = await postgres.query<Omit<TechnologyStatistics, 'lastScan'> & { last_scan: Date | null }>(
    `SELECT (SELECT count(*) FROM tech_websites) AS websites, (SELECT max(last_scanned_at) FROM tech_websites) AS last_scan,
       count(DISTINCT name) AS technologies, count(DISTINCT category) AS categories, count(*) AS detections
     FROM tech_detections WHERE gone_at IS NULL`,
  );
  const { last_scan: lastScan, ...counts } = row!;
  return { ...counts, lastScan };
}

async function categories(postgres: Postgres, topOfEach: number): Promise<TechnologyCategory[]> {
  const rows = await postgres.query<TechnologyCategory & Record<string, unknown>>(
    `WITH uses AS (
       SELECT category, name, count(*) AS websites,
         row_number() OVER (PARTITION BY category ORDER BY count(*) DESC, name) AS rank
       FROM tech_detections WHERE gone_at IS NULL GROUP BY category, name),
     sites AS (
       SELECT category, count(DISTINCT domain) AS websites FROM tech_detections WHERE gone_at IS NULL GROUP BY category)
     SELECT u.category, s.websites, count(*) AS technologies,
       jsonb_agg(jsonb_build_object('name', u.name, 'websites', u.websites) ORDER BY u.rank)
         FILTER (WHERE u.rank <= $1) AS top
     FROM uses u JOIN sites s ON s.category = u.category
     GROUP BY u.category, s.websites ORDER BY s.websites DESC, u.category`,
    [topOfEach],
  );
  return rows;
}

async function website(postgres: Postgres, domain: string): Promise<KnownWebsite | undefined> {
  const [row] = await postgres.query<{
    url: string | null;
    server_ip: string | null;
    title: string | null;
    first_scanned_at: Date;
    last_scanned_at: Date;
  }>('SELECT url, server_ip, title, first_scanned_at, last_scanned_at FROM tech_websites WHERE domain = $1', [
    domain,
  ]);
  if (row === undefined) return undefined;
  const [technologies, changes] = await Promise.all([
    postgres.query<DetectionRow & Record<string, unknown>>(
      'SELECT * FROM tech_detections WHERE domain = $1 ORDER BY gone_at IS NOT NULL, category, name',
      [domain],
    ),
    postgres.query<
      Omit<TechnologyChange, 'oldVersion' | 'newVersion'> &
        Record<'old_version' | 'new_version', string | null>
    >(
      `SELECT domain, at, change, category, name, old_version, new_version FROM tech_changes
       WHERE domain = $1 ORDER BY id DESC LIMIT ${mostChanges}`,
      [domain],
    ),
  ]);
  return {
    domain,
    url: row.url,
    serverIp: row.server_ip,
    title: row.title,
    firstScannedAt: row.first_scanned_at,
    lastScannedAt: row.last_scanned_at,
    technologies: technologies.map(toTechnology),
    changes: changes.map(({ old_version: oldVersion, new_version: newVersion, ...change }) => ({
      ...change,
      oldVersion,
      newVersion,
    })),
  };
}

function toTechnology(row: DetectionRow): KnownTechnology {
  const { name, category, subcategory, version, confidence, evidence, website, versions } = row;
  return {
    ...{ name, category, subcategory, version, confidence, evidence, website, versions },
    vulnerabilities: row.vulnerabilities ?? null,
    firstSeen: row.first_seen,
    lastSeen: row.last_seen,
    goneAt: row.gone_at,
  };
}

async function using(
  postgres: Postgres,
  name: string,
  { limit, offset, version }: Parameters<TechnologyStore['using']>[1],
): Promise<TechnologyUsers | undefined> {
  const condition = `lower(name) = lower($1) AND gone_at IS NULL
    AND ($2::text IS NULL OR version = $2 OR version LIKE $3)`;
  const values = [name, version ?? null, version === undefined ? null : `${literal(version)}.%`];
  const [known] = await postgres.query<{ name: string; category: string }>(
    'SELECT name, category FROM tech_detections WHERE lower(name) = lower($1) ORDER BY gone_at NULLS FIRST LIMIT 1',
    [name],
  );
  if (known === undefined) return undefined;
  const [[row], websites] = await Promise.all([
    postgres.query<{ count: number }>(
      `SELECT count(DISTINCT domain) FROM tech_detections WHERE ${condition}`,
      values,
    ),
    postgres.query<{
      domain: string;
      version: string | null;
      confidence: number;
      first_seen: Date;
      last_seen: Date;
    }>(
      `SELECT DISTINCT ON (domain) domain, version, confidence, first_seen, last_seen FROM tech_detections
       WHERE ${condition} ORDER BY domain, confidence DESC LIMIT $4 OFFSET $5`,
      [...values, limit, offset],
    ),
  ]);
  return {
    ...known,
    count: row!.count,
    websites: websites.map(({ first_seen: firstSeen, last_seen: lastSeen, ...one }) => ({
      ...one,
      firstSeen,
      lastSeen,
    })),
  };
}

async function search(postgres: Postgres, text: string, limit: number): Promise<TechnologySearch> {
  const pattern = `%${literal(text.toLowerCase())}%`;
  const start = `${literal(text.toLowerCase())}%`;
  const [technologies, websites] = await Promise.all([
    postgres.query<UsedTechnology & Record<string, unknown>>(
      `SELECT name, category, count(*) AS websites FROM tech_detections
       WHERE gone_at IS NULL AND lower(name) LIKE $1
       GROUP BY name, category ORDER BY lower(name) LIKE $2 DESC, websites DESC, name LIMIT $3`,
      [pattern, start, limit],
    ),
    postgres.query<{ domain: string; technologies: number; last_scanned_at: Date }>(
      `SELECT w.domain, w.last_scanned_at,
         (SELECT count(*) FROM tech_detections d WHERE d.domain = w.domain AND d.gone_at IS NULL) AS technologies
       FROM tech_websites w WHERE w.domain LIKE $1 ORDER BY w.domain LIKE $2 DESC, w.domain LIMIT $3`,
      [pattern, start, limit],
    ),
  ]);
  return {
    technologies,
    websites: websites.map(({ last_scanned_at: lastScannedAt, ...one }) => ({ ...one, lastScannedAt })),
  };
}
