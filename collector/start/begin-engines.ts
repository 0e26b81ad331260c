import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '@sonde/shared/system/log.ts';
import type { PoolConfig } from 'pg';
import type { Config } from '../config/settings.ts';
import type { ClickHouseAddress } from '../storage/clickhouse/clickhouse.ts';
import { startEmbeddedClickHouse } from '../storage/clickhouse/embedded/start.ts';
import { startEmbeddedPostgres } from '../storage/postgres/embedded/start.ts';

/** An engine is a store: a server that the settings name, or a process of our own that may still be on its way. */
export interface Engine<Address> {
  /** Rejects if it does not start, with a message for the operator. */
  readonly address: Promise<Address>;
  /** Replaces a process of our own by a new one, and resolves when that one serves; a server is left alone. */
  beginAnew(): Promise<void>;
  /** Ends a process of our own; one that is on its way as soon as it is there. */
  stop(): Promise<void>;
}

export interface Engines {
  /** Resolves when the processes do without this one for a while, or have had the time for that. Never rejects. */
  readonly begun: Promise<void>;
  readonly postgres: Engine<PoolConfig>;
  readonly clickhouse: Engine<ClickHouseAddress>;
}

type EngineConfig = Pick<
  Config,
  'clickhouseCluster' | 'clickhouseMemoryBytes' | 'clickhouseUrl' | 'databaseUrl' | 'dataDirectory'
>;

interface Started<Address> {
  readonly address: Address;
  readonly beginAnew?: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Milliseconds: far more than a process takes to be begun, and less than making a database at the first start. */
const mostForBeginning = 500;

/**
 * Begins to start the stores' own processes and does not wait for them: they take as long as loading the rest of the
 * collector, beside which they cost no time. Therefore this loads little itself.
 */
export function beginEngines(config: EngineConfig, log: Log): Engines {
  const dataDirectory = resolve(config.dataDirectory);
  const directory = mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const clickhouse = beginEngine(async (onBegun) => {
    await directory;
    return startClickHouse(config, { dataDirectory, log, onBegun });
  });
  const postgres = beginEngine(async (onBegun) => {
    await directory;
    return startPostgres(config, { dataDirectory, log, onBegun });
  });
  const both = Promise.all([clickhouse.begun, postgres.begun]).then(() => {});
  const begun = Promise.race([both, delay(mostForBeginning, undefined, { ref: false })]);
  return { begun, clickhouse, postgres };
}

function beginEngine<Address>(
  start: (onBegun: () => void) => Promise<Started<Address>>,
): Engine<Address> & { readonly begun: Promise<void> } {
  const { promise: begun, resolve: onBegun } = Promise.withResolvers<void>();
  const started = start(onBegun);
  // Whoever waits for it is told. Nobody may do so yet, or any more where another part has failed.
  started.catch(() => {}).finally(onBegun);
  const address = started.then((engine) => engine.address);
  address.catch(() => {});
  return {
    begun,
    address,
    beginAnew: async () => (await started).beginAnew?.(),
    stop: async () => {
      const engine = await started.catch(() => undefined);
      await engine?.stop();
    },
  };
}

interface Place {
  readonly dataDirectory: string;
  readonly log: Log;
  readonly onBegun: () => void;
}

async function startPostgres({ databaseUrl }: EngineConfig, place: Place): Promise<Started<PoolConfig>> {
  if (databaseUrl !== undefined) return server({ connectionString: databaseUrl });
  const postgres = await startEmbeddedPostgres(place);
  return { address: postgres.connection, stop: () => postgres.stop() };
}

async function startClickHouse(
  { clickhouseUrl: url, clickhouseCluster: cluster, clickhouseMemoryBytes: memoryBytes }: EngineConfig,
  place: Place,
): Promise<Started<ClickHouseAddress>> {
  if (url !== undefined) return server({ url });
  if (cluster !== undefined) {
    throw new RangeError('CLICKHOUSE_CLUSTER needs CLICKHOUSE_URL: the embedded engine is one machine.');
  }
  const dataDirectory = join(place.dataDirectory, 'clickhouse');
  const clickhouse = await startEmbeddedClickHouse({ ...place, dataDirectory, memoryBytes });
  return {
    address: { socketPath: clickhouse.socketPath },
    beginAnew: () => clickhouse.beginAnew(),
    stop: () => clickhouse.stop(),
  };
}

function server<Address>(address: Address): Started<Address> {
  return { address, stop: async () => {} };
}
