import { join } from 'node:path';
import { signPolicy } from '@sonde/shared/policy/signature.ts';
import test, { type ExecutionContext } from 'ava';
import { Enforcer } from '../../../resolver-plugin/policy/enforcer.ts';
import { PolicyKeeper } from '../../../resolver-plugin/policy/policy-keeper.ts';
import { PolicyLine } from '../../../resolver-plugin/policy/policy-line.ts';
import { PolicyStore } from '../../../resolver-plugin/policy/policy-store.ts';
import { RpzZone } from '../../../resolver-plugin/rpz/zone.ts';
import { nameRules, policyZone, rule } from '../../support/resolvers/policy-zone.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const secret = 'sonde_res_0123456789';
const verifier = { kind: 'hmac-sha256', secret } as const;
const surge = { watch: 60_000, queries: 100, growth: 0.1 };

function signed(version: number, content: object) {
  const head = { resolver_id: '1', version, issued_at: '2026-03-01T00:00:00.000Z' };
  const bytes = Buffer.from(JSON.stringify({ ...head, ...content }));
  return { bytes, signature: signPolicy(bytes, verifier), entityTag: `"${version}"` };
}

async function openLine(t: ExecutionContext, watched = true) {
  const store = await PolicyStore.open(join(await temporaryDirectory(t), 'policy'));
  const { keeper } = await PolicyKeeper.open(store, { verifier, resolverId: '1' });
  const clock = { time: 1_000_000, now: () => clock.time };
  const zone = new RpzZone({ name: policyZone, now: clock.now() });
  const served = { times: 0, fails: false };
  const serve = async () => {
    served.times += 1;
    if (served.fails) throw new Error('the address is taken');
  };
  const line = new PolicyLine({
    keeper,
    enforcer: new Enforcer(zone, []),
    serve,
    surge: watched ? surge : undefined,
    clock,
  });
  return { line, zone, clock, served };
}

const bad = { from_version: 1, removed: [], put: [rule('com', { kind: 'domain', name: 'com' })] };

test('a policy that hits far more than the one before goes back, and stays back', async (t) => {
  const { line, zone } = await openLine(t);
  await line.take(signed(1, { rules: nameRules(3) }));
  for (let round = 0; round < 10; round++) await line.traffic(100, 2);
  t.is(line.rolledBack, undefined);
  await line.take(signed(2, bad));
  t.is(zone.size, 5);
  await line.traffic(50, 50);
  t.is(line.held?.version, 2);
  await line.traffic(60, 60);
  t.is(line.held?.version, 1);
  t.is(zone.size, 3);
  t.like(line.rolledBack, { from: 2, to: 1 });
  await t.throwsAsync(line.take(signed(2, bad)), { name: 'PolicyError' });
  await line.take(
    signed(3, { from_version: 1, removed: [], put: [rule('x', { kind: 'name', name: 'x.example' })] }),
  );
  t.is(zone.size, 4);
});

test('an attack that was blocked before is no surge, nor is one long after the change', async (t) => {
  const { line, clock } = await openLine(t);
  await line.take(signed(1, { rules: nameRules(3) }));
  for (let round = 0; round < 10; round++) await line.traffic(100, 60);
  await line.take(signed(2, bad));
  await line.traffic(1_000, 650);
  t.is(line.held?.version, 2);
  clock.time += surge.watch;
  await line.traffic(1_000, 1_000);
  t.is(line.held?.version, 2);
});

test('without limits nothing goes back by itself; the first policy has nothing before it', async (t) => {
  const { line } = await openLine(t, false);
  t.deepEqual(await line.rollBack('asked for'), { rolled_back: false });
  await line.take(signed(1, { rules: [] }));
  t.deepEqual(await line.rollBack('asked for'), { rolled_back: false });
  await line.take(signed(2, bad));
  await line.traffic(10_000, 10_000);
  t.is(line.held?.version, 2);
  t.like(await line.rollBack('asked for'), { rolled_back: true, from: 2, to: 1, why: 'asked for' });
});

test('an address that was taken is tried again', async (t) => {
  const { line, served } = await openLine(t);
  await line.ensureServed();
  t.is(served.times, 0);
  served.fails = true;
  await t.throwsAsync(line.take(signed(1, { rules: [] })));
  served.fails = false;
  await line.ensureServed();
  t.is(served.times, 2);
});
