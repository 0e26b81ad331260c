import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import test from 'ava';
import packet from 'dns-packet';
import { batchContentType } from '../../../shared/batch/envelope.ts';
import { signatureHeader, signBatch } from '../../../shared/batch/signature.ts';
import { adminKey, startTestCollector } from '../../support/ingest/running-collector.ts';
import { binaryBatch, sampleRow } from '../../support/ingest/uploads.ts';
import { runProgram } from '../../support/resolvers/child.ts';
import { encodeDnstap, frameStream, sampleMessage } from '../../support/resolvers/dnstap-messages.ts';
import { resolverProgram, runResolverProgram } from '../../support/resolvers/resolver-program.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { until } from '../../support/until.ts';

const queries = 11;
const name = 'www.bad.example';

interface Asked {
  readonly port: number;
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What a resolver tells of one query of a client, and of its answer. */
function frames({ port, id, at }: Asked): Buffer[] {
  const questions = [{ type: 'A' as const, name }];
  const query = packet.encode({ type: 'query', id, flags: packet.RECURSION_DESIRED, questions });
  const response = packet.encode({
    type: 'response',
    id,
    questions,
    answers: [{ type: 'A', name, ttl: 300, data: '198.51.100.1' }],
  });
  const of = {
    query_port: port,
    query_time_sec: Math.floor(at / 1_000),
    query_time_nsec: (at % 1_000) * 1_000_000,
  };
  const answered = { response_time_sec: of.query_time_sec, response_time_nsec: of.query_time_nsec + 1_000 };
  return [
    encodeDnstap(sampleMessage({ ...of, type: 5, query_message: query })),
    encodeDnstap(sampleMessage({ ...of, ...answered, type: 6, response_message: response })),
  ];
}

test('queries for a listed name count once, whichever sensors saw them and whatever they told', async (t) => {
  t.timeout(180_000);
  const directory = await temporaryDirectory(t);
  const feeds = join(directory, 'feeds');
  await mkdir(feeds, { recursive: true });
  await writeFile(join(feeds, 'red-flag-domains'), 'bad.example\n');
  const { url } = await startTestCollector(t, { feeds: 'red-flag-domains', feedDirectory: feeds });
  const get = async (path: string) => {
    const response = await fetch(url + path, { headers: { authorization: `Bearer ${adminKey}` } });
    return (await response.json()) as Record<string, unknown> & { threats: unknown[] };
  };
  await until(
    async () => (await get('/api/v1/threat-intel/check/bad.example')).is_malicious === true,
    60_000,
  );

  const state = join(directory, 'state');
  const registered = await runResolverProgram(
    ['register', '--collector', url, '--state', state, '--name', 'ns1', '--location', 'Lab'],
    { SONDE_KEY: adminKey },
  );
  t.is(registered.code, 0, registered.stderr);
  const registration = JSON.parse(await readFile(join(state, 'registration.json'), 'utf8'));
  const socket = join(directory, 'dnstap.sock');
  const plugin = runProgram(t, process.execPath, [
    ...[resolverProgram, 'run', '--collector', url, '--state', state, '--dnstap-socket', socket],
    ...['--primary', '127.0.0.1:0', '--batch-seconds', '0.2'],
  ]);
  const status = async () => {
    const { stdout } = await runResolverProgram(['status', '--json', '--state', state]);
    return stdout === '' ? {} : JSON.parse(stdout);
  };
  await until(async () => {
    if (plugin.child.exitCode !== null) throw new Error(plugin.output());
    return (await status()).modules?.threat_intel?.state === 'running';
  }, 60_000);

  const asked = Array.from(
    { length: queries },
    (_, index): Asked => ({ port: 40_000 + index, id: 900 + index, at: Date.now() }),
  );
  const writer = connect(socket);
  await once(writer, 'connect');
  writer.end(frameStream(asked.flatMap(frames)));
  const threat = async () => {
    const { threats } = await get('/api/v1/dns-monitoring/threats');
    return threats[0] as { id: number; count: number } | undefined;
  };
  await until(async () => ((await threat())?.count ?? 0) >= queries, 60_000);
  const { threat_intel: told } = (await status()).modules;
  t.like(told, { asked: 0, hits: 0, shipped_as_rows: queries });

  // An agent on the wire saw the same queries.
  const batch = await binaryBatch(
    asked.map(({ port, id, at }) =>
      sampleRow({
        observedAt: at * 1_000,
        clientAddress: '192.0.2.1',
        clientPort: port,
        messageId: id,
        queryName: name,
      }),
    ),
  );
  const key = registration.location_key as string;
  const shipped = await fetch(`${url}/api/v1/dns-monitoring/queries`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': batchContentType,
      [signatureHeader]: signBatch(batch, key),
    },
    body: new Uint8Array(batch),
  });
  t.is(shipped.status, 202, await shipped.text());
  // And another resolver's plugin, that ships no rows, told of one of them.
  const alerted = await fetch(`${url}/api/v1/unbound/alerts`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${registration.api_keys.threat_intel}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      batch_id: crypto.randomUUID(),
      alerts: [
        {
          timestamp: new Date().toISOString(),
          query_name: name,
          client_ip: '192.0.2.1',
          threat_type: 'malware',
          severity: 'high',
          indicator: 'bad.example',
          source: 'red-flag-domains',
        },
      ],
    }),
  });
  t.is(alerted.status, 202, await alerted.text());
  const stored = async () =>
    (await get('/api/v1/dns-monitoring/queries?name=www.bad.example&limit=100')).count;
  await until(async () => (await stored()) === 2 * queries, 60_000);

  const { id, count } = (await threat())!;
  t.is(count, queries);
  const one = (await get(`/api/v1/dns-monitoring/threats/${id}`)) as unknown as {
    evidence: { rows: unknown[] };
  };
  t.like(one.evidence, { feed: 'red-flag-domains', indicator: 'bad.example' });
  t.is(one.evidence.rows.length, 5);
  t.like(await get(`/api/v1/dns-monitoring/threats/${id}/receipt`), { intact: true });
  await plugin.stop('SIGTERM');
});
