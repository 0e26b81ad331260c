import { Agent, type AgentOptions } from 'node:http';
import type { Readable } from 'node:stream';
import {
  type ClickHouseClient,
  ClickHouseLogLevel,
  type ClickHouseSettings,
  createClient,
} from '@clickhouse/client';
import { insertError, isBrokenConnection, questionError } from './error-mapping.ts';

/**
 * The address of ClickHouse is a server's URL (with user, password and database in it), or the embedded engine's
 * socket.
 */
export type ClickHouseAddress = { readonly url: string } | { readonly socketPath: string };

export interface ClickHouseSettingsOfUse {
  /** The database that all tables live in. */
  readonly database?: string;
  /** Connections kept at most. */
  readonly connections?: number;
  readonly requestMilliseconds?: number;
}

/** Limits bound what one question may take; an absent limit has a default that suits a dashboard. */
export interface Limits {
  /** Rows of the answer. */
  readonly rows?: number;
  readonly seconds?: number;
  readonly memoryBytes?: number;
  /** Whether what is read stays unpacked for the next question; it does unless this says that no other will read it. */
  readonly isReadOnce?: boolean;
}

/** Parameters are values for `{name:Type}` in the text of a statement. Nothing else ever enters the text. */
export type Parameters = Readonly<Record<string, unknown>>;

const defaultLimits = { rows: 100_000, seconds: 10, memoryBytes: 384 * 1024 * 1024 };

export const defaultDatabase = 'sonde';

/**
 * `ClickHouse` asks one ClickHouse, embedded or a server: questions with bound parameters and limits, commands, and
 * inserts. Every error is a StoreError.
 */
export class ClickHouse {
  readonly #client: ClickHouseClient;
  readonly #connect: (database: string) => ClickHouseClient;
  readonly database: string;
  /** Whether it reads files of this machine by their path: true of the embedded engine. */
  readonly readsFiles: boolean;

