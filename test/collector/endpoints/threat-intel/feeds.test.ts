import test, { type ExecutionContext } from 'ava';
import { newFeedState } from '../../../../collector/domain/intelligence/threat-intel/feeds/feed-state.ts';
import { FeedsInForce } from '../../../../collector/domain/intelligence/threat-intel/feeds/feeds-in-force.ts';
import { SegmentBuilder } from '../../../../collector/domain/intelligence/threat-intel/index/segment-builder.ts';
import { feeds } from '../../../../collector/sources/feeds/index.ts';
import { startTestApi } from '../../../support/http/http.ts';

const path = '/api/v1/threat-intel/feeds';

async function administrator(t: ExecutionContext) {
  const api = await startTestApi(t);
  const { key } = await api.world.addAccount('ada@example.com', { administrator: true });
  const send = (method: string, rest: string, body?: object) =>
    api.send(method, `${path}/${rest}`, body, key);
  const listed = async (id: string) =>
    ((await api.get(path, key)).body.feeds as { id: string }[]).find((feed) => feed.id === id)!;
  return { api, world: api.world, key, send, listed };
}

test('a feed is switched on and off at once, for other collectors too, and it is told who did', async (t) => {
  const { world, send, listed } = await administrator(t);
  t.like(await listed('urlhaus'), {
    status: 'disabled',
    is_enabled: false,
    is_default: true,
    next_attempt_at: null,
  });
  const on = await send('PUT', 'urlhaus', { enabled: true });
  t.is(on.status, 200);
  t.like(on.body, {
    status: 'pending',
    is_enabled: true,
    licence: 'CC0; abuse.ch asks for fair use',
    changed: { enabled: true, weight: null },
    key: { name: 'abuse_ch_key', required: false, origin: null },
  });
  t.deepEqual(
    world.feedsInForce.enabled.map(({ id }) => id),
    ['urlhaus'],
  );
  // Another one on the same database, whose settings choose others.
  const other = new FeedsInForce(feeds, { choice: ['default'], keys: {} });
  t.true(other.isEnabled('cisa-kev'));
  await send('PUT', 'cisa-kev', { enabled: false });
  await other.refresh(world.ports);
  t.false(other.isEnabled('cisa-kev'));
  t.true(other.isEnabled('spamhaus-drop-v4'));
  await send('PUT', 'cisa-kev', { enabled: null });
  await other.refresh(world.ports);
  t.true(other.isEnabled('cisa-kev'), 'the settings count again');
  t.like(world.audit.entries.at(-1), {
    action: 'feed_changed',
    object: 'feed:urlhaus',
    details: { enabled: true },
  });
});

test('what cannot be meant is refused, and nobody else may', async (t) => {
  const { api, world, send } = await administrator(t);
  t.is((await send('PUT', 'no-such-feed', { enabled: true })).status, 404);
  t.is((await send('PUT', 'urlhaus', {})).status, 400);
  t.is((await send('PUT', 'urlhaus', { weight: 1.1 })).status, 400);
  t.is((await send('PUT', 'urlhaus', { threat_type: 'Not One Word' })).status, 400);
  t.is((await send('POST', 'urlhaus/refresh')).status, 409, 'it is off');
  t.is((await send('PUT', 'cisa-kev/key', { key: 'k' })).status, 409, 'it takes none');
  t.is((await send('PUT', 'urlhaus/key', { key: 'with a space' })).status, 400);
  t.is((await send('DELETE', 'urlhaus/key')).status, 404);
  const { key } = await world.addAccount('bob@example.com');
  for (const [method, rest, body] of [
    ['PUT', 'urlhaus', { enabled: true }],
    ['POST', 'urlhaus/refresh', undefined],
    ['PUT', 'urlhaus/key', { key: 'k' }],
    ['DELETE', 'urlhaus/key', undefined],
  ] as const)
    t.is((await api.send(method, `${path}/${rest}`, body, key)).status, 403, rest);
  t.is(world.audit.entries.length, 0);
});

