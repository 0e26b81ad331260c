import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { DnsAnswer } from '@sonde/scanner/ports/dns-answer.ts';
import type { ScanPorts } from '@sonde/scanner/ports/scanner.ts';
import { quantile } from '@sonde/shared/bench/quantile.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import { systemClock as clock, systemRandom as random } from '@sonde/shared/system/system.ts';
import { defaultSettings } from '../../domain/detection/settings.ts';
import { QuestionPace } from '../../domain/intelligence/watch/question-pace.ts';
import { watchDomains } from '../../domain/intelligence/watch/watch-domains.ts';
import { startEmbeddedPostgres } from '../../storage/postgres/embedded/start.ts';
import { migrate } from '../../storage/postgres/migrate.ts';
import { migrations } from '../../storage/postgres/migrations/index.ts';
import { openPostgres, type Postgres } from '../../storage/postgres/pool.ts';
import { createDomainWatchStore } from '../../storage/postgres/scans/domain-watches.ts';

export interface WatchBenchOptions {
  readonly domains: number;
  readonly questionsPerSecond: number;
  readonly seconds: number;
  readonly directory: string;
  readonly signal: AbortSignal;
  readonly log: Log;
}

/** Milliseconds that an answer of the DNS takes, and that a question may be ahead of its second. */
const answerMilliseconds = 20;

/**
 * Watches domains that all are due at once, the worst that can be: nearly all of one account, a hundred of another. The DNS
 * answers out of memory; store, schedule, looks and their pace are the real ones.
 */
export async function runWatchBench(options: WatchBenchOptions) {
  const { directory, log, domains, questionsPerSecond, seconds } = options;
  const engine = await startEmbeddedPostgres({ dataDirectory: directory, log });
  const postgres = openPostgres(engine.connection, log);
  try {
    await migrate(postgres, migrations);
    await fill(postgres, domains);
    const store = createDomainWatchStore(postgres);
    const asked: number[] = [];
    const dns = memoryDns(() => asked.push(performance.now()));
    const claims: number[] = [];
    const firstLooks: number[] = [];
    const domainWatches = {
      ...store,
      claimDue: async (limit: number, lease: number) => {
        const began = performance.now();
        const claimed = await store.claimDue(limit, lease);
        claims.push(performance.now() - began);
        return claimed;
      },
      settle: async (looks: Parameters<typeof store.settle>[0]) => {
        const settled = await store.settle(looks);
        for (const { domain } of looks)
          if (domain.startsWith('few')) firstLooks.push(performance.now() - start);
        return settled;
      },
    };
    const stop = AbortSignal.any([options.signal, AbortSignal.timeout(seconds * 1_000)]);
    const used = process.cpuUsage();
    const start = performance.now();
    await watchDomains(
      {
        domainWatches,
        detectionRules: { locations: [], settingsOf: () => defaultSettings },
        publisher: { publish: () => undefined },
        openScan: (signal) => ({ dns, signal, clock }) as unknown as ScanPorts,
        questionPace: new QuestionPace(questionsPerSecond, clock),
        watchEvery: 3_600_000,
        clock,
        random,
        log,
        onThreat: () => undefined,
      },
      stop,
    );
    options.signal.throwIfAborted();
    const took = (performance.now() - start) / 1_000;
    const { user, system } = process.cpuUsage(used);
    return {
      domains,
      seconds: round(took),
      questions: asked.length,
      questions_a_second: round(asked.length / took),
      most_in_a_second: mostWithin(asked, 1_000),
      most_in_a_tenth: mostWithin(asked, 100),
      few_looked_at: firstLooks.length,
      few_all_looked_at_after_seconds: round(Math.max(0, ...firstLooks) / 1_000),
      claim_p50_ms: round(quantile(claims, 0.5)),
      claim_p99_ms: round(quantile(claims, 0.99)),
      processor_share: Math.round((user + system) / 1e4 / took) / 100,
      resident_mib: Math.round(process.memoryUsage.rss() / 1_048_576),
    };
  } finally {
    await postgres.close();
    await engine.stop();
  }
}

/** All due in the same moment; a hundred are another account's, and were added last. */
async function fill(postgres: Postgres, domains: number): Promise<void> {
  const part = 10_000;
  for (let at = 0; at < domains; at += part)
    await postgres.query(
      `INSERT INTO domain_watches (domain, account_id, due_at)
       SELECT 'many' || n || '.example', 1, now() FROM generate_series($1::int, $2::int) AS n`,
      [at + 1, Math.min(domains, at + part)],
    );
  await postgres.query(
    `INSERT INTO domain_watches (domain, account_id, due_at)
     SELECT 'few' || n || '.example', 2, now() FROM generate_series(1, 100) AS n`,
  );
}

function memoryDns(onQuestion: () => void): Pick<ScanPorts['dns'], 'resolve' | 'ask' | 'zoneOf'> {
  const answer = async (name: string, type: number): Promise<DnsAnswer> => {
    onQuestion();
    await delay(answerMilliseconds);
    return {
      question: { name, type },
      responseCode: 0,
      authoritative: true,
      truncated: false,
      authenticData: false,
      recursionAvailable: false,
      answer:
        type === 1 ? [{ name, type, class: 1, ttl: 300, data: Buffer.alloc(4), text: '192.0.2.1' }] : [],
      authority: [],
      additional: [],
      extendedErrors: [],
      server: '192.0.2.53',
      transport: 'udp',
      milliseconds: answerMilliseconds,
      size: 60,
    };
  };
  return {
    resolve: answer,
    ask: (_server, { name, type }) => answer(name, type),
    zoneOf: async () => ({ apex: undefined, parent: undefined, delegated: [], own: [] }),
  };
}

function mostWithin(times: readonly number[], milliseconds: number): number {
  let most = 0;
  for (let from = 0, to = 0; to < times.length; to++) {
    while (times[to]! - times[from]! >= milliseconds) from++;
    most = Math.max(most, to - from + 1);
  }
  return most;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