  constructor(address: ClickHouseAddress, settings: ClickHouseSettingsOfUse = {}) {
    const embedded = 'socketPath' in address;
    const connections = settings.connections ?? 32;
    this.readsFiles = embedded;
    this.database = settings.database ?? databaseInUrl(address) ?? defaultDatabase;
    this.#connect = (database) => {
      // Two clients must not share an agent: each closes sockets that it believes idle.
      const agent = embedded ? unixSocketAgent(address.socketPath, connections) : undefined;
      return createClient({
        url: embedded ? 'http://embedded' : withoutPath(address.url),
        database,
        application: 'sonde',
        max_open_connections: connections,
        request_timeout: settings.requestMilliseconds ?? 60_000,
        // A socket that the other side closed while idle is an error for the next request: give idle ones up early.
        keep_alive: { enabled: true, idle_socket_ttl: 1_500 },
        log: { level: ClickHouseLogLevel.OFF },
        ...(agent === undefined ? {} : { http_agent: agent }),
      });
    };
    this.#client = this.#connect(this.database);
  }

  /** Rows of one answer. Throws a StoreError: `limit` if a limit is hit. */
  async query<Row>(sql: string, parameters: Parameters = {}, limits: Limits = {}): Promise<Row[]> {
    const ask = async (): Promise<Row[]> => {
      const result = await this.#client.query({
        query: sql,
        format: 'JSONEachRow',
        query_params: { ...parameters },
        clickhouse_settings: {
          ...this.#settings(limits),
          use_uncompressed_cache: limits.isReadOnce ? 0 : 1,
          wait_end_of_query: 1,
          // Threads that would write a short answer cost more than to write it.
          output_format_parallel_formatting: 0,
        },
      });
      return await result.json<Row>();
    };
    try {
      // A kept connection may be closed at the moment that a question goes out on it; asking again changes nothing
      // (RFC 9110 section 9.2.2).
      return await ask().catch((error: unknown) =>
        isBrokenConnection(error) ? ask() : Promise.reject(error),
      );
    } catch (error) {
      throw questionError(error);
    }
  }

  /** Rows of a long answer, in groups as they come. Leaving the loop or the signal cancels the question. */
  async *stream<Row>(
    sql: string,
    parameters: Parameters = {},
    limits: Limits = {},
    signal?: AbortSignal,
  ): AsyncGenerator<Row[]> {
    const cancel = new AbortController();
    const either = signal === undefined ? cancel.signal : AbortSignal.any([signal, cancel.signal]);
    try {
      const result = await this.#client.query({
        query: sql,
        format: 'JSONEachRow',
        query_params: { ...parameters },
        clickhouse_settings: this.#settings(limits),
        abort_signal: either,
      });
      for await (const rows of result.stream<Row>()) yield rows.map((row) => row.json<Row>());
    } catch (error) {
      throw questionError(error);
    } finally {
      cancel.abort();
    }
  }

  /** The bytes of an answer whose format the statement names. Without limits: for moving tables, and for rows of the statement itself. */
  async bytes(sql: string, settings: ClickHouseSettings = {}): Promise<Readable> {
    try {
      return (await this.#client.exec({ query: sql, clickhouse_settings: settings })).stream;
    } catch (error) {
      throw questionError(error);
    }
  }

  /** A statement without an answer. */
  async command(sql: string, parameters: Parameters = {}, settings: ClickHouseSettings = {}): Promise<void> {
    try {
      await this.#client.command({
        query: sql,
        query_params: { ...parameters },
        clickhouse_settings: { ...settings, wait_end_of_query: 1 },
      });
    } catch (error) {
      throw questionError(error);
    }
  }

  /** A statement run outside of the database, for making it: all else presumes that it exists. */
  async commandOutside(sql: string): Promise<void> {
    const client = this.#connect('default');
    try {
      await client.command({ query: sql, clickhouse_settings: { wait_end_of_query: 1 } });
    } catch (error) {
      throw questionError(error);
    } finally {
      await client.close();
    }
  }

  /** An insert, of what its own text says or of the bytes of a stream. */
  async insert(
    sql: string,
    parameters: Parameters,
    settings: ClickHouseSettings,
    data?: Readable,
  ): Promise<void> {
    try {
      const shared = {
        query: sql,
        query_params: { ...parameters },
        clickhouse_settings: { ...settings, wait_end_of_query: 1 as const },
      };
      if (data === undefined) {
        await this.#client.command(shared);
        return;
      }
      const { stream } = await this.#client.exec({ ...shared, values: data });
      for await (const _ of stream);
    } catch (error) {
      throw insertError(error);
    } finally {
      data?.destroy();
    }
  }

  /** Tells whether ClickHouse answers. */
  async ping(): Promise<boolean> {
    return (await this.#client.ping({ select: true })).success;
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  #settings(limits: Limits): ClickHouseSettings {
    const { rows, seconds, memoryBytes } = { ...defaultLimits, ...limits };
    return {
      max_execution_time: seconds,
      max_memory_usage: String(memoryBytes),
      max_result_rows: String(rows),
      result_overflow_mode: 'throw',
      output_format_json_quote_64bit_integers: 0,
      // As the SQL standard has it: `sum(queries) AS queries` does not hide the column from the rest of the list.
      prefer_column_name_to_alias: 1,
    };
  }
}

function databaseInUrl(address: ClickHouseAddress): string | undefined {
  if ('socketPath' in address) return undefined;
  return decodeURIComponent(new URL(address.url).pathname.slice(1)) || undefined;
}

function unixSocketAgent(socketPath: string, connections: number): Agent {
  // The type of an agent's options has no socket path, yet an agent hands its options on to each connection.
  const options: AgentOptions & { socketPath: string } = {
    keepAlive: true,
    maxSockets: connections,
    socketPath,
  };
  return new Agent(options);
}

/** The client lets a database in the URL override the one that it is given. */
function withoutPath(url: string): string {
  const changed = new URL(url);
  changed.pathname = '/';
  return changed.href;
}
