import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { makeKey } from '../../../../collector/domain/people/access/api-key.ts';
import {
  mostEnrolmentAttempts,
  mostRecordedRefusals,
} from '../../../../collector/domain/traffic/enrolment/enrol-agent.ts';
import { mostGoodTokens } from '../../../../collector/domain/traffic/enrolment/make-token.ts';
import { addEnrolledAgent } from '../../../support/fakes/fleet/enrol.ts';
import { FakeWorld } from '../../../support/fakes/world.ts';
import { startTestApi } from '../../../support/http/http.ts';
import { systemRandom } from '../../../support/system-random.ts';

const tokens = '/api/v1/enrolment/tokens';
const agents = '/api/v1/enrolment/agents';
const newKey = () => makeKey('location', systemRandom).key;

async function start(t: ExecutionContext) {
  const world = new FakeWorld();
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead };
  const api = await startTestApi(t, { world, parts: { ports: { ...world.ports, clock } } });
  const { account, key } = await world.addAccount('ada@example.com');
  const office = await api.world.addLocation(account.id, 'Office');
  const make = (more: object = {}) => api.send('POST', tokens, { location_id: office.id, ...more }, key);
  const wish = (token: string, more: object = {}) => ({
    token,
    agent_id: randomUUID(),
    key: newKey(),
    host: 'sensor-1',
    ...more,
  });
  const enrol = (token: string, more: object = {}) => api.send('POST', agents, wish(token, more));
  const recorded = async (action: string) =>
    (await api.world.audit.list({ accountId: account.id, action }, { limit: 100, offset: 0 })).entries;
  return { api, clock, account, key, office, make, enrol, wish, recorded };
}

test('a token is exchanged once for a key of the location, and is refused then by a clear word', async (t) => {
  const { api, key, office, make, enrol, wish, recorded } = await start(t);
  const made = await make({ label: 'cellar' });
  t.is(made.status, 201, made.text);
  const token = String(made.body.token);
  t.regex(token, /^sonde_enr_[0-9A-Za-z]{24}$/);
  t.like(made.body, { uses: 1, used: 0, state: 'good', location_id: office.id, label: 'cellar' });
  const first = wish(token);
  const enrolled = await api.send('POST', agents, first);
  t.is(enrolled.status, 201, enrolled.text);
  t.false(enrolled.text.includes(first.key), 'the answer has no secret');
  const again = await api.send('POST', agents, first);
  t.deepEqual([again.status, again.body.id], [201, enrolled.body.id], 'whose answer was lost asks again');
  const second = await enrol(token);
  t.is(second.status, 401);
  t.like(second.body, { code: 'invalid_credential' });
  t.regex(String(second.body.error), /used already/);
  const list = await api.get(tokens, key);
  t.like((list.body.tokens as object[])[0], { used: 1, refused: 1, state: 'used' });
  t.false(list.text.includes(token));
  const [entry] = await recorded('enrolment_refused');
  t.like(entry, { object: `enrolment_token:${made.body.id}`, details: { why: 'used', host: 'sensor-1' } });
  t.is((await recorded('agent_enrolled')).length, 1);
  t.is((await recorded('enrolment_token_created')).length, 1);
  t.false(JSON.stringify(await recorded('enrolment_token_created')).includes(token));
});

test('a token ends by its time, by being revoked, and with its location, and says so', async (t) => {
  const { api, clock, key, office, make, enrol } = await start(t);
  const late = String((await make({ expires_in_seconds: 60 })).body.token);
  const revoked = (await make({ uses: 3 })).body;
  t.is((await enrol(String(revoked.token))).status, 201);
  t.is((await api.send('DELETE', `${tokens}/${revoked.id}`, undefined, key)).status, 200);
  const refused = await enrol(String(revoked.token));
  t.regex(String(refused.body.error), /revoked/);
  clock.ahead = 61_000;
  t.regex(String((await enrol(late)).body.error), /is over/);
  const gone = String((await make()).body.token);
  await api.world.locations.delete((await api.world.locations.owner(office.id))!, office.id);
  t.is((await enrol(gone)).status, 401);
});

