import { execFile } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { decode, encode } from 'dns-packet';
import { bareEnvironment } from '../../support/bare-environment.ts';
import { adminKey, startTestCollector } from '../../support/ingest/running-collector.ts';
import { until } from '../../support/until.ts';

const monitoring = '/api/v1/dns-monitoring';

test('an agent announces a canary and asks for its names; the sensor would have noticed, and nothing is raised', async (t) => {
  t.timeout(180_000);
  const { url } = await startTestCollector(t);
  const call = async (method: string, path: string, body?: object, key = adminKey) => {
    const response = await fetch(new URL(path, url), {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return (await response.json()) as never;
  };
  const location = (await call('POST', `${monitoring}/locations`, { location_name: 'Office' })) as {
    api_key: string;
  };

  // A resolver that knows nothing, and the sensor beside it.
  const queries: object[] = [];
  const resolver = createSocket('udp4');
  resolver.on('message', (message, peer) => {
    const { id, questions } = decode(message);
    const { name, type } = questions![0]!;
    const about = { query_name: name, query_type: type, response_code: 'NXDOMAIN' };
    queries.push({ timestamp: new Date().toISOString(), client_ip: '192.0.2.7', ...about });
    resolver.send(
      encode({ type: 'response', id: id!, flags: 3, questions: questions! }),
      peer.port,
      peer.address,
    );
  });
  await new Promise<void>((resolve) => resolver.bind(0, '127.0.0.1', resolve));
  t.teardown(() => resolver.close());

  const program = join(import.meta.dirname, '..', '..', '..', 'agent', 'main.ts');
  const server = `127.0.0.1:${resolver.address().port}`;
  const options = ['--collector', url, '--key', location.api_key, '--server', server];
  const { stdout } = await promisify(execFile)(process.execPath, [program, 'canary', ...options]);
  t.regex(stdout, /^nxdomain: 260 names queried, 260 do not exist/m);
  await call('POST', `${monitoring}/queries`, { queries }, location.api_key);

  interface Outcome {
    queries: number;
    caught: { severity: string | null }[];
  }
  interface Canaries {
    canaries: { locations: (Outcome & { agents: Outcome[] })[] }[];
  }
  const here = async () =>
    ((await call('GET', `${monitoring}/canaries`)) as Canaries).canaries[0]!.locations[0]!;
  await until(async () => (await here()).queries === queries.length);
  // Queries can be counted before what was found in them.
  await until(async () => {
    const { agents: each, caught } = await here();
    return [{ caught }, ...each].every((one) => one.caught.every(({ severity }) => severity !== null));
  });
  const { agents, ...together } = await here();
  t.is(agents.length, 1);
  for (const { caught } of [together, ...agents])
    t.true(
      caught.every(({ severity }) => severity !== null),
      JSON.stringify(caught),
    );
  const command = [join(import.meta.dirname, '..', '..', '..', 'cli', 'main.ts'), 'canary'];
  const env = { ...bareEnvironment(), SONDE_KEY: adminKey };
  const { stdout: table } = await promisify(execFile)(process.execPath, [...command, '--url', url], { env });
  t.regex(
    table,
    /^announced +canary +location +agent +queries +tunnel +dga +nxdomain\n.* Office +all agents +316 +\w+ +\w+ +low$/m,
  );
  t.notRegex(table, /missed/);
  const { threats } = (await call('GET', `${monitoring}/threats`)) as {
    threats: { threat_type: string; severity: string }[];
  };
  t.true(threats.every(({ threat_type, severity }) => threat_type === 'canary' && severity === 'info'));
});
