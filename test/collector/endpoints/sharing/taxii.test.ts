import test, { type ExecutionContext } from 'ava';
import { makeKey } from '../../../../collector/domain/people/access/api-key.ts';
import { noBounds } from '../../../../collector/ports/accounts/key-bounds.ts';
import { addSighting } from '../../../support/fakes/threats/sightings.ts';
import { startTestApi } from '../../../support/http/http.ts';
import { systemRandom } from '../../../support/system-random.ts';

const mediaType = 'application/taxii+json;version=2.1';
const root = '/taxii2/sonde/collections';

interface Envelope {
  readonly more?: boolean;
  readonly next?: string;
  readonly objects?: readonly Record<string, unknown>[];
}

async function start(t: ExecutionContext, { administrator = false } = {}) {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com', { administrator });
  const location = await api.world.addLocation(account.id, 'office');
  const pull = async (query: string): Promise<Record<string, unknown>[]> => {
    const all: Record<string, unknown>[] = [];
    let next: string | undefined;
    for (let pages = 0; pages < 100; pages++) {
      const more = next === undefined ? '' : `&next=${next}`;
      const answer = await api.get(`${root}/threats/objects/?${query}${more}`, key);
      t.is(answer.status, 200, answer.text);
      const envelope = answer.body as Envelope;
      all.push(...(envelope.objects ?? []));
      if (envelope.objects?.length) t.truthy(answer.headers.get('x-taxii-date-added-last'));
      t.is(envelope.more ?? false, envelope.next !== undefined);
      ({ next } = envelope);
      if (next === undefined) return all;
    }
    throw new Error('the pages have no end');
  };
  return { api, account, key, location, pull };
}

test('a server is found, its collections are listed, and their content types are those of TAXII', async (t) => {
  const { api, key } = await start(t);
  const discovery = await api.get('/taxii2/', key);
  t.is(discovery.headers.get('content-type'), mediaType);
  t.deepEqual(discovery.body.api_roots, ['/taxii2/sonde/']);
  t.deepEqual((await api.get('/taxii2/sonde/', key)).body.versions, [mediaType]);
  const { collections } = (await api.get(`${root}/`, key)).body as {
    collections: { id: string; alias: string; can_read: boolean; can_write: boolean }[];
  };
  t.deepEqual(
    collections.map(({ alias, can_read, can_write }) => [alias, can_read, can_write]),
    [
      ['threats', true, false],
      ['threats-high', true, false],
    ],
  );
  t.deepEqual((await api.get(`${root}/${collections[0]!.id}/`, key)).body, { ...collections[0] });
  const missing = await api.get(`${root}/indicators/`, key);
  t.is(missing.status, 404);
  t.is(missing.headers.get('content-type'), mediaType);
  t.is(missing.body.http_status, '404');
  t.is(typeof missing.body.title, 'string');
  t.is((await api.get('/taxii2/')).status, 401);
});

test('a pull in pages of any length equals one pull, and every reference is in it', async (t) => {
  const { api, location, pull } = await start(t);
  for (let index = 0; index < 23; index++) {
    await addSighting(api.world.threats, location.id, {
      subject: `bad${index}.example`,
      observedAt: new Date(Date.UTC(2026, 2, 14, 9, index % 5)),
      technique: 'T1071.004',
    });
  }
  await addSighting(api.world.threats, location.id, { subject: '198.51.100.7' });
  await addSighting(api.world.threats, location.id, { subject: 'host.example/path' });
  await addSighting(api.world.threats, location.id, { subject: '192.0.2.7', clientAddress: '192.0.2.7' });
  await addSighting(api.world.threats, location.id, { type: 'name_leak', subject: 'inside.example' });
  const whole = await pull('limit=2000');
  for (const limit of [1, 7, 10]) t.deepEqual(await pull(`limit=${limit}`), whole, `pages of ${limit}`);
  // An identity; of each subject four objects, of a URL no observable and nothing observed.
  t.is(whole.length, 1 + 24 * 4 + 2);
  const ids = whole.map(({ id }) => id as string);
  t.is(new Set(ids).size, ids.length);
  for (const object of whole) {
    t.regex(object.id as string, new RegExp(`^${object.type as string}--[0-9a-f-]{36}$`));
    t.is(object.spec_version, '2.1');
    const references = [object.created_by_ref, object.sighting_of_ref, object.object_refs].flat();
    for (const reference of references)
      if (reference !== undefined) t.true(ids.includes(reference as string));
  }
  const address = whole.find(({ type }) => type === 'ipv4-addr');
  // As other makers name it (STIX 2.1 section 2.9).
  t.is(address?.id, 'ipv4-addr--12592121-be4c-5a93-a813-5a5af16e50db');
  t.is(address?.value, '198.51.100.7');
  const indicator = whole.find(({ name }) => name === 'host.example/path');
  t.is(
    indicator?.pattern,
    "[url:value = 'http://host.example/path' OR url:value = 'https://host.example/path']",
  );
  t.deepEqual(await pull('match[type]=identity'), [whole[0]]);
  t.is((await pull('match[type]=sighting&limit=4')).length, 25);
  t.deepEqual(await pull('match[spec_version]=2.0'), []);
  const added = await pull('added_after=2026-03-14T09:02:00.000Z&match[type]=indicator&limit=3');
  t.is(added.length, 4 + 4 + 2);
});

