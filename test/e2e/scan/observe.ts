import { setTimeout as delay } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { run } from '../../launcher/support.ts';
import { bulkNames } from './lab-zones.ts';

interface Observed {
  readonly url: string;
  readonly key: string;
  readonly scanSettings: Record<string, string>;
  /** Milliseconds that the site waits with each answer. */
  setPause(milliseconds: number): void;
}

type Json = Record<string, unknown>;

const repetitions = 15;

/** Asks a collector in the lab for all that scans can do, and reports what it said and how long it took. */
export async function observe({ url, key, scanSettings, setPause }: Observed): Promise<object> {
  const ask = async (method: string, path: string, body?: object, credential?: string): Promise<Json> => {
    const response = await fetch(url + path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(credential === undefined ? {} : { authorization: `Bearer ${credential}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await response.json()) as Json;
  };
  const scan = (domain: string, more: object = {}) =>
    ask('POST', '/api/scan', { domain, force_refresh: true, ...more }, key);

  const events: { name: string; payload: Json }[] = [];
  const socket = io(url, { transports: ['websocket'] });
  socket.onAny((name: string, payload: Json) => events.push({ name, payload }));
  await new Promise<void>((resolve) =>
    socket.emit('subscribe_domain', { domain: 'shop.example' }, () => resolve()),
  );

  const healthy = await scan('shop.example', { advanced: true });
  const others: Json = {};
  for (const domain of [
    'bogus.example',
    'poor.example',
    'hostile.example',
    'dead.example',
    'missing.example',
  ]) {
    const began = performance.now();
    const result = await scan(domain, { advanced: true });
    others[domain] = { ...result, checks: undefined, elapsed: Math.round(performance.now() - began) };
  }
  const basic = await scan('shop.example');
  const known = await ask('GET', '/api/domain/SHOP.example.');
  const history = await ask('GET', '/api/domain/shop.example/history?limit=5');
  const graphql = await ask('POST', '/graphql', {
    query: `{ domain(domain: "shop.example") { dnssecValid spfValid dmarcPolicy sslValid registrarName dnsRecords { type value } }
      certificate(domain: "shop.example") { issuer isValid daysUntilExpiry }
      expiringCertificates(days: 30) { domain daysUntilExpiry }
      statistics { totalDomains dnssecEnabledCount sslValidCount } }`,
  });
  const lines = (
    await (
      await fetch(`${url}/api/scan?stream=true`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ domain: 'shop.example', force_refresh: true }),
      })
    ).text()
  )
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Json);

  // With one server that is slower than all else, a scan should take little longer than that server.
  const pause = 400;
  setPause(pause);
  const latencies: number[] = [];
  for (let index = 0; index < repetitions; index++) {
    latencies.push((await scan('shop.example')).scan_duration_ms as number);
  }
  setPause(0);
  const quick: number[] = [];
  for (let index = 0; index < repetitions; index++) {
    quick.push((await scan('shop.example')).scan_duration_ms as number);
  }

  const bulk: Json = {};
  for (const [title, options] of [
    ['dns', { check_ssl: false }],
    ['ssl', { check_ssl: true }],
  ] as const)
    bulk[title] = await runBulk(ask, key, options);

  const terminal = await run(
    process.execPath,
    ['cli/main.ts', 'scan', 'shop.example', '--json', '--fail-on', 'fail'],
    { env: scanSettings },
  );
  const report = await run(process.execPath, ['cli/main.ts', 'scan', 'poor.example', '--fail-on', 'fail'], {
    env: scanSettings,
  });
  const remote = await run(process.execPath, ['cli/main.ts', 'scan', 'shop.example', '--collector', url]);
  await delay(100);
  socket.disconnect();
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return {
    healthy,
    questions: basic.dns_questions,
    others,
    known,
    history,
    graphql,
    lines,
    events: events.map(({ name, payload }) => ({ name, domain: payload.domain, endpoint: payload.endpoint })),
    pause,
    latencies: latencies.toSorted((a, b) => a - b),
    quick: quick.toSorted((a, b) => a - b),
    bulk,
    terminal,
    report,
    remote,
    residentBytes: Number(/^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1]),
    live: await ask('GET', '/api/stats/live'),
  };
}

type Ask = (method: string, path: string, body?: object, credential?: string) => Promise<Json>;

async function runBulk(ask: Ask, key: string, options: object): Promise<Json> {
  const domains = Array.from({ length: bulkNames }, (_, index) => `d${index}.bulk.example`);
  const began = performance.now();
  const { job_id: id } = await ask('POST', '/api/v2/bulk/submit', { domains, ...options }, key);
  for (;;) {
    await delay(100);
    const job = await ask('GET', `/api/v2/bulk/jobs/${id}`, undefined, key);
    if (job.status !== 'completed' && performance.now() - began < 120_000) continue;
    const seconds = (performance.now() - began) / 1_000;
    const results = await ask('GET', `/api/v2/bulk/jobs/${id}/results?limit=2&whole=true`, undefined, key);
    return { ...job, seconds, perSecond: Math.round(domains.length / seconds), results };
  }
}
