import { performance } from 'node:perf_hooks';
import { quantile } from '@sonde/shared/bench/quantile.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import { deepestOffset } from '../../domain/intelligence/registrations/search-contacts.ts';
import type { ContactKind } from '../../ports/registrations/registration-index.ts';
import { startEmbeddedPostgres } from '../../storage/postgres/embedded/start.ts';
import { migrate } from '../../storage/postgres/migrate.ts';
import { migrations } from '../../storage/postgres/migrations/index.ts';
import { openPostgres, type Postgres } from '../../storage/postgres/pool.ts';
import { createRegistrationIndex } from '../../storage/postgres/registrations/registration-index.ts';
import { PseudoRandom } from '../pseudo-random.ts';

export interface RegistrationBenchOptions {
  readonly domains: number;
  /** Of each kind of question. */
  readonly repetitions: number;
  readonly seed: number;
  readonly directory: string;
  readonly signal: AbortSignal;
  readonly log: Log;
  readonly progress: (line: string) => void;
}

export interface QuestionTimes {
  readonly question: string;
  readonly p50: number;
  readonly p95: number;
  readonly most: number;
  /** Domains found in all answers. */
  readonly found: number;
}

export interface RegistrationBenchReport {
  readonly domains: number;
  readonly values: number;
  readonly postings: number;
  readonly bytes: number;
  readonly questions: readonly QuestionTimes[];
}

const perAnswer = 100;
/** Registrations that are stored in one transaction. */
const atOnce = 20_000;
/** The largest hoster has a third of all domains. */
const registrars = 300;
const hosters = 20_000;
const words =
  'amber birch cedar delta ember fjord grove haven iris juniper kestrel lumen maple north opal'.split(' ');

/** Fills an index as large as wanted with made-up registrations, and asks it as the API does. */
export async function runRegistrationBench(
  options: RegistrationBenchOptions,
): Promise<RegistrationBenchReport> {
  const { directory, log, domains, repetitions, seed, signal, progress } = options;
  const engine = await startEmbeddedPostgres({ dataDirectory: directory, log });
  const postgres = openPostgres(engine.connection, log);
  try {
    await migrate(postgres, migrations);
    for (let from = 0; from < domains; from += atOnce) {
      signal.throwIfAborted();
      await fill(postgres, domains, from, Math.min(domains, from + atOnce));
    }
    await postgres.query('ANALYZE registration_values, registration_postings, registration_domains');
    progress(`${domains} domains are indexed`);
    const index = createRegistrationIndex(postgres);
    const random = new PseudoRandom(seed);
    const some = (count: number) => random.below(Math.max(1, count));
    const word = () => words[some(words.length)]!;
    const ask = async (
      question: string,
      kind: ContactKind,
      value: () => string,
      more: { match?: 'contains'; offset?: number; after?: string } = {},
    ): Promise<QuestionTimes> => {
      const times: number[] = [];
      let found = 0;
      for (let at = 0; at < repetitions; at++) {
        signal.throwIfAborted();
        const asked = {
          kind,
          value: value(),
          match: 'exact' as const,
          limit: perAnswer,
          offset: 0,
          after: undefined,
        };
        const begun = performance.now();
        const { hits } = await index.find({ ...asked, ...more });
        times.push(performance.now() - begun);
        found += hits.length;
      }
      progress(question);
      return {
        question,
        p50: quantile(times, 0.5),
        p95: quantile(times, 0.95),
        most: Math.max(...times),
        found,
      };
    };
    const questions = [
      await ask('e-mail', 'email', () => `owner${some(domains / 2)}@mail.example`),
      await ask('organization', 'organization', () => organization(some(domains / 4))),
      await ask('registrar, by its number', 'registrar', () => `iana:${some(registrars)}`),
      await ask('name server', 'nameserver', () => `ns1.host${some(hosters)}.example`),
      await ask('the largest name server', 'nameserver', () => 'ns1.host0.example'),
      await ask('the largest, a page from the middle', 'nameserver', () => 'ns1.host0.example', {
        after: 'd5',
      }),
      await ask('the largest, the deepest offset', 'nameserver', () => 'ns1.host0.example', {
        offset: deepestOffset,
      }),
      await ask('part of an e-mail', 'email', () => `wner${some(domains / 2)}@`, { match: 'contains' }),
      await ask('part of an organization', 'organization', () => organization(some(domains / 4)).slice(2), {
        match: 'contains',
      }),
      await ask('a word of many organizations', 'organization', word, { match: 'contains' }),
      await ask('part of a name server', 'nameserver', () => `host${1_000 + some(hosters - 1_000)}.`, {
        match: 'contains',
      }),
      await ask('a part that nobody has', 'email', () => `nobody-has-${some(1e6)}`, { match: 'contains' }),
    ];
    const [size] = await postgres.query<{ values: number; postings: number; bytes: number }>(
      `SELECT (SELECT count(*) FROM registration_values) AS values,
         (SELECT count(*) FROM registration_postings) AS postings,
         pg_total_relation_size('registration_values') + pg_total_relation_size('registration_postings')
           + pg_total_relation_size('registration_domains') AS bytes`,
    );
    return { domains, ...size!, questions };
  } finally {
    await postgres.close();
    await engine.stop();
  }
}

function organization(number: number): string {
  return `${words[number % words.length]} ${words[Math.floor(number / words.length) % words.length]} ${number}`;
}

/** In the tables' own form, since a million registrations one after the other take an hour. */
async function fill(postgres: Postgres, domains: number, from: number, to: number): Promise<void> {
  const list = `ARRAY[${words.map((word) => `'${word}'`).join(',')}]`;
  const at = (expression: string) => `(${list})[1 + (${expression}) % ${words.length}]`;
  const holder = `(i % ${Math.max(1, Math.floor(domains / 4))})`;
  // A third have the largest hoster; the others are spread.
  const hoster = `(CASE WHEN i % 3 = 0 THEN 0 ELSE (i::bigint * 7919 % ${hosters})::int END)`;
  const statements = [
    `INSERT INTO registration_domains (domain, registrar_name, registrar_iana_id, name_servers, seen_at)
     SELECT 'd' || i || '.example', 'Registrar ' || i % ${registrars}, i % ${registrars},
       ARRAY['ns1.host' || ${hoster} || '.example'], now() FROM generate_series(${from}, ${to - 1}) i`,
    `CREATE TEMPORARY TABLE given ON COMMIT DROP AS
     SELECT i, kind, value FROM generate_series(${from}, ${to - 1}) i, LATERAL (VALUES
       ('email', 'owner' || i % ${Math.max(1, Math.floor(domains / 2))} || '@mail.example'),
       ('organization', ${at(holder)} || ' ' || ${at(`${holder} / ${words.length}`)} || ' ' || ${holder}),
       ('registrar', 'iana:' || i % ${registrars}),
       ('nameserver', 'ns1.host' || ${hoster} || '.example')) AS of (kind, value)`,
    `INSERT INTO registration_values AS known (kind, value, domains)
     SELECT kind, value, count(*) FROM given GROUP BY kind, value
     ON CONFLICT (kind, value) DO UPDATE SET domains = known.domains + excluded.domains`,
    `INSERT INTO registration_postings (value_id, domain, role, source, seen_at)
     SELECT v.id, 'd' || g.i || '.example', 'registrant', 'rdap', now()
     FROM given g JOIN registration_values v ON v.kind = g.kind AND v.value = g.value`,
  ];
  await postgres.transaction(async (transaction) => {
    for (const statement of statements) await transaction.query(statement);
  });
}
