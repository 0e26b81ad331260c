import test from 'ava';
import { MessageView } from '../../../resolver-plugin/dnstap/message-view.ts';
import { ModuleRunner } from '../../../resolver-plugin/modules/module-runner.ts';
import { policyThread } from '../../../resolver-plugin/modules/policy/policy-thread.ts';
import { freePort } from '../../support/free-port.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { until } from '../../support/until.ts';

const stateOf = async (runner: ModuleRunner) =>
  (await runner.status()) as { state: string; failures: number };

test('a module that fails is started again, and the others go on', async (t) => {
  let starts = 0;
  let told = 0;
  const reports: string[] = [];
  const weak = new ModuleRunner(
    'weak',
    async () => {
      if (++starts === 1) throw new Error('no luck');
      const sink = {
        message: () => {
          throw new Error('odd message');
        },
      };
      return { sink, status: async () => ({ starts }), stop: async () => undefined };
    },
    (message) => reports.push(message),
  );
  const strong = new ModuleRunner(
    'strong',
    async () => ({
      sink: { message: () => void told++ },
      status: async () => ({}),
      stop: async () => undefined,
    }),
    (message) => t.fail(message),
  );
  t.teardown(() => Promise.all([weak.stop(), strong.stop()]));
  await Promise.all([weak.begin(), strong.begin()]);
  t.like(await stateOf(weak), { state: 'failed', failures: 1, last_failure: 'no luck' });
  await until(async () => (await stateOf(weak)).state === 'running');
  const view = new MessageView();
  for (const runner of [weak, strong]) runner.message(view);
  for (const runner of [weak, strong]) runner.message(view);
  t.is(told, 2);
  t.like(await stateOf(weak), { state: 'failed', failures: 2, last_failure: 'odd message' });
  await until(async () => (await stateOf(weak)).state === 'running');
  t.is(reports.length, 2);
});

test('the policy waits for its collector in a thread of its own, and serves nothing before it has one', async (t) => {
  const primary = { host: '127.0.0.1', port: await freePort() };
  const start = policyThread({
    collector: `http://127.0.0.1:${await freePort()}`,
    resolverId: '1',
    key: 'sonde_res_0123456789',
    directory: await temporaryDirectory(t),
    zone: 'policy.sonde',
    primary,
    notify: [],
    tsigKeyFile: undefined,
    zoneFile: undefined,
    unboundControl: undefined,
    recControl: undefined,
    surge: undefined,
    interval: 50,
  });
  const runner = new ModuleRunner('policy', start, (message) => t.log(message));
  await runner.begin();
  t.teardown(() => runner.stop());
  await until(
    async () => ((await runner.status()) as { faults: Record<string, number> }).faults.unavailable! > 1,
  );
  t.like((await runner.status()) as object, { state: 'running', serving: false, policy_version: null });
});

test('a thread that cannot start is a failed module', async (t) => {
  const options = { directory: '/dev/null/none', resolverId: '1', key: 'k', zone: 'policy.sonde' };
  const runner = new ModuleRunner('policy', policyThread(options as never), () => undefined);
  await runner.begin();
  t.teardown(() => runner.stop());
  t.is((await stateOf(runner)).state, 'failed');
});
