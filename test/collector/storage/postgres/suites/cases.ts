import { gatherThreats } from '../../../../../collector/domain/detection/cases/gather-threats.ts';
import type { NewChannel } from '../../../../../collector/ports/threats/notifications.ts';
import type { Sighting } from '../../../../../collector/ports/threats/threats.ts';
import { createBatchRegistry } from '../../../../../collector/storage/postgres/batches.ts';
import { createChannelStore } from '../../../../../collector/storage/postgres/notifications/channels.ts';
import { createNotificationQueue } from '../../../../../collector/storage/postgres/notifications/queue.ts';
import type { Postgres } from '../../../../../collector/storage/postgres/pool.ts';
import { createCaseStore } from '../../../../../collector/storage/postgres/threats/cases.ts';
import { createCaseGathering } from '../../../../../collector/storage/postgres/threats/gather-cases.ts';
import { seenAt } from '../../../../../collector/storage/postgres/threats/threat-filter.ts';
import { createThreatStore } from '../../../../../collector/storage/postgres/threats.ts';
import { freshDatabase, type PostgresSuite } from '../../../../support/engines/postgres.ts';
import { claimOf, sightingAt, someAccount } from '../../../../support/engines/postgres-samples.ts';

const page = { limit: 100, offset: 0 };
const at = (time: string) => new Date(`2026-03-14T${time}:00Z`);

async function setUp(postgres: Postgres) {
  const { accountId, locations, agentIds } = await someAccount(postgres, 2);
  const [here, there] = locations.map(({ id }) => id) as [number, number];
  const threats = createThreatStore(postgres);
  const cases = createCaseStore(postgres);
  const see = async (...sightings: Partial<Sighting>[]) => {
    const claim = claimOf(here, agentIds[0]!, null);
    await createBatchRegistry(postgres).claim('a', [claim]);
    const whole = sightings.map((sighting) =>
      sightingAt(here, {
        source: 'detection',
        clientAddress: '192.0.2.7',
        observedAt: at('15:00'),
        ...sighting,
      }),
    );
    return threats.record([{ batchId: claim.batchId, sightings: whole }]);
  };
  const gather = (most = 100) => createCaseGathering(postgres).gather(gatherThreats, most);
  const list = async (filter = {}) => (await cases.list(accountId, filter, page)).cases;
  const queue = createNotificationQueue(postgres);
  const channels = createChannelStore(postgres);
  return { accountId, here, there, see, gather, list, threats, cases, queue, channels };
}

const dga = { type: 'dga', subject: '192.0.2.7', severity: 'medium' } as const;
const tunnel = { type: 'dns_tunnel', subject: 'bad.example', severity: 'medium' } as const;
const beacon = { type: 'beaconing', subject: '192.0.2.7 new.example', severity: 'medium' } as const;
const remark = { type: 'name_leak', subject: '192.0.2.7 tor', severity: 'info' } as const;

