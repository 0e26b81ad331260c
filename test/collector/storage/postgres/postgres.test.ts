import { onEveryPostgres } from '../../../support/engines/postgres.ts';
import { accessSuite } from './suites/access.ts';
import { batchSuite } from './suites/batches.ts';
import { detectionSuite } from './suites/detection.ts';
import { eventBusSuite } from './suites/event-bus.ts';
import { migrationSuite } from './suites/migrate.ts';
import { platformSuite } from './suites/platform.ts';
import { poolSuite } from './suites/pool.ts';
import { resolverSuite } from './suites/resolvers.ts';

onEveryPostgres({
  migrations: migrationSuite,
  pool: poolSuite,
  access: accessSuite,
  batches: batchSuite,
  detection: detectionSuite,
  platform: platformSuite,
  resolvers: resolverSuite,
  'event bus': eventBusSuite,
});
