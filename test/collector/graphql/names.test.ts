import { randomBytes } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { graphqlAdmission } from '../../../collector/graphql/admission.ts';
import { createGraphqlFace } from '../../../collector/graphql/graphql-routes.ts';
import { noQuota } from '../../../collector/http/limits/call-quota.ts';
import { RequestsOfCallers } from '../../../collector/http/limits/requests-of-callers.ts';
import { FakeWorld } from '../../support/fakes/world.ts';
import { startTestApi } from '../../support/http/http.ts';
import { noSessions } from '../../support/http/no-sessions.ts';
import { silentLog } from '../../support/silent-log.ts';

async function setUp(t: ExecutionContext) {
  const world = new FakeWorld();
  const underWay = new RequestsOfCallers(8);
  const face = await createGraphqlFace({
    ports: { ...world.ports, ...world.scans.ports },
    log: silentLog,
    explorer: false,
    timeLimit: 10_000,
    ...graphqlAdmission({
      sessions: noSessions,
      authenticate: async () => undefined,
      quota: noQuota,
      underWay,
    }),
  });
  t.teardown(() => face.stop());
  const api = await startTestApi(t, { world, parts: { systemRoutes: face.routes, underWay } });
  const value = randomBytes(391).toString('base64').replaceAll('+', '-').replaceAll('/', '~');
  world.scans.i2pHosts.set('stats.i2p', value);
  const ask = async (query: string, variables: object) =>
    (await api.send('POST', '/graphql', { query, variables })).body as {
      data?: Record<string, unknown> | null;
      errors?: { message: string; extensions: { code: string } }[];
    };
  return { api, ask, value };
}

test('a name beside the DNS is resolved, with all its readings', async (t) => {
  const { ask, value } = await setUp(t);
  const query = `query ($name: String!) { resolveName(name: $name) {
    name kind valid hash resolved sources queriedAt errors { code } blocks { chain } readings { kind resolved } } }`;
  const { data, errors } = await ask(query, { name: 'Stats.I2P' });
  t.is(errors, undefined);
  t.like(data?.resolveName, {
    name: 'stats.i2p',
    kind: 'i2p',
    valid: true,
    resolved: { entries: [{ destination: value }] },
    readings: [{ kind: 'i2p' }],
  });
  const ambiguous = await ask(query, { name: 'example.crypto' });
  t.like(ambiguous.data?.resolveName, {
    kind: 'registry',
    resolved: null,
    readings: [{ kind: 'registry' }, { kind: 'handshake' }],
  });
  const wrong = await ask(query, { name: 'http://x' });
  t.is(wrong.errors?.[0]?.extensions.code, 'BAD_USER_INPUT');
});

test('the history of a name tells its states', async (t) => {
  const { api, ask } = await setUp(t);
  const scan = await api.send('POST', '/api/scan', { domain: 'stats.i2p' });
  t.is(scan.status, 200);
  const query =
    '{ nameHistory(name: "stats.i2p", days: 2) { scanTimestamp scanId resolved changes { record oldValue newValue } } }';
  const { data } = await ask(query, {});
  const [state] = data!.nameHistory as { scanId: string; changes: unknown[] }[];
  t.deepEqual(state?.changes, []);
  const wrong = await ask('{ nameHistory(name: "stats.i2p", days: 0) { scanId } }', {});
  t.regex(wrong.errors?.[0]?.message ?? '', /from 1 to 3650/);
});