/** Threats that belong together, and how they are told. */
export const caseSuite: PostgresSuite = {
  'threats of one client become one case, as severe as the sum of its kinds': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId, here, there, see, gather, list, threats, cases } = await setUp(postgres);
    const stranger = await someAccount(postgres);
    await see(remark, { ...remark, subject: '192.0.2.9 tor', clientAddress: '192.0.2.9' });
    const [first] = await see({ ...dga, observedAt: at('15:02') });
    t.like(await gather(), { changed: [{ change: 'opened', case: { severity: 'medium' } }], done: true });
    t.deepEqual((await gather()).changed, []);
    await see(
      { ...tunnel, observedAt: at('15:04') },
      { ...beacon, observedAt: at('15:30') },
      { ...tunnel, locationId: there, observedAt: at('15:04') },
    );
    const { changed } = await gather();
    t.deepEqual(
      changed.map(({ change, case: one }) => [change, one.locationId, one.severity]),
      [
        ['worsened', here, 'high'],
        ['opened', there, 'medium'],
      ],
    );
    const [other, one] = await list();
    t.like(one, {
      status: 'open',
      severity: 'high',
      clientAddress: '192.0.2.7',
      cause: '',
      clients: ['192.0.2.7'],
      types: ['beaconing', 'dga', 'dns_tunnel', 'name_leak'],
      threats: 4,
      openThreats: 4,
      firstSeenAt: at('15:00'),
      lastSeenAt: at('15:30'),
      resolvedAt: null,
    });
    t.like(other, { locationId: there, cause: 'bad.example', threats: 1 });
    t.is((await threats.find(accountId, first!.id))!.caseId, one!.id);

    // Found by what they are, and by nobody else.
    t.is((await list({ severity: 'high' })).length, 1);
    t.is((await list({ locationId: there })).length, 1);
    t.is((await list({ clientAddress: '192.0.2.9' })).length, 0);
    t.is((await list({ subject: '192.0.2.7 new.example' })).length, 1);
    t.is((await list({ subject: 'bad.example' })).length, 2);
    t.is((await list({ lastSeen: { from: at('15:10'), to: at('16:00') } })).length, 1);
    t.is((await cases.list(stranger.accountId, {}, page)).count, 0);
    t.is(await cases.find(stranger.accountId, one!.id), undefined);
    t.is(await cases.resolve(stranger.accountId, one!.id, null), undefined);
    t.deepEqual(
      (await cases.find(accountId, one!.id))!.threats.map(({ type }) => type),
      ['name_leak', 'dga', 'dns_tunnel', 'beaconing'],
    );

    // What is resolved weighs nothing as long as something is open, and everything afterwards.
    await threats.resolve(accountId, first!.id, null);
    t.like((await list({ locationId: here }))[0], { status: 'open', severity: 'medium', openThreats: 3 });
    t.like(await cases.resolve(accountId, one!.id, 'reinstalled'), { status: 'resolved', severity: 'high' });
    t.is((await list({ status: 'open' })).length, 1);
    t.is((await list({ status: 'resolved' })).length, 1);
    const { threats: all } = (await cases.find(accountId, one!.id))!;
    t.deepEqual(
      all.map(({ resolutionNote }) => resolutionNote),
      ['reinstalled', null, 'reinstalled', 'reinstalled'],
    );
    // What goes on afterwards is another case.
    await see({ ...dga, observedAt: at('16:00') });
    t.like((await gather()).changed, [{ change: 'opened' }]);
  },
  'a threat has all clients that it was seen at, so many at most, and so has its case': async (
    t,
    connection,
  ) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId, see, gather, list, threats } = await setUp(postgres);
    const listed = { type: 'malware', subject: 'bad.example', severity: 'high' } as const;
    const [first] = await see(listed);
    await see({ ...listed, clients: ['192.0.2.8', '192.0.2.7'] }, { ...listed, clientAddress: '192.0.2.9' });
    await see(
      { ...listed, clientAddress: '192.0.2.8' },
      { ...dga, subject: '192.0.2.5', clientAddress: '192.0.2.5' },
    );
    await gather();
    const clients = ['192.0.2.7', '192.0.2.8', '192.0.2.9'];
    t.like(await threats.find(accountId, first!.id), { clientAddress: '192.0.2.8', clients });
    t.like(await list({ clientAddress: '192.0.2.9' }), [{ cause: 'bad.example', clients }]);
    t.is((await threats.list(accountId, { clientAddress: '192.0.2.9' }, page)).count, 1);
    const plan = await postgres.transaction(async (transaction) => {
      await transaction.query('SET LOCAL enable_seqscan = off');
      return transaction.query(`EXPLAIN SELECT FROM threats t WHERE ${seenAt('$1')}`, ['192.0.2.9']);
    });
    t.regex(JSON.stringify(plan), /threats_clients/, 'the index of clients has them as the filter does');
    await see({ ...listed, clients: Array.from({ length: 64 }, (_, n) => `198.51.100.${n}`) });
    await see({
      ...listed,
      clientAddress: '203.0.113.200',
      clients: Array.from({ length: 64 }, (_, n) => `203.0.113.${n}`),
    });
    const { clients: all = [] } = (await threats.find(accountId, first!.id))!;
    t.is(all.length, 101, 'a hundred, and the one that asked last');
    t.true(clients.every((client) => all.includes(client)));
  },
  'several collectors gather at once, and every threat is in one case': async (t, connection) => {
    const database = await freshDatabase(t, connection);
    const { see, list } = await setUp(database.open());
    await see(
      ...Array.from({ length: 60 }, (_, n) => ({
        ...tunnel,
        subject: `n${n}.example`,
        clientAddress: `192.0.2.${n % 6}`,
      })),
    );
    const gatherings = [1, 2, 3].map(() => createCaseGathering(database.open()));
    await Promise.all(
      gatherings.map(async (gathering) => {
        while (!(await gathering.gather(gatherThreats, 7)).done);
      }),
    );
    const cases = await list();
    t.is(cases.length, 6);
    t.true(cases.every(({ threats }) => threats === 10));
  },
  'a channel that is told by case hears of ten alerts once, of a worse one, and of the end once': async (
    t,
    connection,
  ) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId, see, gather, list, cases, threats, queue, channels } = await setUp(postgres);
    const channel: NewChannel = {
      kind: 'webhook',
      target: 'https://case.example/',
      locationId: null,
      leastSeverity: 'low',
      threatTypes: null,
      tellsResolved: true,
      byCase: true,
      digest: null,
      quietHours: null,
      note: null,
      secret: null,
    };
    const byCase = await channels.add(accountId, channel, 10);
    await channels.add(accountId, { ...channel, target: 'https://each.example/', byCase: false }, 10);
    const told = async () => {
      const claimed = await queue.claim(100, 100, 60);
      for (const delivery of claimed) await queue.settle(delivery, { state: 'delivered' });
      const mine = claimed.filter(({ channel: { target } }) => target === channel.target);
      return {
        each: claimed.length - mine.length,
        byCase: mine.map(({ event, threat, case: one }) => [event, threat.severity, one?.threats ?? null]),
      };
    };
    await see(...Array.from({ length: 10 }, (_, n) => ({ ...tunnel, subject: `n${n}.example` })));
    // Not before it is known what belongs together.
    t.deepEqual(await told(), { each: 10, byCase: [] });
    await gather();
    t.deepEqual(await told(), { each: 0, byCase: [['threat', 'medium', 10]] });
    await see({ ...dga, severity: 'low' }, { ...beacon, severity: 'high' });
    await gather();
    t.deepEqual(await told(), { each: 2, byCase: [['threat', 'high', 12]] });
    t.is((await queue.deliveries(accountId, byCase!.id, 'joined', page))!.count, 10);

    const [one] = await list();
    const { threats: all } = (await cases.find(accountId, one!.id))!;
    await threats.resolve(accountId, all[0]!.id, null);
    t.deepEqual(await told(), { each: 1, byCase: [] });
    await cases.resolve(accountId, one!.id, 'done');
    const end = await told();
    t.is(end.each, 11);
    t.deepEqual(
      end.byCase.map(([event]) => event),
      ['resolved'],
    );
    t.deepEqual(await told(), { each: 0, byCase: [] });
  },
};