test('objects are found by their id, with their version, and the manifest names them all', async (t) => {
  const { api, key, location, pull } = await start(t);
  await addSighting(api.world.threats, location.id);
  const [, , indicator] = await pull('limit=100');
  t.is(indicator?.type, 'indicator');
  t.false('valid_until' in indicator!);
  const path = `${root}/threats/objects/${indicator!.id as string}`;
  t.deepEqual((await api.get(path, key)).body, { objects: [indicator] });
  t.deepEqual((await api.get(`${path}/versions/`, key)).body, { versions: [indicator!.modified] });
  t.is((await api.get(`${path.slice(0, -36)}00000000-0000-4000-8000-000000000000`, key)).status, 404);
  const manifest = (await api.get(`${root}/threats/manifest/`, key)).body as Envelope;
  t.deepEqual(
    manifest.objects?.map(({ id }) => id),
    (await pull('limit=100')).map(({ id }) => id),
  );
  for (const next of ['x', 'W10', Buffer.from('["a","b","c"]').toString('base64url')])
    t.is((await api.get(`${root}/threats/objects?next=${next}`, key)).status, 400, next);
  t.is((await api.get(`${root}/threats/objects?limit=0`, key)).status, 400);
  t.is((await api.get(`${root}/threats/objects?added_after=yesterday`, key)).status, 400);
});

test('a key for one location sees its threats alone, and lists are for administrators', async (t) => {
  const { api, account, key, location } = await start(t, { administrator: true });
  const other = await api.world.addLocation(account.id, 'other');
  await addSighting(api.world.threats, location.id, { subject: 'here.example' });
  await addSighting(api.world.threats, other.id, { subject: 'there.example' });
  await api.world.indicators.replaceSource('own', [
    { name: 'listed.example', threatType: 'c2', severity: 'high', source: 'own', description: null },
  ]);
  await api.world.indicators.replaceSource('urlhaus', [
    { name: 'feed.example', threatType: 'c2', severity: 'high', source: 'urlhaus', description: null },
  ]);
  const listed = await api.get(`${root}/indicators/objects`, key);
  t.regex(listed.text, /listed\.example/);
  t.notRegex(listed.text, /feed\.example/);
  const made = makeKey('account', systemRandom);
  const { prefix, hash } = made;
  const bounds = { ...noBounds, locationIds: [location.id], families: ['Sharing'], readOnly: true };
  await api.world.apiKeys.create({
    accountId: account.id,
    scope: { kind: 'account' },
    prefix,
    hash,
    label: 'x',
    bounds,
  });
  const seen = await api.get(`${root}/threats/objects`, made.key);
  t.regex(seen.text, /here\.example/);
  t.notRegex(seen.text, /there\.example/);
  t.is((await api.get(`${root}/indicators/objects`, made.key)).status, 404);
  t.is((await api.get('/api/v1/dns-monitoring/threats', made.key)).body.code, 'family_insufficient');
  // Programs that know a user and a password.
  const basic = Buffer.from(`taxii:${made.key}`).toString('base64');
  const answer = await api.request(`${root}/threats/objects`, {
    headers: { authorization: `Basic ${basic}` },
  });
  t.is(answer.text, seen.text);
  const wrong = await api.request(`${root}/`, { headers: { authorization: 'Basic bm90aGluZw==' } });
  t.is(wrong.status, 401);
});
