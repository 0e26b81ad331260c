import { randomUUID } from 'node:crypto';
import type { Log } from '@sonde/shared/system/log.ts';
import type { PoolConfig } from 'pg';
import type { EventBus } from '../../../ports/system/event-bus.ts';
import type { Postgres } from '../pool.ts';
import { Inbox } from './inbox.ts';
import { listen } from './listener.ts';
import { Outbox } from './outbox.ts';

/** Characters of JSON that one event may have. */
const longestPayload = 1024 * 1024;

export interface PostgresEventBus extends EventBus {
  /** Sends what waits, once, and listens no more. */
  close(): Promise<void>;
}

/**
 * Opens the bus for events between collectors by NOTIFY and LISTEN; payloads too large for a notification go through a
 * table. Resolves when it listens. The connection for listening is beside the pool.
 */
export async function openEventBus({
  connection,
  postgres,
  log,
  channel = 'sonde_events',
}: {
  connection: PoolConfig;
  postgres: Postgres;
  log: Log;
  channel?: string;
}): Promise<PostgresEventBus> {
  const origin = randomUUID();
  const subscribers = new Map<string, Set<(payload: unknown) => void>>();
  const gapListeners = new Set<() => void>();
  const counts = { published: 0, received: 0, missed: 0, gaps: 0 };

  const deliver = (topic: string, payload: unknown): void => {
    for (const subscriber of subscribers.get(topic) ?? []) {
      try {
        subscriber(payload);
      } catch (error) {
        log.error({ error, topic }, 'A subscriber to events failed');
      }
    }
  };
  const gap = (): void => {
    counts.gaps++;
    for (const listener of gapListeners) listener();
  };

  const outbox = new Outbox(postgres, channel, origin, log);
  const inbox = new Inbox(postgres, origin, {
    deliver: (topic, json) => {
      counts.received++;
      if (subscribers.has(topic)) deliver(topic, JSON.parse(json));
    },
    missed: () => {
      counts.missed++;
      gap();
    },
  });
  const listener = listen(connection, channel, { onLine: (line) => inbox.take(line), onReconnect: gap }, log);
  await listener.ready;

  return {
    publish: (topic, payload) => {
      const json = JSON.stringify(payload);
      if (!/^\S{1,200}$/.test(topic))
        throw new RangeError(`${topic} is no topic: it is empty, long or has spaces`);
      if (json === undefined || json.length > longestPayload) return false;
      counts.published++;
      outbox.add(topic, json);
      deliver(topic, payload);
      return true;
    },
    subscribe: (topic, subscriber) => {
      const own = subscribers.get(topic) ?? new Set();
      subscribers.set(topic, own.add(subscriber));
      return () => {
        own.delete(subscriber);
        if (own.size === 0 && subscribers.get(topic) === own) subscribers.delete(topic);
      };
    },
    onGap: (listenerOfGaps) => {
      gapListeners.add(listenerOfGaps);
      return () => gapListeners.delete(listenerOfGaps);
    },
    counts: () => ({
      published: counts.published,
      received: counts.received,
      dropped: outbox.dropped + counts.missed,
      gaps: counts.gaps,
      waiting: outbox.waiting,
    }),
    close: async () => {
      await outbox.stop();
      await listener.stop();
      await inbox.stop();
    },
  };
}
