import { gzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { startTestApi } from '../../../support/http/http.ts';

const path = '/api/v1/dns-monitoring/queries';

async function startWithLocation(t: ExecutionContext) {
  const api = await startTestApi(t);
  const { account } = await api.world.addAccount('ada@example.com');
  const location = await api.world.addLocation(account.id, 'Office');
  const post = (headers: Record<string, string>, body: string | Uint8Array<ArrayBuffer>) =>
    api.request(path, { method: 'POST', headers: { 'x-api-key': location.key, ...headers }, body });
  return { api, location, account, post };
}

test("an upload reaches ingest as it was sent, under the key's location", async (t) => {
  const { api, location, account, post } = await startWithLocation(t);
  const bytes = new Uint8Array(gzipSync('{"queries":[]}'));
  const answer = await post(
    {
      'content-type': 'Application/JSON; charset=utf-8',
      'content-encoding': 'GZIP',
      'x-batch-id': 'batch-1',
      'x-sonde-signature': 'v1=00',
    },
    bytes,
  );
  t.is(answer.status, 202);
  t.deepEqual(answer.body, { accepted: 1, rejected: 0, errors: [], batch_id: 'batch-1', duplicate: false });
  const upload = api.world.ingest.uploads[0]!;
  t.deepEqual(upload.sender, { accountId: account.id, locationId: location.id, secret: location.key });
  t.is(upload.contentType, 'application/json');
  t.is(upload.contentEncoding, 'gzip');
  t.is(upload.signature, 'v1=00');
  t.deepEqual(new Uint8Array(upload.bytes), bytes);
});

test('the same id again is a duplicate; either header names it', async (t) => {
  const { api, post } = await startWithLocation(t);
  const json = { 'content-type': 'application/json' };
  t.false((await post({ ...json, 'idempotency-key': 'a' }, '{}')).body.duplicate);
  t.true((await post({ ...json, 'x-batch-id': 'a' }, '{}')).body.duplicate);
  t.is(api.world.ingest.uploads.length, 1);
});

test('content types, codings and batch ids that are not known are refused', async (t) => {
  const { post } = await startWithLocation(t);
  t.is((await post({ 'content-type': 'text/plain' }, 'x')).body.code, 'unsupported_media_type');
  const brotli = await post({ 'content-type': 'application/json', 'content-encoding': 'br' }, 'x');
  t.is(brotli.body.code, 'unsupported_content_encoding');
  for (const id of ['', 'a b', 'x'.repeat(129), "'; DROP TABLE"]) {
    const answer = await post({ 'content-type': 'application/json', 'x-batch-id': id }, '{}');
    t.is(answer.status, 400, id);
  }
  for (const type of ['application/x-ndjson', 'application/vnd.sonde.batch']) {
    t.is((await post({ 'content-type': type }, 'x')).status, 202, type);
  }
});
