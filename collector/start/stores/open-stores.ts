import { openEventBus } from '../../storage/postgres/event-bus/event-bus.ts';
import { oneAtATime } from '../../storage/postgres/one-at-a-time.ts';
import type { Engines } from '../begin-engines.ts';
import type { Foundation } from '../foundation.ts';
import { createStores } from './create-stores.ts';
import { openClickHouseStore } from './open-clickhouse-store.ts';
import { openPostgresStore } from './open-postgres-store.ts';

/** Opens both databases with this program's schema, every port that they serve, and the bus between collectors. */
export async function openStores(engines: Engines, { config, log, meter, stage }: Foundation) {
  const postgresStore = openPostgresStore({ address: engines.postgres.address, log, meter }, stage);
  const [{ postgres, connection }, { clickhouse, topology }] = await Promise.all([
    postgresStore,
    openClickHouseStore(
      {
        engine: engines.clickhouse,
        cluster: config.clickhouseCluster,
        // A server may have other collectors, which start at the same moment.
        ...(config.clickhouseUrl !== undefined && {
          alone: async (work) => oneAtATime((await postgresStore).postgres, work),
        }),
        log,
      },
      stage,
    ),
  ]);
  const bus = await openEventBus({ connection, postgres, log });
  stage.add('event bus', { stop: () => bus.close() });
  return {
    postgres,
    clickhouse,
    bus,
    stores: createStores(postgres, clickhouse, topology, config.storeProfile),
  };
}
