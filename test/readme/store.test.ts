import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import test from 'ava';
import { settings } from '../../collector/config/settings.ts';
import { adminKey, startTestCollector } from '../support/ingest/running-collector.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { readCommands, rootDirectory } from './read-blocks.ts';

const page = 'docs/store.md';

test('every command of the page on the store works, and finds what was sent', async (t) => {
  t.timeout(120_000);
  const { url } = await startTestCollector(t);
  const directory = await temporaryDirectory(t);
  const created = await fetch(`${url}/api/v1/dns-monitoring/locations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ location_name: 'Branch' }),
  });
  const { id, api_key: locationKey } = (await created.json()) as { id: number; api_key: string };
  const env = { ...process.env, SONDE_KEY: adminKey, LOCATION_KEY: locationKey };
  const now = new Date().toISOString();
  const answers = new Map<string, string>();
  for (const command of readCommands(page)) {
    t.log(command);
    const here = command
      .replaceAll('http://127.0.0.1:8080', url)
      .replace('2026-11-21T11:00:00.250Z', now)
      .replace(/locations\/1$/, `locations/${id}`);
    const { stdout } = await promisify(execFile)('bash', ['-c', `${here} -sS`], { cwd: directory, env });
    t.notRegex(stdout, /"error":/);
    answers.set(/\/api\/\S+?(?=['?]|$)/.exec(command)![0], stdout);
    if (command.includes('LOCATION_KEY')) await stored(url);
  }
  t.regex(
    answers.get('/api/v1/dns-monitoring/stats')!,
    /"top_domains":\[\{"domain":"example.com","count":1\}\],"top_failures":\[\],/,
  );
  t.regex(readFileSync(join(directory, 'queries.csv'), 'utf8'), /www\.example\.com,A,NOERROR,12\.5/);
  t.regex(answers.get('/api/v2/passive-dns/query')!, /"name":"www.example.com"/);
  t.regex(answers.get('/api/v2/history/timeline/www.example.com')!, /"first_seen"/);
  t.regex(answers.get('/api/v2/feeds/new-domains')!, /"example.com"/);
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const text = readFileSync(join(rootDirectory, page), 'utf8');
  for (const [metric] of text.matchAll(/sonde_[a-z_]+/g))
    t.true(metrics.includes(`# TYPE ${metric} `), metric);
  const known = new Set(Object.values(settings).map(({ env: name }) => name));
  for (const [name] of text.matchAll(/SONDE_(?!KEY)[A-Z_]+/g)) t.true(known.has(name), name);
});

/** Until all that was accepted is stored and counted. */
async function stored(url: string): Promise<void> {
  while (!/^sonde_spool_bytes 0$/m.test(await (await fetch(`${url}/metrics`)).text())) await delay(100);
}
