import { Readable } from 'node:stream';
import type {
  DomainSource,
  NewDomain,
  NewDomainQuestion,
  ShownDomain,
} from '../../../ports/traffic/seen-domains.ts';
import type { ClickHouse } from '../clickhouse.ts';
import type { Topology } from '../migrations/topology.ts';
import { domainConditions } from './domain-filter.ts';

/** Domains looked up in one question. */
const perQuestion = 5_000;
const inOrder = { async_insert: 0, input_format_parallel_parsing: 0 } as const;

/** Adds domains, and those that are new among the new ones before them, so that what is broken off is done again as if it had not begun. */
export async function noteDomains(
  clickhouse: ClickHouse,
  { local }: Pick<Topology, 'local'>,
  source: DomainSource,
  shown: readonly ShownDomain[],
): Promise<void> {
  for (let at = 0; at < shown.length; at += perQuestion) {
    const part = shown.slice(at, at + perQuestion);
    const known = await firstSeenDomains(
      clickhouse,
      source,
      part.map(({ domain }) => domain),
    );
    const fresh = part.filter(({ domain }) => !known.has(domain));
    await insert(clickhouse, local('new_domains'), fresh, ({ domain, at: time }) => ({
      source,
      day: time.toISOString().slice(0, 10),
      domain,
      first_seen: seconds(time),
    }));
    await insert(clickhouse, local('seen_domains'), part, ({ domain, at: time }) => ({
      source,
      domain,
      first_seen: seconds(time),
      last_seen: seconds(time),
    }));
  }
}

async function insert(
  clickhouse: ClickHouse,
  table: string,
  shown: readonly ShownDomain[],
  row: (one: ShownDomain) => object,
): Promise<void> {
  if (shown.length === 0) return;
  const lines = shown.map((one) => `${JSON.stringify(row(one))}\n`);
  await clickhouse.insert(`INSERT INTO ${table} FORMAT JSONEachRow`, {}, inOrder, Readable.from(lines));
}

export async function firstSeenDomains(
  clickhouse: ClickHouse,
  source: DomainSource,
  domains: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  return timesOf('min(first_seen)', clickhouse, source, domains);
}

export async function newShownDomains(
  clickhouse: ClickHouse,
  question: NewDomainQuestion,
): Promise<NewDomain[]> {
  const { source, from, to, limit } = question;
  const filter = domainConditions(question);
  const conditions = [
    'source = {source:String}',
    'day >= toDate(toDateTime({from:UInt32}))',
    'day <= toDate(toDateTime({to:UInt32}))',
    ...filter.conditions,
  ];
  const parameters = {
    source,
    from: seconds(from),
    to: seconds(to),
    limit,
    ...filter.parameters,
  };
  const rows = await clickhouse.query<{ domain: string; began: number }>(
    `SELECT domain, toUnixTimestamp(min(first_seen)) AS began FROM new_domains
     WHERE ${conditions.join(' AND ')} GROUP BY domain
     HAVING began >= {from:UInt32} AND began < {to:UInt32} ORDER BY began DESC, domain LIMIT {limit:UInt32}`,
    parameters,
  );
  const last = await timesOf(
    'max(last_seen)',
    clickhouse,
    source,
    rows.map(({ domain }) => domain),
  );
  return rows.map(({ domain, began }) => ({
    domain,
    firstSeenAt: new Date(began * 1_000),
    lastSeenAt: last.get(domain) ?? new Date(began * 1_000),
  }));
}

/** Looks up a time of each of these domains, some at a time. */
async function timesOf(
  time: 'min(first_seen)' | 'max(last_seen)',
  clickhouse: ClickHouse,
  source: DomainSource,
  domains: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const found = new Map<string, Date>();
  for (let at = 0; at < domains.length; at += perQuestion) {
    const rows = await clickhouse.query<{ domain: string; time: number }>(
      `SELECT domain, toUnixTimestamp(${time}) AS time FROM seen_domains
       WHERE source = {source:String} AND domain IN {domains:Array(String)} GROUP BY domain`,
      { source, domains: domains.slice(at, at + perQuestion) },
    );
    for (const row of rows) found.set(row.domain, new Date(row.time * 1_000));
  }
  return found;
}

export async function beginOfSource(clickhouse: ClickHouse, source: DomainSource): Promise<Date | undefined> {
  const [row] = await clickhouse.query<{ first: number; days: number }>(
    `SELECT toUnixTimestamp(min(first_seen)) AS first, count() AS days FROM new_domains
     WHERE source = {source:String} AND day = (SELECT min(day) FROM new_domains WHERE source = {source:String})`,
    { source },
  );
  return row === undefined || Number(row.days) === 0 ? undefined : new Date(row.first * 1_000);
}

function seconds(time: Date): number {
  return Math.min(Math.max(Math.floor(time.getTime() / 1_000), 0), 2 ** 32 - 1);
}
