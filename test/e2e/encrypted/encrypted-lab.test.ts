import { execFile, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import type { AnswerOf } from '../../../client/operation-types.ts';
import { SondeClient } from '../../../client/sonde-client.ts';
import { findSeclusion } from '../../../scanner/bench/lab/seclusion.ts';
import { adminKey, startTestCollector } from '../../support/ingest/running-collector.ts';
import { runInNamespace } from '../../support/lab/run-in-namespace.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { until } from '../../support/until.ts';

const root = join(import.meta.dirname, '..', '..', '..');
type Connections = AnswerOf<'GET /api/v1/dns-monitoring/encrypted'>['connections'];

const isLacking = ['unbound', 'dig'].some((program) => spawnSync(program, ['-V']).error !== undefined);
if (isLacking || findSeclusion().plan.kind !== 'namespace') {
  test('Unbound, dig or network namespaces lack: the lab of encrypted DNS is not tried', (t) => t.pass());
} else {
  test('what dig and Unbound speak over TLS and HTTPS, and QUIC, is seen from the wire to the collector', async (t) => {
    t.timeout(240_000);
    const directory = await temporaryDirectory(t);
    const lab = (await runInNamespace(join(root, 'test/support/lab/encrypted-lab.ts'), [directory])) as {
      replies: string[];
      quic: string;
    };
    t.deepEqual(lab.replies, ['192.0.2.53', '203.0.113.80', '203.0.113.80']);
    t.log(`QUIC by ${lab.quic}`);

    const { url } = await startTestCollector(t);
    const api = new SondeClient({ url, key: adminKey });
    const { api_key: key } = await api.call('POST /api/v1/dns-monitoring/locations', {
      body: { location_name: 'Lab' },
    });
    const list = join(directory, 'resolvers.json');
    await writeFile(
      list,
      JSON.stringify({ resolvers: [{ provider: 'Lab', addresses: ['192.0.2.53'], names: ['lab.test'] }] }),
    );
    const sinks = join(directory, 'sinks.json');
    await writeFile(
      sinks,
      JSON.stringify({
        sinks: [{ name: 'conn', kind: 'files', presentation: 'zeek', queries: false, connections: 'all' }],
      }),
    );
    const replay = ['replay', join(directory, 'lab.pcap'), '--collector', url, '--key', key];
    const options = [
      '--encrypted-dns',
      'true',
      '--encrypted-dns-resolvers',
      list,
      '--sinks',
      sinks,
      '--state',
      join(directory, 'state'),
    ];
    await promisify(execFile)(process.execPath, [join(root, 'agent/main.ts'), ...replay, ...options]);

    let connections: Connections = [];
    await until(async () => {
      const found = await api.call('GET /api/v1/dns-monitoring/encrypted', { query: { limit: 50 } });
      // Those that only looked if the server is there said nothing.
      ({ connections } = found);
      return connections.length === 3;
    }, 60_000);
    const of = (protocol: string) => connections.find((each) => each.protocol === protocol)!;
    t.like(of('dot'), {
      client_ip: '198.51.100.7',
      server_ip: '192.0.2.53',
      server_port: 853,
      provider: 'Lab',
      hello: 'read',
      looked_up: true,
      is_open: false,
    });
    t.like(of('doh'), { server_port: 443, provider: 'Lab', hello: 'read', looked_up: true, alpn: ['h2'] });
    for (const protocol of ['dot', 'doh']) {
      const { ja4, bytes_to_client: answered, duration_ms: lasted } = of(protocol);
      t.regex(ja4!, /^t13[di]/);
      t.true(answered > 500 && lasted > 0);
    }
    t.like(of('doq'), {
      client_ip: '198.51.100.8',
      hello: 'read',
      server_name: 'dns.lab.test',
      looked_up: null,
    });
    t.regex(of('doq').ja4!, /^q13d/);
    t.true(of('doq').alpn!.includes('doq'));

    // The agent's own sink has the same connections.
    const lines = (await readFile(join(directory, 'state', 'sink-files', 'conn.ndjson'), 'utf8')).trim();
    const told = lines.split('\n').map((line) => JSON.parse(line));
    // One telling of each: the file is over before a second.
    t.is(told.length, 3);
    for (const protocol of ['dot', 'doh', 'doq']) {
      const { id, client_port: port, ja4, bytes_to_server: bytes } = of(protocol);
      t.like(
        told.find(({ uid }) => uid === id),
        { _path: 'conn', 'id.orig_p': port, ja4, orig_bytes: bytes },
      );
    }

    const { agents } = await api.call('GET /api/v1/dns-monitoring/agents', { query: {} });
    const [run] = agents.find(({ software }) => software.startsWith('sonde-agent'))!.runs;
    t.true(run!.complete);
    t.like(run!.ledger.encrypted_flows, { seen: 3, stored: 3, pending: 0, foreign: 0 });
    // Queries take a way of their own into the store.
    await until(async () => {
      const { clients } = await api.call('GET /api/v1/dns-monitoring/encrypted/share', { query: {} });
      const asking = clients.find(({ client_ip: client }) => client === '198.51.100.7')!;
      return asking.connections === 2 && asking.clear_queries === 1;
    }, 60_000);
    const submitted = await api.call('POST /v1/fingerprint/submit', {
      body: { source_ip: '198.51.100.7', fingerprints: { ja4: of('dot').ja4! } },
    });
    t.is(submitted.times_seen, 2);
  });
}
