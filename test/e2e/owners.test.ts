import test from 'ava';
import { SondeClient } from '../../client/sonde-client.ts';
import { batchContentType } from '../../shared/batch/envelope.ts';
import type { RowRecord } from '../../shared/batch/row.ts';
import { signBatch } from '../../shared/batch/signature.ts';
import { startTestCollector } from '../support/ingest/running-collector.ts';
import { binaryBatch, oldBatch, sampleRow } from '../support/ingest/uploads.ts';
import { until } from '../support/until.ts';

const answer = (name: string, type: number, data: string): RowRecord => {
  return { section: 'answer', name, type, ttl: 60, data };
};

test('whole owners come out of a collector, whichever version of a batch they came in by', async (t) => {
  const { url } = await startTestCollector(t);
  const nobody = new SondeClient({ url, retries: 0 });
  const { token } = await nobody.call('POST /api/auth/register', {
    body: { email: 'ada@example.com', password: 'long enough' },
  });
  const ada = nobody.withKey(token);
  const { api_key: key } = await ada.call('POST /api/v1/dns-monitoring/locations', {
    body: { location_name: 'office' },
  });
  const rows = ['old.example', 'new.example'].map((queryName) =>
    sampleRow({
      queryName,
      records: [answer(queryName, 5, `alias.${queryName}`), answer(`alias.${queryName}`, 1, '198.51.100.1')],
    }),
  );
  for (const batch of [await oldBatch([rows[0]!]), await binaryBatch([rows[1]!])]) {
    const { status } = await fetch(`${url}/api/v1/dns-monitoring/queries`, {
      method: 'POST',
      headers: {
        'x-api-key': key,
        'content-type': batchContentType,
        'x-sonde-signature': signBatch(batch, key),
      },
      body: new Uint8Array(batch),
    });
    t.is(status, 202);
  }
  const told = {
    timestamp: new Date().toISOString(),
    client_ip: '192.0.2.7',
    query_name: 'told.example',
    query_type: 'CNAME',
    response_code: 'NOERROR',
    answers: [{ type: 'CNAME', data: 'alias.told.example' }],
  };
  await nobody.withKey(key).ingestQueries([told]);
  await until(async () => (await ada.call('GET /api/v1/dns-monitoring/queries')).count === 3);

  const expected = [
    ['old.example', 'old.example alias.old.example'],
    ['new.example', 'new.example alias.new.example'],
    ['told.example', 'told.example'],
  ].sort();
  type Shown = { query_name: string; records: readonly { name: string }[] };
  const ownersOf = (queries: readonly Shown[]): string[][] =>
    queries.map((query) => [query.query_name, query.records.map(({ name }) => name).join(' ')]).sort();
  t.deepEqual(ownersOf((await ada.call('GET /api/v1/dns-monitoring/queries')).queries), expected);
  const lines = await fetch(`${url}/api/v1/dns-monitoring/queries?format=ndjson`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const exported = (await lines.text()).trim().split('\n');
  t.deepEqual(ownersOf(exported.map((line) => JSON.parse(line) as Shown)), expected);
  for (const domain of ['old.example', 'new.example', 'told.example']) {
    const recordsOf = async () =>
      (await ada.call('GET /api/v2/passive-dns/query', { query: { domain } })).records;
    // Rows can be searched before the facts that the same insert makes of them.
    await until(async () => (await recordsOf()).length > 0);
    const records = await recordsOf();
    t.deepEqual(
      records.map(({ name, data }) => [name, data]),
      [[domain, `alias.${domain}`]],
    );
  }
});
