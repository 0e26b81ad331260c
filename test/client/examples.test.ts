import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import test from 'ava';
import { SondeClient } from '../../client/sonde-client.ts';
import { adminKey, startTestCollector } from '../support/ingest/running-collector.ts';
import { until } from '../support/until.ts';

const examples = new URL('../../client/examples/', import.meta.url);
const run = promisify(execFile);

test('the README shows the examples as they are', async (t) => {
  const readme = await readFile(new URL('../README.md', examples), 'utf8');
  const shown = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map((match) => match[1]!);
  const files = await readdir(examples);
  t.is(shown.length, files.length);
  for (const file of files) t.true(shown.includes(await readFile(new URL(file, examples), 'utf8')), file);
});

test('the examples run against a collector, and what one stores another exports', async (t) => {
  const { url } = await startTestCollector(t);
  const env = { ...process.env, SONDE_URL: url, SONDE_KEY: adminKey };
  const example = async (name: string) =>
    (await run(process.execPath, [new URL(name, examples).pathname], { env, timeout: 60_000 })).stdout;

  t.is(await example('locations.ts'), '1 stored, 0 refused\n404 not_found\n');
  const sonde = new SondeClient({ url, key: adminKey });
  await until(async () => {
    const { count } = await sonde.call('GET /api/v1/dns-monitoring/queries');
    return count === 1;
  });
  t.regex(await example('export.ts'), /^\S+Z 192\.0\.2\.7 www\.example\.com A\n1 queries\n$/);
  t.is(await example('events.ts'), 'Welcome to Sonde.\nlistening\n');
});
