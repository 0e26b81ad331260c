import type { Log } from '@sonde/shared/system/log.ts';
import { Pool, type PoolClient, type PoolConfig, type QueryConfig, type QueryResultRow } from 'pg';
import { StoreError } from '../../ports/system/store-error.ts';
import { isWaitInVain, toStoreError } from './pool/errors.ts';
import { Lanes } from './pool/lanes.ts';
import { LookUps } from './pool/look-ups.ts';
import { isStalePlan, StatementNames } from './pool/prepared.ts';
import { repeatable } from './pool/repeatable.ts';
import { valueTypes } from './pool/value-types.ts';

/** A queryable takes a statement: the pool, or one transaction. Throws a StoreError. */
export interface Queryable {
  query<Row extends QueryResultRow = never>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

export interface TransactionOptions {
  readonly attempts?: number;
  readonly statementTimeout?: number;
  /**
   * Transactions of one lane run one at a time in this process, in order, and wait for that without a connection. They would wait
   * for one another in the database, because they change one row, and hold connections that others have use for.
   */
  readonly lane?: string;
}

/** The pressure on a pool states what its connections have to do, and what waits for them. */
export interface PoolPressure {
  readonly connections: number;
  /** Connections with a statement or a transaction. */
  readonly busy: number;
  /** Statements and transactions that wait for a connection. */
  readonly waiting: number;
  /** Transactions that wait for others of their lane. */
  readonly inLanes: number;
  /** Those that waited in vain for a connection, or for their lane, since the start. */
  readonly givenUp: number;
}

export interface Postgres extends Queryable {
  /**
   * As `query`, for reads that take next to no time, such as of a row by its key: they share one connection, on which none
   * waits for the answers to those before it. The text is one of few, since it is kept prepared.
   */
  lookUp<Row extends QueryResultRow = never>(text: string, values: readonly unknown[]): Promise<Row[]>;
  /**
   * As `query`, for a statement whose plan costs more than its work and that is run all the time: each connection keeps it
   * prepared. The text is one of few.
   */
  queryOften<Row extends QueryResultRow = never>(text: string, values: readonly unknown[]): Promise<Row[]>;
  /**
   * Runs the work in one transaction and again, three times in all unless told otherwise, if the database broke it
   * off because of another one. The work must not have effects outside the database. Its statements may take as long
   * as any, or as long as `statementTimeout` says, in milliseconds. A `lane` is for work that others would wait for.
   */
  transaction<Result>(
    work: (transaction: Queryable) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>;
  pressure(): PoolPressure;
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

/** The client waits this many milliseconds beyond the server's own bound on a statement. */
const grace = 5_000;

/** Connects when first asked to. 64-bit integers come as numbers, timestamps as Dates. */
export function openPostgres(connection: PoolConfig, log: Log): Postgres {
  const settings = { ...defaults, types: valueTypes, ...connection };
  const pool = new Pool(settings);
  const lookUps = new LookUps(settings, log);
  const lanes = new Lanes();
  let connectionsMissed = 0;
  const connect = async (): Promise<PoolClient> => {
    try {
      return await pool.connect();
    } catch (error) {
      if (isWaitInVain(error)) connectionsMissed++;
      throw toStoreError(error);
    }
  };
  pool.on('error', (error) => log.warn({ error: error.message }, 'A connection to PostgreSQL broke'));

  const query: Queryable['query'] = async (text, values) => {
    const client = await connect();
    return withClient(client, () => run(client, text, values));
  };
  const names = new StatementNames('often');
  return {
    query,
    queryOften: async (text, values) => {
      const client = await connect();
      return withClient(client, async () => {
        try {
          return await run(client, text, values, { name: names.of(text) });
        } catch (error) {
          if (!isStalePlan(error)) throw error;
          names.renew(text);
          return await run(client, text, values);
        }
      });
    },
    lookUp: (text, values) => (lookUps.isFree ? lookUps.query(text, values) : query(text, values)),
    transaction: (work, { attempts, statementTimeout, lane } = {}) => {
      const untilDone = () =>
        repeatable(async () => {
          const client = await connect();
          return withClient(client, () => transact(client, work, statementTimeout));
        }, attempts);
      return lane === undefined ? untilDone() : lanes.take(lane, untilDone);
    },
    pressure: () => ({
      connections: pool.totalCount,
      busy: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
      inLanes: lanes.waiting,
      givenUp: lanes.givenUp + connectionsMissed,
    }),
    close: async () => {
      await Promise.all([pool.end(), lookUps.close()]);
    },
  };
}

/** Gives the connection back, or away if it can't be trusted any more. */
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
  { timeout, name }: { timeout?: number | undefined; name?: string | undefined } = {},
): Promise<Row[]> {
  // The driver's types don't know that a statement may have a bound of its own.
  const statement: QueryConfig & { query_timeout?: number } = { text, values: [...values] };
  if (name !== undefined) statement.name = name;
  if (timeout !== undefined) statement.query_timeout = timeout + grace;
  const { rows } = await client.query<Row>(statement);
  return rows;
}

async function transact<Result>(
  client: PoolClient,
  work: (transaction: Queryable) => Promise<Result>,
  timeout?: number,
): Promise<Result> {
  await client.query('BEGIN');
  try {
    if (timeout !== undefined) {
      await run(client, "SELECT set_config('statement_timeout', $1, true)", [String(timeout)]);
    }
    const result = await work({ query: (text, values) => run(client, text, values, { timeout }) });
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}
