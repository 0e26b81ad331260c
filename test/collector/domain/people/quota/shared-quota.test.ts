import test from 'ava';
import { Registry } from 'prom-client';
import { DailyQuota } from '../../../../../collector/domain/people/quota/daily-quota.ts';
import { createPrometheusMeter } from '../../../../../collector/metrics/prometheus-meter.ts';
import { createUsageStore } from '../../../../../collector/storage/postgres/accounts/usage.ts';
import { freshDatabase, startPostgresServer } from '../../../../support/engines/postgres.ts';
import { silentLog } from '../../../../support/silent-log.ts';

test('two collectors on one PostgreSQL allow what one would, within one percent', async (t) => {
  const server = await startPostgresServer();
  t.teardown(() => server.remove());
  const database = await freshDatabase(t, server.server.connection);
  const clock = { now: () => Date.parse('2026-03-14T12:00:00Z') };
  const collectors = [0, 1].map(() => {
    const usage = createUsageStore(database.open());
    return new DailyQuota({ usage, clock, log: silentLog, meter: createPrometheusMeter(new Registry()) });
  });

  const limit = 15_000;
  let allowed = 0;
  // Each asks as often as the event loop turns, until both were refused for a while.
  await Promise.all(
    collectors.map(async (quota) => {
      for (let refused = 0; refused < 500; ) {
        if ((await quota.count({ subject: 'account:1', limit })).allowed) allowed++;
        else refused++;
        await new Promise((resolve) => setImmediate(resolve));
      }
    }),
  );
  t.true(allowed >= limit && allowed <= limit * 1.01, `${allowed} of ${limit}`);
  t.log(`${allowed} of ${limit} allowed`);

  await Promise.all(collectors.map((quota) => quota.flush()));
  const stored = await createUsageStore(database.open()).read('2026-03-14', ['account:1']);
  t.is(stored.get('account:1'), allowed);
});
