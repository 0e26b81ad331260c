import { Pool, type PoolClient, type PoolConfig, type QueryResultRow } from 'pg';
import type { Log } from '../../ports/log.ts';
import { StoreError } from '../../ports/store-error.ts';
import { toStoreError } from './pool/errors.ts';
import { repeatable } from './pool/repeatable.ts';
import { valueTypes } from './pool/value-types.ts';

/** What takes a statement: the pool, or one transaction. Throws a StoreError. */
export interface Queryable {
  query<Row extends QueryResultRow = never>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

export interface Postgres extends Queryable {
  /**
   * Runs the work in one transaction and again, three times in all unless told otherwise, where the database broke it
   * off because of another one. The work must not have effects outside the database.
   */
  transaction<Result>(
    work: (transaction: Queryable) => Promise<Result>,
    options?: { attempts: number },
  ): Promise<Result>;
  close(): Promise<void>;
}

/** Milliseconds, save for the number of connections. */
const defaults = {
  max: 10,
  connectionTimeoutMillis: 5_000,
  idleTimeoutMillis: 30_000,
  statement_timeout: 15_000,
  /** The client's own bound, for a server that doesn't answer at all. */
  query_timeout: 20_000,
  idle_in_transaction_session_timeout: 30_000,
  keepAlive: true,
  application_name: 'sonde-collector',
} satisfies PoolConfig;

/** Connects when first asked to. 64-bit integers come as numbers, timestamps as Dates. */
export function openPostgres(connection: PoolConfig, log: Log): Postgres {
  const pool = new Pool({ ...defaults, types: valueTypes, ...connection });
  pool.on('error', (error) => log.warn({ error: error.message }, 'A connection to PostgreSQL broke'));

  return {
    query: async (text, values) => {
      const client = await connect(pool);
      return withClient(client, () => run(client, text, values));
    },
    transaction: (work, options) =>
      repeatable(async () => {
        const client = await connect(pool);
        return withClient(client, () => transact(client, work));
      }, options?.attempts),
    close: () => pool.end(),
  };
}

async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw toStoreError(error);
  }
}

/** Gives the connection back, or away where it can't be trusted any more. */
async function withClient<Result>(client: PoolClient, work: () => Promise<Result>): Promise<Result> {
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    return await work();
  } catch (error) {
    const known = toStoreError(error);
    if (known instanceof StoreError && known.kind === 'unavailable') broken ??= known;
    throw known;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

async function run<Row extends QueryResultRow>(
  client: PoolClient,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const { rows } = await client.query<Row>(text, [...values]);
  return rows;
}

async function transact<Result>(
  client: PoolClient,
  work: (transaction: Queryable) => Promise<Result>,
): Promise<Result> {
  await client.query('BEGIN');
  try {
    const result = await work({ query: (text, values) => run(client, text, values) });
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}
