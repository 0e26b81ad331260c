import { createDomainEventStore } from '../../../../../collector/storage/postgres/scans/domain-events.ts';
import { createDomainWatchStore } from '../../../../../collector/storage/postgres/scans/domain-watches.ts';
import { createTrackedDomainStore } from '../../../../../collector/storage/postgres/scans/tracked-domains.ts';
import { freshDatabase, type PostgresSuite } from '../../../../support/engines/postgres.ts';
import { sightingAt, someAccount } from '../../../../support/engines/postgres-samples.ts';
import { sampleScan } from '../../../../support/scans/sample-scan.ts';
import { systemRandom } from '../../../../support/system-random.ts';

const sets = { A: { values: ['192.0.2.1'], dueAt: 0 } };
/** So many new ones a second that all are due at once. */
const atOnce = 1e9;

/** Domains whose records are watched, and what happened to them. */
export const domainWatchSuite: PostgresSuite = {
  'watched are monitored and listed domains, and no others': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const store = createDomainWatchStore(postgres);
    const tracked = createTrackedDomainStore(postgres);
    const { accountId, locations } = await someAccount(postgres, 1);
    const locationId = locations[0]!.id;
    const scan = (domain: string) => sampleScan({ domain });
    await tracked.record(
      [
        { scan: scan('monitored.example'), monitorSeconds: 60, monitoredBy: accountId },
        { scan: scan('nobodys.example'), monitorSeconds: 60, monitoredBy: 999_999 },
        { scan: scan('seen.example'), monitorSeconds: 0 },
      ],
      0,
    );
    await store.follow([{ domain: 'listed.example', locationId }], atOnce);
    const claimed = await store.claimDue(10, 60);
    t.deepEqual(claimed.map(({ domain, accountId: whose }) => [domain, whose]).toSorted(), [
      ['listed.example', accountId],
      ['monitored.example', accountId],
      ['nobodys.example', 0],
    ]);
    t.deepEqual(await store.claimDue(10, 60), [], 'while the lease lasts');
    await store.follow([], atOnce);
    t.is((await store.schedule()).watched, 2);
    t.true(await store.hasten('monitored.example'));
    t.false(await store.hasten('listed.example'));
    t.deepEqual(
      (await store.claimDue(10, 60)).map(({ domain }) => domain),
      ['monitored.example'],
    );
  },
  'a long list makes nobody else wait, and is no burst': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const store = createDomainWatchStore(postgres);
    const [many, few] = [await someAccount(postgres, 1), await someAccount(postgres, 1)];
    const list = (count: number, where: string, locationId: number) =>
      Array.from({ length: count }, (_, index) => ({ domain: `d${index}.${where}`, locationId }));
    await store.follow(
      [...list(500, 'many.example', many.locations[0]!.id), ...list(3, 'few.example', few.locations[0]!.id)],
      atOnce,
    );
    const first = await store.claimDue(8, 60);
    t.is(first.filter(({ accountId }) => accountId === few.accountId).length, 3);
    t.is(first.length, 8);
    await store.follow([...list(3, 'few.example', few.locations[0]!.id)], atOnce);
    await store.follow(list(600, 'late.example', many.locations[0]!.id), 100);
    const [spread] = await postgres.query<{ seconds: number }>(
      'SELECT extract(epoch FROM max(due_at) - min(due_at))::float8 AS seconds FROM domain_watches',
    );
    t.true(Math.abs(spread!.seconds - 5.99) < 0.5, String(spread!.seconds));
  },
  'of two who looked at the same one is believed, and its events and threats are kept with it': async (
    t,
    connection,
  ) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const store = createDomainWatchStore(postgres);
    const events = createDomainEventStore(postgres);
    const { locations } = await someAccount(postgres, 1);
    const locationId = locations[0]!.id;
    await store.follow([{ domain: 'a.example', locationId }], atOnce);
    const version = (await store.claimDue(1, 60))[0]!.version;
    const at = new Date('2026-05-04T03:02:01.000Z');
    const event = {
      domain: 'a.example',
      at,
      kind: 'dns_change',
      severity: 'high',
      subject: 'NS',
      oldValue: 'ns.old\0',
      newValue: null,
      message: 'NS changed.',
    } as const;
    const look = () => ({
      domain: 'a.example',
      version,
      sets,
      dueAt: at,
      events: [event],
      batch: { batchId: systemRandom.uuid(), sightings: [sightingAt(locationId, { subject: 'a.example' })] },
    });
    const [one, other] = [await store.settle([look()]), await store.settle([look()])];
    t.deepEqual([one.opened.length, other.opened.length, other.domains.size], [1, 0, 0]);
    t.like((await events.list('a.example', new Date(0), 10))[0], { ...event, oldValue: 'ns.old\ufffd' });
    t.is((await events.list('a.example', new Date(0), 10)).length, 1);
    t.deepEqual((await store.claimDue(1, 60))[0]?.sets, sets);
    t.is(await events.forgetBefore(new Date('2026-06-01')), 1);
  },
  'the end of a certificate is told once for each number of days and place': async (t, connection) => {
    const store = createDomainEventStore((await freshDatabase(t, connection)).open());
    const note = (place: string, identity: string, days: number) =>
      store.noteExpiryAlert('example.com', place, identity, days);
    t.true(await note('web', 'ab', 30));
    t.false(await note('web', 'ab', 30));
    t.true(await note('web', 'ab', 7));
    t.false(await note('web', 'ab', 14));
    t.true(await note('web', 'cd', 30), 'another certificate');
    for (const identity of ['ab', 'cd', 'ab', 'cd'])
      t.false(await note('web', identity, identity === 'ab' ? 7 : 30), 'two that are served in turns');
    t.true(await note('web', 'cd', 7));
    t.true(await note('smtp mx.example.com 192.0.2.1 25', 'ab', 30), 'another place');
  },
};
