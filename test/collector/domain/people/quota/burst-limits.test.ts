import test from 'ava';
import type { Caller } from '../../../../../collector/domain/people/access/caller.ts';
import { BurstLimits } from '../../../../../collector/domain/people/quota/burst-limits.ts';
import { TooManyAttempts } from '../../../../../shared/errors.ts';

const anonymous = (address: string): Caller => ({ kind: 'anonymous', address });
const account = (accountId: number, tier: 'free' | 'essentials' | 'enterprise'): Caller => ({
  kind: 'account',
  accountId,
  tier,
  administrator: false,
  keyId: 1,
  personId: null,
  role: 'owner',
  session: null,
});

function setUp() {
  let now = 1_000_000;
  const limits = new BurstLimits({ burst: 10, perMinute: 60 }, { now: () => now });
  const takes = (caller: Caller, cost: number): number => {
    for (let count = 0; ; count++) {
      try {
        limits.take(caller, cost);
      } catch (error) {
        if (error instanceof TooManyAttempts) return count;
        throw error;
      }
    }
  };
  return { limits, takes, pass: (milliseconds: number) => (now += milliseconds) };
}

test('a burst is taken at once, and comes back by and by', (t) => {
  const { limits, takes, pass } = setUp();
  t.is(takes(anonymous('192.0.2.1'), 2), 5);
  const refused = t.throws(() => limits.take(anonymous('192.0.2.1'), 5), { instanceOf: TooManyAttempts });
  t.is(refused?.retryAfterSeconds, 5);
  pass(4_900);
  t.is(takes(anonymous('192.0.2.1'), 5), 0);
  pass(100);
  t.is(takes(anonymous('192.0.2.1'), 5), 1);
  pass(3_600_000);
  t.is(takes(anonymous('192.0.2.1'), 1), 10, 'no more than the burst gathers');
});

test('callers have buckets of their own, IPv6 subscribers one for their network', (t) => {
  const { takes } = setUp();
  t.is(takes(anonymous('192.0.2.1'), 1), 10);
  t.is(takes(anonymous('192.0.2.2'), 1), 10);
  t.is(takes(anonymous('2001:db8::1'), 1), 10);
  t.is(takes(anonymous('2001:db8::2'), 1), 0);
  t.is(takes(account(1, 'free'), 1), 10);
});

test('higher tiers have more, in proportion to their day', (t) => {
  const { takes } = setUp();
  t.is(takes(account(1, 'essentials'), 1), 53);
  t.is(takes(account(2, 'enterprise'), 1), 500);
});

test('what costs more than the whole burst can still be had once', (t) => {
  const { takes, pass } = setUp();
  t.is(takes(anonymous('192.0.2.1'), 30), 1);
  pass(30_000);
  t.is(takes(anonymous('192.0.2.1'), 30), 1);
});
