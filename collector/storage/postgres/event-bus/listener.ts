import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '@sonde/shared/system/log.ts';
import { Client, type PoolConfig } from 'pg';

export interface Listener {
  /** Settled when it listens for the first time. */
  readonly ready: Promise<void>;
  stop(): Promise<void>;
}

/** Milliseconds between attempts to connect, and between questions whether the connection still stands. */
const pause = { first: 50, longest: 5_000, heartbeat: 10_000 };

/** Listens on a channel over a connection of its own, and over a new one whenever that breaks. */
export function listen(
  connection: PoolConfig,
  channel: string,
  { onLine, onReconnect }: { onLine: (line: string) => void; onReconnect: () => void },
  log: Log,
): Listener {
  const stopping = new AbortController();
  const { signal } = stopping;
  const listening = Promise.withResolvers<void>();
  let connections = 0;

  const session = async (): Promise<void> => {
    const client = new Client({
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      keepAlive: true,
      application_name: 'sonde-collector events',
      ...connection,
    });
    const over = Promise.withResolvers<void>();
    client.on('error', () => over.resolve());
    client.on('end', () => over.resolve());
    client.on('notification', ({ payload }) => onLine(payload ?? ''));
    signal.addEventListener('abort', () => over.resolve(), { once: true });
    const heartbeat = setInterval(() => {
      client.query('SELECT 1').catch(() => over.resolve());
    }, pause.heartbeat);
    try {
      await client.connect();
      await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
      if (connections++ > 0) onReconnect();
      listening.resolve();
      await over.promise;
    } finally {
      clearInterval(heartbeat);
      await client.end().catch(() => {});
    }
  };

  const run = async (): Promise<void> => {
    for (let delay = pause.first; !signal.aborted; delay = Math.min(delay * 2, pause.longest)) {
      const before = connections;
      try {
        await session();
      } catch (error) {
        log.debug({ error }, 'The listener for events did not connect');
      }
      if (signal.aborted) break;
      if (connections > before) {
        delay = pause.first;
        log.warn({}, 'Events of other collectors are not heard until the connection is back');
      }
      await wait(delay, undefined, { signal }).catch(() => {});
    }
    listening.resolve();
  };

  const running = run();
  return {
    ready: listening.promise,
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
