import test, { type ExecutionContext } from 'ava';
import { ThreadEnded, ThreadPool, type ThreadPoolParts } from '../../../collector/workers/thread-pool.ts';
import { InvalidInput, Overloaded } from '../../../shared/errors.ts';
import { silentLog as log } from '../../support/silent-log.ts';
import { until } from '../../support/until.ts';
import type { OddTask } from '../../support/workers/odd-tasks.ts';

const program = new URL('../../support/workers/odd-tasks.ts', import.meta.url);

function start(t: ExecutionContext, more: Partial<ThreadPoolParts> = {}) {
  const pool = new ThreadPool<OddTask, string>({
    name: 'threads of a test',
    program,
    count: 1,
    tasksOfThread: 1,
    log,
    ...more,
  });
  t.teardown(() => pool.stop());
  return pool;
}

const run = { budget: 60_000 };

test('tasks of one thread are done one after the other, in order', async (t) => {
  const pool = start(t);
  const done: string[] = [];
  const tasks = ['a', 'b', 'c'].map((text) =>
    pool.run({ kind: 'echo', text }, run).then((result) => done.push(result)),
  );
  t.is(pool.running, 1);
  t.is(pool.waiting, 2);
  await Promise.all(tasks);
  t.deepEqual(done, ['a', 'b', 'c']);
});

test('more threads begin while all have something to do, and so many wait and no more', async (t) => {
  const pool = start(t, { count: 2, mostWaiting: 1 });
  const held = [1, 2].map(() => pool.run({ kind: 'hold' }, run));
  t.is(pool.running, 2);
  const waiting = pool.run({ kind: 'echo', text: 'a' }, run);
  await t.throwsAsync(pool.run({ kind: 'echo', text: 'b' }, run), { instanceOf: Overloaded });
  t.is(pool.waiting, 1);
  await pool.stop();
  for (const task of [...held, waiting]) await t.throwsAsync(task, { instanceOf: ThreadEnded });
});

test('who has many tasks waiting keeps nobody else waiting, and gives way where there is no more room', async (t) => {
  const pool = start(t, { mostWaiting: 4 });
  const giveUp = new AbortController();
  const held = pool.run({ kind: 'hold' }, { ...run, lane: 'a', signal: giveUp.signal });
  const done: string[] = [];
  const ask = (text: string) =>
    pool.run({ kind: 'echo', text }, { ...run, lane: text.charAt(0) }).then((result) => done.push(result));
  const first = ['a1', 'a2', 'a3'].map(ask);
  const newest = t.throwsAsync(ask('a4'), { instanceOf: Overloaded });
  const others = ['b1', 'c1'].map(ask);
  await newest;
  const displaced = t.throwsAsync(first.pop()!, { instanceOf: Overloaded });
  await t.throwsAsync(ask('a5'), { instanceOf: Overloaded });
  giveUp.abort();
  await Promise.all([held, displaced, ...first, ...others]);
  t.deepEqual(done, ['a1', 'b1', 'c1', 'a2']);
});

test('a task that nobody waits for any more makes room', async (t) => {
  const pool = start(t);
  const giveUp = new AbortController();
  const held = pool.run({ kind: 'hold' }, { ...run, signal: giveUp.signal });
  const patience = new AbortController();
  const gone = pool.run({ kind: 'echo', text: 'a' }, { ...run, signal: patience.signal });
  const waiting = pool.run({ kind: 'echo', text: 'b' }, run);
  patience.abort();
  await t.throwsAsync(gone, { name: 'AbortError' });
  giveUp.abort();
  t.is(await held, 'given up');
  t.is(await waiting, 'b');
});

test('refusals come out of a thread as they were', async (t) => {
  const pool = start(t);
  const refusal = await t.throwsAsync(pool.run({ kind: 'refuse' }, run));
  t.like(refusal, {
    ...new InvalidInput('name', 'It is no name.'),
    message: 'It is no name.',
    name: refusal?.name,
  });
  t.is((await t.throwsAsync(pool.run({ kind: 'fail' }, run)))?.message, 'a fault');
  t.is(await pool.run({ kind: 'echo', text: 'a' }, run), 'a');
});

test('a thread that dies or takes all memory costs its own task, and another takes the next', async (t) => {
  const pool = start(t, { heap: 32 });
  for (const kind of ['die', 'fill memory'] as const) {
    const lost = pool.run({ kind }, run);
    const next = pool.run({ kind: 'echo', text: kind }, run);
    await t.throwsAsync(lost, { instanceOf: ThreadEnded });
    t.is(await next, kind);
  }
});

test('a thread that does not come back is ended, and idle ones rest', async (t) => {
  const pool = start(t, { graceMilliseconds: 0, idleMilliseconds: 50 });
  await t.throwsAsync(pool.run({ kind: 'spin' }, { budget: 500 }), { instanceOf: ThreadEnded });
  t.is(await pool.run({ kind: 'echo', text: 'a' }, run), 'a');
  await until(() => pool.running === 0);
  t.is(await pool.run({ kind: 'echo', text: 'b' }, run), 'b');
});