test('a key is kept sealed, never shown, and serves all feeds of its publisher', async (t) => {
  const { api, world, key, send, listed } = await administrator(t);
  await send('PUT', 'urlhaus', { enabled: true });
  await send('PUT', 'threatfox', { enabled: true });
  await world.feedStates.save({ ...newFeedState('threatfox'), status: 'needs_key', nextAttemptAt: 9e15 });
  const set = await send('PUT', 'urlhaus/key', { key: 's3cret-of-abuse.ch' });
  t.like(set.body, { key: { origin: 'stored' } });
  t.is(world.feedsInForce.key('abuse_ch_key'), 's3cret-of-abuse.ch');
  t.is((await world.feedStates.load('threatfox'))?.nextAttemptAt, 0, 'it is tried with the key soon');
  t.like(await listed('threatfox'), { key: { origin: 'stored' } });
  const sealed = world.feedSettings.sealed.get('abuse_ch_key')!;
  t.false(sealed.includes('s3cret'));
  for (const text of [set.text, (await api.get(path, key)).text, JSON.stringify(world.audit.entries)])
    t.false(text.includes('s3cret'));
  const elsewhere = new FeedsInForce(feeds, { choice: 'none', keys: { abuse_ch_key: 'of-the-settings' } });
  await elsewhere.refresh(world.ports);
  t.is(elsewhere.key('abuse_ch_key'), 'of-the-settings');
  t.is(elsewhere.keyOrigin('abuse_ch_key'), 'setting');
  world.feedSettings.sealed.set('abuse_ch_key', sealed.slice(0, -4));
  await world.feedsInForce.refresh(world.ports);
  t.like(await listed('threatfox'), { key: { origin: 'unreadable' } });
  t.like((await send('DELETE', 'urlhaus/key')).body, { key: { origin: null } });
  t.deepEqual(world.audit.entries.map(({ action }) => action).slice(0, 2), [
    'publisher_key_removed',
    'publisher_key_set',
  ]);
});

test('a feed is looked at now, once a minute at most, however it is switched', async (t) => {
  const { world, send } = await administrator(t);
  await send('PUT', 'urlhaus', { enabled: true });
  const tomorrow = Date.now() + 86_400_000;
  const looked = {
    ...newFeedState('urlhaus'),
    status: 'active',
    indicatorCount: 7,
    nextAttemptAt: tomorrow,
  } as const;
  await world.feedStates.save({ ...looked, lastAttemptAt: Date.now() - 61_000 });
  const asked = await send('POST', 'urlhaus/refresh');
  t.is(asked.status, 202);
  t.like(asked.body, { status: 'active', indicator_count: 7 });
  t.true((await world.feedStates.load('urlhaus'))!.nextAttemptAt <= Date.now());
  t.like(world.audit.entries[0], { action: 'feed_refreshed', object: 'feed:urlhaus' });

  const justNow = Date.now();
  await world.feedStates.save({ ...looked, lastAttemptAt: justNow });
  const tooSoon = await send('POST', 'urlhaus/refresh');
  t.is(tooSoon.status, 429);
  t.regex(tooSoon.headers.get('retry-after')!, /^(?:60|59|58)$/);
  await send('PUT', 'urlhaus', { enabled: false });
  await send('PUT', 'urlhaus', { enabled: true });
  t.is((await world.feedStates.load('urlhaus'))!.nextAttemptAt, justNow + 60_000);
});

test('what an operator says of a feed counts for all that it lists, at once', async (t) => {
  const { api, world, key, send } = await administrator(t);
  const builder = new SegmentBuilder('urlhaus', 0.9);
  const indicator = {
    name: 'a.example',
    threatType: 'malware',
    severity: 'high',
    source: 'urlhaus',
  } as const;
  builder.add({ ...indicator, description: null });
  await world.matcher.install(builder.build());
  const check = async () => (await api.get('/api/v1/threat-intel/check/www.a.example', key)).body;
  t.like(await check(), { severity: 'high', threat_type: 'malware' });
  const judged = { weight: 0.6, severity: 'low', threat_type: 'spam' };
  t.like((await send('PUT', 'urlhaus', judged)).body, { ...judged, changed: { enabled: null, ...judged } });
  t.like(await check(), { severity: 'low', threat_type: 'spam' });
  t.is(world.matcher.check('a.example', 0)[0]?.weight, 0.6);
  await send('PUT', 'urlhaus', { severity: null });
  t.like(await check(), { severity: 'high', threat_type: 'spam' });
});

test('a dataset is switched and looked at now, and one of the operator is left alone', async (t) => {
  const { api, world, key } = await administrator(t);
  const send = (method: string, rest: string, body?: object) =>
    api.send(method, `/api/v1/datasets/${rest}`, body, key);
  t.is((await send('POST', 'ris-ipv4/refresh')).status, 409);
  t.like((await send('PUT', 'ris-ipv4', { enabled: true })).body, { id: 'ris-ipv4', is_enabled: true });
  t.is((await send('POST', 'ris-ipv4/refresh')).status, 202);
  t.is((await send('POST', 'ris-ipv4/refresh')).status, 429);
  t.is((await send('PUT', 'as-table', { enabled: true })).status, 409);
  t.is((await send('PUT', 'no-such', { enabled: true })).status, 404);
  t.deepEqual(
    world.audit.entries.map(({ action, object }) => `${action} ${object}`),
    ['dataset_refreshed dataset:ris-ipv4', 'dataset_switched dataset:ris-ipv4'],
  );
});
