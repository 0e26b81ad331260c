import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import test from 'ava';
import { adminKey, startTestCollector } from '../support/ingest/running-collector.ts';
import { until } from '../support/until.ts';
import { readCommands } from './read-blocks.ts';

const shell = promisify(execFile);

test('every call of docs/detection.md does what it says', async (t) => {
  t.timeout(120_000);
  const { url } = await startTestCollector(t);
  const monitoring = `${url}/api/v1/dns-monitoring`;
  const call = async (path: string, body?: object, key = adminKey) => {
    const response = await fetch(`${monitoring}/${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
    });
    return (await response.json()) as Record<string, never>;
  };
  // Something that raises threat 1 at location 1.
  const { id, api_key } = await call('locations', { location_name: 'Office' });
  t.is(Number(id), 1);
  const names = Array.from({ length: 300 }, (_, n) => ({
    timestamp: new Date(Date.now() - 60_000 + n * 100).toISOString(),
    client_ip: '192.0.2.7',
    query_name: `host${n}.example.net`,
    query_type: 'A',
    response_code: 'NXDOMAIN',
  }));
  await call('queries', { queries: names }, api_key);
  await until(async () => ((await call('threats')).count ?? 0) > 0, 30_000);

  const commands = readCommands('docs/detection.md');
  t.true(commands.length > 10);
  const answers = new Map<string, string>();
  for (const command of commands) {
    if (command.endsWith(' npm start') || command.startsWith('api=')) continue;
    t.log(command);
    const here = `api=${url}/api/v1; ${command.replace('curl ', 'curl -sS ')}`;
    const env = { ...process.env, SONDE_KEY: adminKey };
    const { stdout } = await shell('bash', ['-c', here], { env });
    t.notRegex(stdout, /"error"/, command);
    answers.set(command, stdout);
  }
  const answerOf = (part: string): Record<string, unknown> =>
    JSON.parse([...answers].find(([command]) => command.includes(part))![1]);
  t.like(answerOf('threats/1"'), { threat_type: 'nxdomain_storm' });
  t.like(answerOf('/resolve'), { status: 'resolved' });
  t.like(answerOf('"leastNames"'), { changes: { nxdomainStorm: { leastNames: 400 } } });
});
