import test from 'ava';
import { startTestApi } from '../support/http/http.ts';
import { runSonde } from '../support/run-sonde.ts';

test('settings of agents are made, tried, rolled out, compared and rolled back', async (t) => {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com', { administrator: true });
  const location = await api.world.addLocation(account.id, 'Office');
  const sender = { locationId: location.id, uuid: 'sensor-7', software: 'sonde-agent/1', host: 'tap1' };
  const agentId = await api.world.agents.identify(sender);
  const run = (...args: string[]) =>
    runSonde(['agents', 'settings', ...args, '--url', api.url], { SONDE_KEY: key });
  t.regex(
    (await run()).stdout,
    /^There are no settings for agents\.\nVersion 0\. Settings that you can set: .*deny_suffixes/,
  );
  const tried = await run('set', 'sampling=10', '--preview');
  t.is(tried.stderr, '');
  t.regex(tried.stdout, /1 of 1 agents would get different settings/);
  t.regex((await run('set', 'sampling=10', 'deny_suffixes=lan,local')).stdout, /^Version 1 is in force/);
  t.regex((await run('set', '--entry', '1', '--rollout', '50', '--unset', 'sampling')).stdout, /^Version 2/);
  t.regex((await run('show')).stdout, /^1 +all agents +50 % +deny_suffixes=lan,local$/m);
  t.regex((await run('diff', '1', '2')).stdout, /^- 1 .*100 %.*\n\+ 1 .*50 %/);
  t.regex((await run('rollback', '1')).stdout, /^Version 3 is in force, with the entries of version 1\.$/m);
  t.regex((await run('history')).stdout, /^3 .*back to version 1$/m);
  const refused = { refusedVersion: 2, refusedReason: 'silent', refusedMessage: 'No rows.' } as const;
  await api.world.agents.settings.record(agentId, { heldVersion: 1, ...refused, keptOwn: ['sampling'] });
  t.regex((await run('states')).stdout, /^1 +tap1 +1 +sampling +version 2: No rows\.$/m);
  t.regex((await run('rotate-key')).stdout, /^Settings are signed with [A-Za-z0-9+/]{43}= from now on\.$/m);
  t.regex((await run('remove', '1')).stdout, /^Version 4/);
  t.is((await run('remove', '1')).exitCode, 64);
  t.is((await run('set')).exitCode, 64);
  t.regex((await run('set', 'key_file=/etc/shadow')).stderr, /may not come|no setting/);
});
