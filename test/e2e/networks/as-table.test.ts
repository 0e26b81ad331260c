import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { adminKey, startTestCollector } from '../../support/ingest/running-collector.ts';
import { until } from '../../support/until.ts';

const monitoring = '/api/v1/dns-monitoring';

test("fast flux is found by the networks of the operator's table", async (t) => {
  t.timeout(120_000);
  const directory = await mkdtemp(join(tmpdir(), 'sonde-as-'));
  t.teardown(() => rm(directory, { recursive: true }));
  const asTable = join(directory, 'table.tsv');
  const lines = Array.from({ length: 20 }, (_, n) => `${20 + n}.0.0.0/8\t${64_500 + n}`);
  await writeFile(asTable, [...lines, 'nonsense'].join('\n'));
  const { url } = await startTestCollector(t, { asTable });
  const call = async (method: string, path: string, body?: object, key = adminKey) => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    return await fetch(new URL(path, url), { method, headers, ...(body && { body: JSON.stringify(body) }) });
  };
  const metrics = await (await call('GET', '/metrics')).text();
  t.regex(metrics, /^sonde_dataset_entries 20$/m);
  t.regex(metrics, /^sonde_dataset_malformed_rows 1$/m);

  const made = await call('POST', `${monitoring}/locations`, { location_name: 'Office' });
  const location = (await made.json()) as { api_key: string };
  const queries = Array.from({ length: 5 }, (_, round) => ({
    timestamp: new Date(Date.now() - (10 - round) * 200_000).toISOString(),
    client_ip: '192.0.2.7',
    query_name: 'flux.example-shop.com',
    query_type: 'A',
    response_code: 'NOERROR',
    answers: Array.from({ length: 2 }, (_, n) => ({
      name: 'flux.example-shop.com',
      type: 'A',
      ttl: 60,
      data: `${20 + round * 2 + n}.1.2.3`,
    })),
  }));
  const sent = await call('POST', `${monitoring}/queries`, { queries }, location.api_key);
  t.true(sent.ok, await sent.text());
  type Threats = { threats: { id: number; threat_type: string }[] };
  let found: Threats['threats'] = [];
  await until(async () => {
    found = ((await (await call('GET', `${monitoring}/threats`)).json()) as Threats).threats;
    return found.some(({ threat_type }) => threat_type === 'fast_flux');
  }, 30_000);
  const { id } = found.find(({ threat_type }) => threat_type === 'fast_flux')!;
  const threat = (await (await call('GET', `${monitoring}/threats/${id}`)).json()) as {
    evidence: Record<string, unknown>;
  };
  t.like(threat.evidence, { method: 'ASNs among the addresses of several short-lived answers' });
});
