import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { ExecutionContext } from 'ava';
import type { PoolConfig } from 'pg';
import { openEventBus } from '../../../../../collector/storage/postgres/event-bus/event-bus.ts';
import {
  freshDatabase,
  type PostgresSchema,
  type PostgresSuite,
} from '../../../../support/engines/postgres.ts';
import { hostileStrings } from '../../../../support/engines/postgres-samples.ts';
import { silentLog } from '../../../../support/engines/postgres-silent-log.ts';

/** Several collectors' buses on one database. */
async function buses(t: ExecutionContext, connection: PoolConfig, count: number) {
  const database: PostgresSchema = await freshDatabase(t, connection);
  const channel = `test ${randomUUID()}`;
  const opened = await Promise.all(
    Array.from({ length: count }, () =>
      openEventBus({ connection: database.connection, postgres: database.open(), log: silentLog, channel }),
    ),
  );
  t.teardown(() => Promise.all(opened.map((bus) => bus.close())));
  return { opened, database, channel };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await wait(5);
}

/** Events between collectors. */
export const eventBusSuite: PostgresSuite = {
  'an event reaches the subscribers of all collectors, once and in order': async (t, connection) => {
    const { opened } = await buses(t, connection, 3);
    const heard = opened.map((bus) => {
      const payloads: unknown[] = [];
      bus.subscribe('scan', (payload) => payloads.push(payload));
      bus.subscribe('other', () => t.fail());
      return payloads;
    });
    const sent = [
      ...hostileStrings,
      null,
      0,
      { nested: [1, 'zwei'] },
      'x'.repeat(7_999),
      'ü'.repeat(300_000),
      'last',
    ];
    for (const payload of sent) t.true(opened[0]!.publish('scan', payload));
    t.deepEqual(heard[0], sent);
    await until(() => heard.every((payloads) => payloads.length >= sent.length));
    const asJson = sent.map((payload) => JSON.parse(JSON.stringify(payload)));
    t.deepEqual(heard[1], asJson);
    t.deepEqual(heard[2], asJson);
    t.like(opened[1]!.counts(), { received: sent.length, gaps: 0, dropped: 0 });
    t.like(opened[0]!.counts(), { published: sent.length, received: 0, dropped: 0 });
  },
  'thousands of events at once all arrive': async (t, connection) => {
    const { opened } = await buses(t, connection, 2);
    const heard: unknown[] = [];
    opened[1]!.subscribe('burst', (payload) => heard.push(payload));
    const sent = Array.from({ length: 3_000 }, (_, index) => ({ index, same: 'text' }));
    for (const payload of sent) opened[0]!.publish('burst', payload);
    await until(() => heard.length >= sent.length);
    t.deepEqual(heard, sent);
  },
  'what is too large or no topic is refused': async (t, connection) => {
    const { opened } = await buses(t, connection, 1);
    opened[0]!.subscribe('scan', () => t.fail());
    t.false(opened[0]!.publish('scan', 'x'.repeat(1024 * 1024)));
    t.false(opened[0]!.publish('scan', undefined));
    t.throws(() => opened[0]!.publish('two words', 1), { instanceOf: RangeError });
  },
  'a subscription ends when it is told to, and one that fails harms no other': async (t, connection) => {
    const { opened } = await buses(t, connection, 1);
    const heard: unknown[] = [];
    opened[0]!.subscribe('scan', () => {
      throw new Error('broken');
    });
    const end = opened[0]!.subscribe('scan', (payload) => heard.push(payload));
    opened[0]!.publish('scan', 1);
    end();
    opened[0]!.publish('scan', 2);
    t.deepEqual(heard, [1]);
  },
  'after broken connections events flow again and the gap is told': async (t, connection) => {
    const { opened, database, channel } = await buses(t, connection, 2);
    const heard: unknown[] = [];
    let gaps = 0;
    opened[1]!.subscribe('scan', (payload) => heard.push(payload));
    opened[1]!.onGap(() => gaps++);
    opened[0]!.publish('scan', 'before');
    await until(() => heard.length === 1);
    await database
      .open()
      .query('SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE query = $1', [
        `LISTEN "${channel}"`,
      ]);
    await until(() => gaps > 0);
    opened[0]!.publish('scan', 'after');
    await until(() => heard.includes('after'));
    t.true(opened[1]!.counts().gaps > 0);
  },
  'what was published before closing is sent': async (t, connection) => {
    const { opened } = await buses(t, connection, 2);
    const heard: unknown[] = [];
    opened[1]!.subscribe('scan', (payload) => heard.push(payload));
    opened[0]!.publish('scan', 'farewell');
    await opened[0]!.close();
    await until(() => heard.length === 1);
    t.deepEqual(heard, ['farewell']);
  },
};