test('a token for networks is good from there alone', async (t) => {
  const { make, enrol } = await start(t);
  const elsewhere = await enrol(String((await make({ networks: ['192.0.2.0/24'] })).body.token));
  t.deepEqual([elsewhere.status, elsewhere.body.code], [403, 'network_insufficient']);
  const here = await enrol(String((await make({ networks: ['127.0.0.0/8'] })).body.token));
  t.is(here.status, 201, here.text);
  t.is((await make({ networks: ['192.0.2.1/24'] })).status, 400);
});

test('an agent brings a key that is new, and of the form of keys', async (t) => {
  const { make, enrol } = await start(t);
  const token = String((await make({ uses: 2 })).body.token);
  const own = newKey();
  t.is((await enrol(token, { key: own })).status, 201);
  const same = await enrol(token, { key: own });
  t.deepEqual([same.status, same.body.code], [409, 'conflict']);
  for (const odd of ['secret', 'sonde_adm_0123456789012345678901234567890123456789', `${own} `])
    t.is((await enrol(token, { key: odd })).status, 400, odd);
  t.is((await enrol(token, { agent_id: '../etc' })).status, 400);
});

test('strangers who try tokens are held up, and learn nothing of those that there are', async (t) => {
  const { make, enrol } = await start(t);
  const token = String((await make({ uses: 50 })).body.token);
  const unknown = `${token.slice(0, -1)}${token.endsWith('x') ? 'y' : 'x'}`;
  const words = new Set<string>();
  for (let tried = 0; tried < mostEnrolmentAttempts; tried++) {
    const answer = await enrol(['guess', unknown, '%00', 'sonde_enr_'][tried % 4]!);
    words.add(`${answer.status} ${answer.body.code} ${answer.body.error}`);
  }
  t.deepEqual([...words], ['401 invalid_credential There is no such enrolment token.']);
  for (const text of ['guess', unknown]) {
    const held = await enrol(text);
    t.is(held.status, 429);
    t.truthy(held.headers.get('retry-after'));
  }
  t.is((await enrol(token)).status, 201, 'a neighbour of theirs is not held up');
});

test('many agents behind one address enrol with a token for many', async (t) => {
  const { make, enrol } = await start(t);
  const token = String((await make({ uses: mostEnrolmentAttempts + 10 })).body.token);
  const answers = await Promise.all(Array.from({ length: mostEnrolmentAttempts + 10 }, () => enrol(token)));
  t.deepEqual([...new Set(answers.map(({ status }) => status))], [201]);
});

test('refusals of one token are all counted, and the first of them are recorded', async (t) => {
  const { api, key, make, enrol, recorded } = await start(t);
  const token = String((await make()).body.token);
  t.is((await enrol(token)).status, 201);
  for (let tried = 0; tried < mostRecordedRefusals + 3; tried++) await enrol(token);
  t.is((await recorded('enrolment_refused')).length, mostRecordedRefusals);
  const [listed] = (await api.get(tokens, key)).body.tokens as { refused: number }[];
  t.is(listed!.refused, mostRecordedRefusals + 3);
});

test('a revoked agent is refused from its next request on', async (t) => {
  const { api, account, key, office } = await start(t);
  const agent = await addEnrolledAgent(api.world, { accountId: account.id, locationId: office.id });
  const other = await addEnrolledAgent(api.world, { accountId: account.id, locationId: office.id });
  const ask = async (own: string) =>
    (await api.send('POST', '/api/v1/dns-monitoring/queries', { queries: [] }, own)).status;
  t.is(await ask(agent.key), 202);
  t.is((await api.send('DELETE', `${agents}/${agent.id}`, undefined, key)).status, 200);
  t.is(await ask(agent.key), 401);
  t.is(await ask(other.key), 202);
  const listed = (await api.get(agents, key)).body.agents as { id: number; revoked_at: string | null }[];
  t.deepEqual(
    listed.map(({ id, revoked_at: at }) => [id, at !== null]),
    [
      [other.id, false],
      [agent.id, true],
    ],
  );
});

test('an account has so many good tokens at most', async (t) => {
  const { make } = await start(t);
  for (let made = 0; made < mostGoodTokens; made++) await make();
  t.is((await make()).body.code, 'conflict');
});
