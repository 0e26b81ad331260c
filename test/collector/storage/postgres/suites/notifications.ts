import type { NewChannel } from '../../../../../collector/ports/threats/notifications.ts';
import type { Sighting } from '../../../../../collector/ports/threats/threats.ts';
import { createBatchRegistry } from '../../../../../collector/storage/postgres/batches.ts';
import { createChannelStore } from '../../../../../collector/storage/postgres/notifications/channels.ts';
import { createNotificationQueue } from '../../../../../collector/storage/postgres/notifications/queue.ts';
import type { Postgres } from '../../../../../collector/storage/postgres/pool.ts';
import { mostWaiting } from '../../../../../collector/storage/postgres/threats/enqueue-notifications.ts';
import { createThreatStore } from '../../../../../collector/storage/postgres/threats.ts';
import { freshDatabase, type PostgresSuite } from '../../../../support/engines/postgres.ts';
import { claimOf, sightingAt, someAccount } from '../../../../support/engines/postgres-samples.ts';

const page = { limit: 100, offset: 0 };

function channelOf(change: Partial<NewChannel> = {}): NewChannel {
  return {
    kind: 'webhook',
    target: 'https://hook.example/',
    locationId: null,
    leastSeverity: 'medium',
    threatTypes: null,
    tellsResolved: false,
    byCase: false,
    quietHours: null,
    digest: null,
    note: null,
    secret: 'whsec_c2VjcmV0',
    ...change,
  };
}

/** An account with two locations, and a way to record sightings there. */
async function setUp(postgres: Postgres) {
  const { accountId, locations, agentIds } = await someAccount(postgres, 2);
  const [here, there] = locations.map(({ id }) => id) as [number, number];
  const threats = createThreatStore(postgres);
  const see = async (...sightings: Sighting[]) => {
    const claim = claimOf(here, agentIds[0]!, null);
    await createBatchRegistry(postgres).claim('a', [claim]);
    return await threats.record([{ batchId: claim.batchId, sightings }]);
  };
  const queue = createNotificationQueue(postgres);
  return { accountId, here, there, see, queue, threats, channels: createChannelStore(postgres) };
}

