import test, { type ExecutionContext } from 'ava';
import { readDocument } from '../../../../agent/collector-settings/read-document.ts';
import { rolloutPlace } from '../../../../collector/domain/traffic/agent-settings/settings-for-agent.ts';
import { startTestApi } from '../../../support/http/http.ts';

const path = '/api/v1/dns-monitoring/agent-settings';

async function start(t: ExecutionContext, agents = 1) {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com', { administrator: true });
  const location = await api.world.addLocation(account.id, 'Office');
  const ids: number[] = [];
  for (let number = 0; number < agents; number++) {
    const sender = { locationId: location.id, uuid: `sensor-${number}`, software: 'x', host: `tap${number}` };
    ids.push(await api.world.agents.identify(sender));
  }
  const send = (method: string, rest: string, body?: object, by = key) =>
    api.request(path + rest, {
      method,
      headers: { authorization: `Bearer ${by}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const put = async (entries: object[], more: object = {}) => send('PUT', '', { entries, ...more });
  const ask = (uuid: string, more = '') =>
    send('GET', `/document?agent_id=${uuid}${more}`, undefined, location.key);
  return { api, location, ids, key, send, put, ask };
}

test('an agent gets its settings signed, and the later of two entries wins', async (t) => {
  const { put, ask, location, ids } = await start(t, 2);
  t.like((await ask('sensor-0')).body, { version: 0, document: null });
  const all = { settings: { sampling: '2', name_labels: '3' } };
  const local = { location_id: location.id, settings: { sampling: '5' } };
  const own = { agent_id: ids[1], settings: { deny_suffixes: 'lan' } };
  t.is((await put([all, local, own])).body.version, 1);
  const answer = (await ask('sensor-1')).body as never as Parameters<typeof readDocument>[0] & {
    document: string;
  };
  const signed = { ...answer, text: answer.document };
  const now = Date.now();
  const { document } = readDocument(signed, { agentId: 'sensor-1', knownKey: undefined, now });
  t.deepEqual(document.settings, { sampling: '5', name_labels: '3', deny_suffixes: 'lan' });
  t.like((await ask('sensor-1', '&since=1')).body, { version: 1, document: null });
  t.throws(() => readDocument(signed, { agentId: 'sensor-0', knownKey: undefined, now }), {
    message: /another agent/,
  });
  t.like((await ask('stranger')).body, { version: 0, document: null });
});

test('a share takes in the agents of a smaller one, by the places that rules of policies have', async (t) => {
  const { put, send } = await start(t, 40);
  const reached = async (percent: number): Promise<number[]> => {
    const body = { entries: [{ rollout_percent: percent, settings: { sampling: '2' } }] };
    const { agents } = (await send('POST', '/preview', body)).body as never as {
      agents: { agent_id: number; changed: boolean }[];
    };
    return agents.filter(({ changed }) => changed).map(({ agent_id: id }) => id);
  };
  const tenth = await reached(10);
  const half = await reached(50);
  t.true(tenth.every((id) => half.includes(id)));
  t.true(half.length > 8 && half.length < 32, `${half.length}`);
  t.is((await reached(100)).length, 40);
  t.is(rolloutPlace(1, 2), 0x975ca88 % 100, 'the digest of 1/2 begins so');
  t.is((await put([])).status, 200);
});

test('what agents would refuse is refused, and a change made from another version', async (t) => {
  const { put } = await start(t);
  const refused: readonly [object, RegExp][] = [
    [{ settings: { key_file: '/etc/shadow' } }, /no setting|may not come/],
    [{ settings: { interfaces: 'eth0' } }, /no setting|may not come/],
    [{ settings: { pseudonym_key: '' } }, /no setting|may not come/],
    [{ settings: { sampling: '0' } }, /integer from 1/],
    [{ settings: { filter: 'port 1) or (port 2' } }, /filter/],
    [{ location_id: 999, settings: {} }, /no such location/],
    [{ agent_id: 999, settings: {} }, /no such agent/],
    [{ id: 7, settings: {} }, /No entry/],
  ];
  for (const [entry, why] of refused) {
    const { status, text } = await put([entry]);
    t.is(status, 400, text);
    t.regex(text, why);
  }
  t.is((await put([], { based_on: 0 })).status, 200);
  t.is((await put([], { based_on: 0 })).status, 409);
});

test('versions are kept, compared and put back, and what is done is in the audit log', async (t) => {
  const { api, put, send } = await start(t);
  const first = (await put([{ settings: { sampling: '2' } }, { settings: { sampling: '3' } }]))
    .body as never as {
    entries: { id: number; settings: object }[];
  };
  const [one, two] = first.entries;
  await put([two!, { ...one!, rollout_percent: 20 }]);
  const { entries } = (await send('GET', '/compare?from=1&to=2')).body as never as {
    entries: { before: object; after: { rollout_percent: number }; moved: boolean }[];
  };
  t.is(entries.length, 2);
  t.true(entries.every(({ moved }) => moved));
  t.is((await send('POST', '/rollback', { version: 1 })).body.version, 3);
  t.deepEqual((await send('GET', '')).body.entries, (await send('GET', '?version=1')).body.entries);
  t.is((await send('POST', '/rollback', { version: 9 })).status, 409);
  t.like(((await send('GET', '/versions')).body as never as { versions: object[] }).versions[0], {
    version: 3,
    rolled_back_to: 1,
  });
  const actions = (await api.world.audit.list({}, { limit: 10, offset: 0 } as never)) as never as {
    entries: { action: string }[];
  };
  t.true(JSON.stringify(actions).includes('agent_settings_rolled_back'));
});

test('what agents tell is shown, and the next version is above it', async (t) => {
  const { put, send, ask } = await start(t);
  await put([]);
  await ask(
    'sensor-0',
    '&held=40&kept_own=sampling,filter&refused=41&refused_reason=silent&refused_message=x',
  );
  const { agents } = (await send('GET', '/agents')).body as never as { agents: { told: object }[] };
  t.like(agents[0]?.told, {
    held_version: 40,
    kept_own: ['sampling', 'filter'],
    refused: { version: 41, reason: 'silent', message: 'x' },
  });
  t.is((await put([])).body.version, 42);
});

test('an agent that waits hears of a change, and of another key by the one before', async (t) => {
  const { api, key, put, ask } = await start(t);
  const waiting = ask('sensor-0', '&wait=30');
  await put([{ settings: { sampling: '2' } }]);
  const before = (await waiting).body as never as { keys: { public_key: string }[] };
  await api.request('/api/admin/agent-settings-key/rotate', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
  });
  const answer = (await ask('sensor-0')).body as never as Parameters<typeof readDocument>[0] & {
    document: string;
  };
  const knownKey = before.keys.at(-1)!.public_key;
  const read = readDocument({ ...answer, text: answer.document }, { agentId: 'sensor-0', knownKey });
  t.not(read.publicKey, knownKey);
});
