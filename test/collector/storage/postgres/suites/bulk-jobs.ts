import { randomUUID } from 'node:crypto';
import { createBulkJobStore } from '../../../../../collector/storage/postgres/scans/bulk-jobs.ts';
import { freshDatabase, type PostgresSuite } from '../../../../support/engines/postgres.ts';
import { administrator } from '../../../../support/engines/postgres-samples.ts';

const options = { checkSsl: true, advanced: false };
const scan = { id: randomUUID(), summary: { spfValid: true }, failures: 0, warnings: 2 };
const names = (count: number, of = 'example') =>
  Array.from({ length: count }, (_, index) => `d${index}.${of}`);

async function setUp(
  t: Parameters<PostgresSuite[string]>[0],
  connection: Parameters<PostgresSuite[string]>[1],
) {
  const database = await freshDatabase(t, connection);
  const { id: accountId } = await administrator(database.open());
  const store = createBulkJobStore(database.open());
  const submit = (domains: readonly string[], most = 10) =>
    store.submit({ id: randomUUID(), accountId, options, domains }, most);
  return { database, accountId, store, submit };
}

/** Bulk jobs: who works on what, and how far they are. */
export const bulkJobSuite: PostgresSuite = {
  'a job runs from submission to its last result': async (t, connection) => {
    const { accountId, store, submit } = await setUp(t, connection);
    const job = await submit(names(3));
    t.like(job, { status: 'queued', total: 3, completed: 0, startedAt: null });
    const tasks = await store.claim('one', 10, 60);
    t.deepEqual(
      tasks.map(({ domain, attempt }) => [domain, attempt]),
      names(3).map((name) => [name, 1]),
    );
    t.is((await store.find(accountId, job!.id))?.status, 'running');
    const [first, second, third] = tasks;
    await store.finish('one', [
      { ...first!, scan, error: null },
      { ...second!, scan: null, error: 'It broke.\0' },
    ]);
    t.like(await store.find(accountId, job!.id), { status: 'running', completed: 1, failed: 1 });
    await store.finish('one', [
      { ...third!, scan, error: null },
      { ...first!, scan, error: null },
    ]);
    t.like(await store.find(accountId, job!.id), { status: 'completed', completed: 2, failed: 1, total: 3 });
    const results = await store.results(job!.id, { limit: 10, offset: 0 });
    t.deepEqual(
      results.map(({ position, status }) => [position, status]),
      [
        [0, 'completed'],
        [1, 'failed'],
        [2, 'completed'],
      ],
    );
    t.deepEqual(results[0]?.scan, scan);
    t.deepEqual(
      (await store.results(job!.id, { limit: 10, offset: 0, status: 'failed' })).map(({ domain }) => domain),
      ['d1.example'],
    );
    t.deepEqual(
      (await store.results(job!.id, { limit: 1, offset: 1 })).map(({ position }) => position),
      [1],
    );
    t.like(await store.list(accountId, { limit: 5, offset: 0 }), { count: 1 });
    t.is(await store.forgetBefore(new Date(Date.now() + 60_000)), 1);
    t.is(await store.find(accountId, job!.id), undefined);
  },
  'several collectors share a job, and no domain goes to two': async (t, connection) => {
    const { database, accountId, submit } = await setUp(t, connection);
    const job = await submit(names(60));
    const stores = [0, 1, 2].map((index) => ({
      holder: `c${index}`,
      store: createBulkJobStore(database.open({ max: 1 })),
    }));
    const seen: string[] = [];
    await Promise.all(
      stores.map(async ({ holder, store }) => {
        for (;;) {
          const tasks = await store.claim(holder, 7, 60);
          if (tasks.length === 0) return;
          seen.push(...tasks.map(({ domain }) => domain));
          await store.finish(
            holder,
            tasks.map((task) => ({ ...task, scan, error: null })),
          );
        }
      }),
    );
    t.deepEqual(seen.toSorted(), names(60).toSorted());
    t.like(await stores[0]!.store.find(accountId, job!.id), { status: 'completed', completed: 60 });
  },
  'what a collector had when it died is taken over after its lease': async (t, connection) => {
    const { accountId, store, submit } = await setUp(t, connection);
    const job = await submit(names(2));
    const [lost] = await store.claim('dead', 1, -1);
    const again = await store.claim('alive', 10, 60);
    t.deepEqual(
      again.map(({ domain, attempt }) => [domain, attempt]),
      [
        ['d0.example', 2],
        ['d1.example', 1],
      ],
    );
    await store.finish('dead', [{ ...lost!, scan, error: null }]);
    t.like(await store.find(accountId, job!.id), { completed: 0 });
    await store.extend('alive', -1);
    t.is((await store.claim('third', 10, 60)).length, 2);
    await store.release('third');
    t.deepEqual(
      (await store.claim('fourth', 10, 60)).map(({ attempt }) => attempt),
      [3, 2],
      'what was given back counts as not begun',
    );
  },
  'a small job does not wait for the end of a large one': async (t, connection) => {
    const { store, submit } = await setUp(t, connection);
    await submit(names(50, 'large'));
    await submit(names(3, 'small'));
    const tasks = await store.claim('one', 8, 60);
    t.is(tasks.length, 7);
    t.is(tasks.filter(({ domain }) => domain.endsWith('small')).length, 3);
  },
  'a cancelled job begins nothing more, and accounts keep apart': async (t, connection) => {
    const { accountId, store, submit } = await setUp(t, connection);
    const job = await submit(names(5));
    const [task] = await store.claim('one', 1, 60);
    t.false(await store.cancel(accountId + 1, job!.id));
    t.is(await store.find(accountId + 1, job!.id), undefined);
    t.true(await store.cancel(accountId, job!.id));
    t.false(await store.cancel(accountId, job!.id));
    t.deepEqual(await store.claim('one', 10, 60), []);
    await store.finish('one', [{ ...task!, scan, error: null }]);
    t.like(await store.find(accountId, job!.id), { status: 'cancelled', completed: 1, total: 5 });
  },
  'an account has so many unfinished jobs and no more': async (t, connection) => {
    const { database, accountId } = await setUp(t, connection);
    const made = await Promise.all(
      [0, 1, 2, 3].map(() =>
        createBulkJobStore(database.open({ max: 1 })).submit(
          { id: randomUUID(), accountId, options, domains: ['a.example'] },
          2,
        ),
      ),
    );
    t.is(made.filter((job) => job !== undefined).length, 2);
  },
};