/** Where accounts are told, and the queue of what is to be told. */
export const notificationSuite: PostgresSuite = {
  'a threat is queued once for each channel that wants it, by severity and location': async (
    t,
    connection,
  ) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId, here, there, see, queue, channels } = await setUp(postgres);
    const stranger = await someAccount(postgres);
    const all = await channels.add(accountId, channelOf(), 10);
    const one = await channels.add(accountId, channelOf({ locationId: there, leastSeverity: 'low' }), 10);
    await channels.add(stranger.accountId, channelOf({ leastSeverity: 'info' }), 10);

    await see(
      sightingAt(here, { subject: 'a.example', severity: 'high' }),
      sightingAt(there, { subject: 'b.example', severity: 'low' }),
      sightingAt(here, { subject: 'c.example', severity: 'info' }),
    );
    await see(sightingAt(here, { subject: 'a.example', severity: 'high' }));
    const told = async () => {
      const claimed = await queue.claim(100, 100, 60);
      for (const delivery of claimed) await queue.settle(delivery, { state: 'delivered' });
      return claimed.map(({ channel, threat }) => `${channel.target} ${threat.subject} ${threat.severity}`);
    };
    t.deepEqual(await told(), [
      'https://hook.example/ a.example high',
      'https://hook.example/ b.example low',
    ]);
    // One that began as a remark is told of when it grows.
    const grown = await see(sightingAt(here, { subject: 'c.example', severity: 'critical' }));
    t.like(grown, [{ subject: 'c.example', severity: 'critical', count: 2 }]);
    t.deepEqual(await told(), ['https://hook.example/ c.example critical']);
    await see(sightingAt(here, { subject: 'c.example', severity: 'critical' }));
    t.deepEqual(await told(), []);
    const { count, deliveries } = (await queue.deliveries(accountId, all!.id, 'delivered', page))!;
    t.is(count, 2);
    t.like(deliveries[0], { state: 'delivered', attempts: 1, lastError: null, nextAttemptAt: null });
    t.is((await queue.deliveries(accountId, one!.id, undefined, page))!.count, 1);
    t.is(await queue.deliveries(stranger.accountId, all!.id, undefined, page), undefined);
  },
  'several collectors take each delivery once, and a lease that ends frees it': async (t, connection) => {
    const database = await freshDatabase(t, connection);
    const { accountId, here, see, channels } = await setUp(database.open());
    await channels.add(accountId, channelOf(), 10);
    await see(
      ...Array.from({ length: 40 }, (_, index) => sightingAt(here, { subject: `n${index}.example` })),
    );
    const queues = [1, 2, 3, 4].map(() => createNotificationQueue(database.open()));
    const taken = (await Promise.all(queues.map((queue) => queue.claim(100, 100, 60)))).flat();
    t.is(taken.length, 40);
    t.is(new Set(taken.map(({ id }) => id)).size, 40);
    t.deepEqual(await queues[0]!.claim(100, 100, 60), []);

    const [first] = taken;
    await queues[0]!.settle(first!, { state: 'waiting', error: 'refused', afterSeconds: 0 });
    const [again] = await queues[1]!.claim(1, 1, 0);
    t.is(again!.id, first!.id);
    t.is(again!.attempt, 2);
    // The lease of no seconds is over: somebody else takes it, and the first one's word counts no more.
    const [third] = await queues[2]!.claim(1, 1, 60);
    t.is(third!.attempt, 3);
    await queues[1]!.settle(again!, { state: 'dead', error: 'late' });
    await queues[2]!.settle(third!, { state: 'delivered' });
    t.deepEqual(await queues[0]!.depth(), { waiting: 39, dead: 0 });
  },
  'a channel has no more than its share of a claim': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId, here, see, queue, channels } = await setUp(postgres);
    for (const target of ['https://a.example/', 'https://b.example/'])
      await channels.add(accountId, channelOf({ target }), 10);
    await see(
      ...Array.from({ length: 10 }, (_, index) => sightingAt(here, { subject: `n${index}.example` })),
    );
    const targets = (await queue.claim(100, 3, 60)).map(({ channel }) => channel.target);
    t.deepEqual(targets.toSorted(), [
      ...Array.from({ length: 3 }, () => 'https://a.example/'),
      ...Array.from({ length: 3 }, () => 'https://b.example/'),
    ]);
  },
  'a full queue refuses and counts; a threat that goes on gets in when there is room': async (
    t,
    connection,
  ) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId, here, see, queue, channels } = await setUp(postgres);
    const channel = (await channels.add(accountId, channelOf(), 10))!;
    const over = Array.from({ length: mostWaiting + 5 }, (_, index) =>
      sightingAt(here, { subject: `n${index}.example` }),
    );
    await see(...over);
    t.like(await channels.find(accountId, channel.id), { waiting: mostWaiting, refused: 5 });
    for (const delivery of await queue.claim(3, 3, 60)) await queue.settle(delivery, { state: 'delivered' });
    await see(...over);
    t.like(await channels.find(accountId, channel.id), { waiting: mostWaiting, refused: 7 });
  },
  'what was given up is shown and tried again when asked for': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId, here, see, queue, channels } = await setUp(postgres);
    const stranger = await someAccount(postgres);
    const channel = (await channels.add(accountId, channelOf(), 10))!;
    await see(sightingAt(here));
    const [claimed] = await queue.claim(1, 1, 60);
    await queue.settle(claimed!, { state: 'dead', error: 'no\0answer' });
    t.like(await channels.find(accountId, channel.id), { waiting: 0, dead: 1 });
    const [dead] = (await queue.deliveries(accountId, channel.id, 'dead', page))!.deliveries;
    t.like(dead, { lastError: 'no\ufffdanswer', attempts: 1 });
    t.is(await queue.revive(stranger.accountId, channel.id), undefined);
    t.is(await queue.revive(accountId, channel.id), 1);
    t.is((await queue.claim(1, 1, 60))[0]!.attempt, 1);
  },
  'channels are bounded and removed with their queue, and old deliveries forgotten': async (
    t,
    connection,
  ) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId, here, see, queue, channels } = await setUp(postgres);
    const made = await Promise.all([1, 2, 3, 4].map(() => channels.add(accountId, channelOf(), 2)));
    t.is(made.filter((channel) => channel !== undefined).length, 2);
    const [first, second] = await channels.list(accountId);
    await see(sightingAt(here, { observedAt: new Date() }));
    t.false(await channels.remove((await someAccount(postgres)).accountId, first!.id));
    t.true(await channels.remove(accountId, first!.id));
    t.deepEqual(await queue.depth(), { waiting: 1, dead: 0 });
    for (const delivery of await queue.claim(9, 9, 60)) await queue.settle(delivery, { state: 'delivered' });
    // Seen since: it would be told anew if it were forgotten.
    t.is(await queue.forgetBefore(new Date(Date.now() - 60_000)), 0);
    t.is(await queue.forgetBefore(new Date(Date.now() + 60_000)), 1);
    t.is((await queue.deliveries(accountId, second!.id, undefined, page))!.count, 0);
  },
  'a channel is told of the types that it wants, and of the end of what it was told of': async (
    t,
    connection,
  ) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId, here, see, queue, channels, threats } = await setUp(postgres);
    const quietHours = { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' };
    const picky = channelOf({ target: 'https://picky.example/', threatTypes: ['dga'], quietHours });
    t.like(await channels.add(accountId, picky, 10), {
      threatTypes: ['dga'],
      quietHours,
      tellsResolved: false,
    });
    await channels.add(accountId, channelOf({ target: 'https://pager.example/', tellsResolved: true }), 10);
    const told = async () => {
      const claimed = await queue.claim(100, 100, 60);
      for (const delivery of claimed) await queue.settle(delivery, { state: 'delivered' });
      return claimed
        .map(({ channel, event, threat }) => `${channel.target} ${event} ${threat.status}`)
        .toSorted();
    };
    const [threat] = await see(sightingAt(here, { type: 'dns_tunnel' }));
    await see(sightingAt(here, { type: 'dga', subject: 'other.example' }));
    // Resolved before anybody was told: the end is told after the threat itself.
    await threats.resolve(accountId, threat!.id, 'a test');
    t.deepEqual(await told(), [
      'https://pager.example/ threat open',
      'https://pager.example/ threat resolved',
      'https://picky.example/ threat open',
    ]);
    t.deepEqual(await told(), ['https://pager.example/ resolved resolved']);
    await threats.resolve(accountId, threat!.id, 'again');
    t.deepEqual(await told(), []);
    t.is((await threats.find(accountId, threat!.id))!.resolutionNote, 'a test');
    // Opened again it is told once more, and so is its next end.
    await threats.reopen(accountId, threat!.id, 'it goes on');
    t.deepEqual(await told(), ['https://pager.example/ threat open']);
    await threats.reopen(accountId, threat!.id, 'it goes on');
    t.deepEqual(await told(), []);
    await threats.resolve(accountId, threat!.id, 'over');
    t.deepEqual(await told(), ['https://pager.example/ resolved resolved']);
  },
  'an end that nobody was told of yet is taken back, and who was never told of a threat hears of no end':
    async (t, connection) => {
      const postgres = (await freshDatabase(t, connection)).open();
      const { accountId, here, see, queue, channels, threats } = await setUp(postgres);
      const channel = (await channels.add(accountId, channelOf({ tellsResolved: true }), 10))!;
      const [threat] = await see(sightingAt(here));
      const [opening] = await queue.claim(1, 1, 60);
      await queue.settle(opening!, { state: 'delivered' });
      await threats.resolve(accountId, threat!.id, null);
      await threats.reopen(accountId, threat!.id, null);
      t.deepEqual(await queue.claim(9, 9, 60), []);
      t.is((await queue.deliveries(accountId, channel.id, undefined, page))!.count, 1);

      const [unheard] = await see(sightingAt(here, { subject: 'unheard.example' }));
      const [lost] = await queue.claim(1, 1, 60);
      await queue.settle(lost!, { state: 'dead', error: 'gone' });
      await threats.resolve(accountId, unheard!.id, null);
      t.deepEqual(await queue.claim(9, 9, 60), []);
    },
  'all that waits for a digest is claimed of its channel at once': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId, here, see, queue, channels } = await setUp(postgres);
    const digest = { every: 'day', at: '07:30', timeZone: 'Europe/Berlin' } as const;
    const told = (await channels.add(accountId, channelOf({ digest }), 10))!;
    await channels.add(accountId, channelOf({ target: 'https://other.example/' }), 10);
    t.deepEqual((await channels.find(accountId, told.id))?.digest, digest);
    await see(
      ...Array.from({ length: 12 }, (_, index) => sightingAt(here, { subject: `n${index}.example` })),
    );
    const first = (await queue.claim(4, 2, 60)).filter(({ channel }) => channel.id === told.id);
    t.is(first.length, 2);
    t.deepEqual(first[0]!.channel.digest, digest);
    t.true(first[0]!.createdAt instanceof Date);
    const rest = await queue.claimOf(told.id, 1_000, 60);
    t.is(rest.length, 10);
    t.true(rest.every(({ channel }) => channel.id === told.id));
    t.is(new Set([...first, ...rest].map(({ threat }) => threat.subject)).size, 12);
    t.is((await queue.claim(100, 100, 60)).length, 10);
  },
  'what is put off costs no attempt': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId, here, see, queue, channels } = await setUp(postgres);
    await channels.add(accountId, channelOf(), 10);
    await see(sightingAt(here));
    const [first] = await queue.claim(1, 1, 60);
    await queue.postpone(first!, 0);
    const [again] = await queue.claim(1, 1, 60);
    t.deepEqual([again!.id, again!.attempt], [first!.id, 1]);
    await queue.postpone(again!, 3_600);
    t.deepEqual(await queue.claim(1, 1, 60), []);
  },
};
