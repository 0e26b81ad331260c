import { StoreError } from '../../../../collector/ports/system/store-error.ts';
import { openEventBus } from '../../../../collector/storage/postgres/event-bus/event-bus.ts';
import { migrate } from '../../../../collector/storage/postgres/migrate.ts';
import { migrations } from '../../../../collector/storage/postgres/migrations/index.ts';
import { openPostgres } from '../../../../collector/storage/postgres/pool.ts';
import { onDebianPostgres } from '../../../support/engines/postgres.ts';
import { administrator } from '../../../support/engines/postgres-samples.ts';
import { startDebianPostgres } from '../../../support/engines/postgres-server.ts';
import { silentLog } from '../../../support/engines/postgres-silent-log.ts';

onDebianPostgres('a server named by a URL serves, goes away, and serves again', async (t) => {
  const server = await startDebianPostgres();
  t.teardown(() => server.remove());
  const connection = { connectionString: server.url };
  const postgres = openPostgres(connection, silentLog);
  t.teardown(() => postgres.close());
  await migrate(postgres, migrations);
  const account = await administrator(postgres);
  const buses = await Promise.all([1, 2].map(() => openEventBus({ connection, postgres, log: silentLog })));
  t.teardown(() => Promise.all(buses.map((bus) => bus.close())));
  const heard = Promise.withResolvers<unknown>();
  const gap = Promise.withResolvers<void>();
  buses[1]!.onGap(gap.resolve);

  await server.kill();
  t.like(await t.throwsAsync(postgres.query('SELECT 1'), { instanceOf: StoreError }), {
    kind: 'unavailable',
  });
  buses[0]!.publish('topic', 'published while it was away');
  await server.start();
  t.deepEqual(await administrator(postgres), account);
  await gap.promise;
  buses[1]!.subscribe('topic', heard.resolve);
  buses[0]!.publish('topic', 'published after it');
  t.regex(String(await heard.promise), /^published/);
});
