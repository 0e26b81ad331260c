import test from 'ava';
import { PolicyWatch } from '../../../../../collector/domain/traffic/resolvers/policy-watch.ts';
import { FakeEventBus } from '../../../../support/fakes/event-bus.ts';

const { signal: never } = new AbortController();

test('those of an account hear of its changes; those who missed some look for themselves', async (t) => {
  const bus = new FakeEventBus();
  const watch = new PolicyWatch(bus);
  const own = [watch.next(1, 60_000, never), watch.next(1, 60_000, never)];
  const other = watch.next(2, 60_000, never);
  t.is(watch.waiting, 3);
  bus.publish('policy_changed', 'nonsense');
  watch.changed(1);
  await Promise.all(own);
  t.is(watch.waiting, 1);
  bus.miss();
  await other;
  t.is(watch.waiting, 0);
});

test('waiting ends with the caller, the time, the room, and the server', async (t) => {
  const watch = new PolicyWatch(new FakeEventBus(), 2);
  const gone = new AbortController();
  const waits = [watch.next(1, 60_000, gone.signal), watch.next(1, 60_000, never)];
  await watch.next(1, 60_000, never);
  t.is(watch.waiting, 2);
  gone.abort();
  await waits[0];
  await watch.next(1, 60_000, gone.signal);
  await watch.next(1, 1, never);
  t.is(watch.waiting, 1);
  await watch.stop();
  await waits[1];
  await watch.next(1, 60_000, never);
  t.is(watch.waiting, 0);
});
