import test from 'ava';
import { Registry } from 'prom-client';
import { DailyQuota } from '../../../../../collector/domain/people/quota/daily-quota.ts';
import { countedSubject } from '../../../../../collector/domain/people/quota/usage-subject.ts';
import { createPrometheusMeter } from '../../../../../collector/metrics/prometheus-meter.ts';
import { StoreError } from '../../../../../collector/ports/system/store-error.ts';
import { FakeUsage } from '../../../../support/fakes/accounts/usage.ts';
import { silentLog } from '../../../../support/silent-log.ts';

const noon = Date.parse('2026-03-14T12:00:00Z');

function quotaOver(usage: FakeUsage, clock = { now: () => noon }): DailyQuota {
  return new DailyQuota({ usage, clock, log: silentLog, meter: createPrometheusMeter(new Registry()) });
}

/** Lets what was begun without waiting run to its end. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
}

test('requests are counted down to none, until the UTC day ends', async (t) => {
  const quota = quotaOver(new FakeUsage());
  const counted = { subject: 'account:1', limit: 3 };
  const states = await Promise.all([1, 2, 3, 4].map(() => quota.count(counted)));
  t.deepEqual(
    states.map(({ allowed, remaining }) => [allowed, remaining]),
    [
      [true, 2],
      [true, 1],
      [true, 0],
      [false, 0],
    ],
  );
  t.is(states[0]?.resetAt, Date.parse('2026-03-15T00:00:00Z') / 1_000);
  await settle();
});

test('refused requests are not counted', async (t) => {
  const usage = new FakeUsage();
  const quota = quotaOver(usage);
  for (let index = 0; index < 20; index++) await quota.count({ subject: 'account:1', limit: 5 });
  await quota.flush();
  t.is((await usage.read('2026-03-14', ['account:1'])).get('account:1'), 5);
  t.false((await quota.count({ subject: 'account:1', limit: 5 })).allowed);
});

test('a new day begins with a full quota, and the last counts of the old one are still told', async (t) => {
  const usage = new FakeUsage();
  let now = noon;
  const quota = quotaOver(usage, { now: () => now });
  for (let index = 0; index < 5; index++) await quota.count({ subject: 'account:1', limit: 5 });
  now += 86_400_000;
  t.is((await quota.count({ subject: 'account:1', limit: 5 })).remaining, 4);
  await settle();
  await quota.flush();
  t.is((await usage.read('2026-03-14', ['account:1'])).get('account:1'), 5);
  t.is((await usage.read('2026-03-15', ['account:1'])).get('account:1'), 1);
});

test('two collectors together allow what one would, within one percent', async (t) => {
  const usage = new FakeUsage();
  const collectors = [quotaOver(usage), quotaOver(usage)];
  const limit = 15_000;
  let allowed = 0;
  for (let round = 0; round < 4_000; round++) {
    // Ten requests between two turns of the event loop: thousands a second on each collector.
    for (const quota of collectors) {
      for (let index = 0; index < 5; index++)
        if ((await quota.count({ subject: 'account:1', limit })).allowed) allowed++;
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  t.true(allowed >= limit, String(allowed));
  t.true(allowed <= limit * 1.01, String(allowed));
  await Promise.all(collectors.map((quota) => quota.flush()));
  t.is((await usage.read('2026-03-14', ['account:1'])).get('account:1'), allowed);
  t.true(usage.writes < allowed / 10, `${usage.writes} writes`);
});

test('a collector that starts anew goes on where the others are', async (t) => {
  const usage = new FakeUsage();
  await usage.add('2026-03-14', new Map([['account:1', 4]]));
  const quota = quotaOver(usage);
  await quota.count({ subject: 'account:1', limit: 5 });
  await quota.flush();
  t.false((await quota.count({ subject: 'account:1', limit: 5 })).allowed);
});

test('while the store is away counting goes on, and nothing is lost or told twice', async (t) => {
  const usage = new FakeUsage();
  const quota = quotaOver(usage);
  usage.failure = new StoreError('unavailable', 'away');
  for (let index = 0; index < 3; index++) await quota.count({ subject: 'account:1', limit: 5 });
  await t.throwsAsync(quota.flush(), { instanceOf: StoreError });
  t.is((await quota.count({ subject: 'account:1', limit: 5 })).remaining, 1);
  usage.failure = undefined;
  await quota.flush();
  await quota.flush();
  t.is((await usage.read('2026-03-14', ['account:1'])).get('account:1'), 4);
});

test('who counts: accounts by id, addresses singly, IPv6 by /64, scoped keys for their account', (t) => {
  const subjectOf = (address: string) => countedSubject({ kind: 'anonymous', address })?.subject;
  t.is(subjectOf('192.0.2.1'), 'address:192.0.2.1');
  t.is(subjectOf('2001:db8:1:2:3:4:5:6'), 'network:2001:db8:1:2::/64');
  t.is(subjectOf('2001:db8:1:2::1'), subjectOf('2001:DB8:1:2:ffff::'));
  t.not(subjectOf('2001:db8:1:3::1'), subjectOf('2001:db8:1:2::1'));
  const account = {
    kind: 'account',
    accountId: 7,
    administrator: false,
    keyId: null,
    personId: null,
    role: 'owner',
    session: null,
  } as const;
  t.deepEqual(countedSubject({ ...account, tier: 'free' }), { subject: 'account:7', limit: 15_000 });
  t.deepEqual(countedSubject({ ...account, tier: 'enterprise' }), { subject: 'account:7', limit: undefined });
  const sender = { accountId: 7, tier: 'essentials', keyId: 1, secret: 'x' } as const;
  for (const caller of [
    { ...sender, kind: 'location', locationId: 1 },
    { ...sender, kind: 'resolver', resolverId: 1, module: 'policy' },
  ] as const) {
    t.deepEqual(countedSubject(caller), { subject: 'account:7', limit: 80_000 });
  }
});
