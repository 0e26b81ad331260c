import {
  type SharedItem,
  type SharedPlace,
  sharedParts,
} from '../../../../../collector/ports/threats/sharing.ts';
import { createIndicatorStore } from '../../../../../collector/storage/postgres/indicators.ts';
import { createSharingStore } from '../../../../../collector/storage/postgres/sharing.ts';
import { createThreatStore } from '../../../../../collector/storage/postgres/threats.ts';
import { freshDatabase, type PostgresSuite } from '../../../../support/engines/postgres.ts';
import { sightingAt, someAccount } from '../../../../support/engines/postgres-samples.ts';
import { until } from '../../../../support/until.ts';
import { claimedBatches } from './detection.ts';

const parts = sharedParts;
const places = (items: readonly SharedItem[]) => items.map(({ part, key }) => `${part} ${key}`);

/** What is told to other programs, in an order that they can go on in. */
export const sharingSuite: PostgresSuite = {
  'threats are shared once for each subject, in pages as in one, and what changes comes again': async (
    t,
    connection,
  ) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId, locations, agentIds } = await someAccount(postgres, 2);
    const [here, there] = locations.map(({ id }) => id) as [number, number];
    const [one, two] = await claimedBatches(postgres, here, agentIds[0]!, 2);
    const threats = createThreatStore(postgres);
    const sharing = createSharingStore(postgres);
    const opened = await threats.record([
      {
        batchId: one!,
        sightings: [
          sightingAt(here, { subject: 'a.example', technique: 'T1071.004' }),
          sightingAt(there, { subject: 'a.example', severity: 'critical', type: 'dga' }),
          sightingAt(here, { subject: 'b.example', severity: 'low' }),
          sightingAt(here, { subject: '192.0.2.7' }),
          sightingAt(here, { subject: '192.0.2.7 without a domain' }),
          sightingAt(here, { subject: 'c.example', type: 'name_leak' }),
        ],
      },
    ]);
    const asked = {
      accountId,
      locationIds: null,
      leastSeverity: 'info',
      notTypes: ['name_leak'],
    } as const;
    const all = () => sharing.ofThreats(asked, { parts, limit: 100 });
    await until(async () => (await all()).length === 10);
    const whole = await all();
    for (const limit of [1, 3, 4]) {
      const paged: SharedItem[] = [];
      let after: SharedPlace | undefined;
      do {
        const page = await sharing.ofThreats(asked, { parts, after, limit });
        paged.push(...page);
        after = page.at(-1);
      } while (after !== undefined);
      t.deepEqual(paged, whole, `pages of ${limit}`);
    }
    const subject = whole.find(({ part, key }) => part === 'indicator' && key === 'a.example');
    t.like(subject, { severity: 'critical', count: 2, endedAt: null, exact: false });
    t.deepEqual(subject?.types, ['dga', 'indicator_match']);
    t.deepEqual(subject?.techniques, ['T1071.004']);
    t.deepEqual(places(await sharing.ofThreats({ ...asked, leastSeverity: 'high' }, { parts, limit: 100 })), [
      'observable a.example',
      'indicator a.example',
      ...['observation', 'sighting'].map((part) => {
        const found = opened.find(({ severity }) => severity === 'critical');
        return `${part} ${found!.id}`;
      }),
    ]);
    t.is((await sharing.ofThreats({ ...asked, locationIds: [there] }, { parts, limit: 100 })).length, 4);
    t.deepEqual(await sharing.ofThreats({ ...asked, accountId: accountId + 1 }, { parts, limit: 100 }), []);

    // What has changed stands behind all that was told, and is told anew; a batch that counts again, too.
    const last = whole.at(-1)!;
    const resolved = opened.find(({ subject: name }) => name === 'b.example')!;
    await threats.resolve(accountId, resolved.id, null);
    const since = () => sharing.ofThreats(asked, { parts, addedAfter: last.changedAt, limit: 100 });
    await until(async () => (await since()).length === 4);
    const changed = await since();
    t.deepEqual(places(changed), [
      'observable b.example',
      'indicator b.example',
      `observation ${resolved.id}`,
      `sighting ${resolved.id}`,
    ]);
    t.true(changed[1]!.endedAt instanceof Date);
    t.deepEqual(changed[1]!.openedAt, whole.find(({ key }) => key === 'b.example')!.openedAt);
    await threats.record([{ batchId: two!, sightings: [sightingAt(here, { subject: 'a.example' })] }]);
    await until(async () => (await since()).length === 8);
    t.is((await since()).find(({ part, key }) => part === 'indicator' && key === 'a.example')?.count, 3);
  },
  'nothing is shared that a transaction under way could come before': async (t, connection) => {
    const database = await freshDatabase(t, connection);
    const [postgres, other] = [database.open(), database.open()];
    const { accountId, locations, agentIds } = await someAccount(postgres, 1);
    const here = locations[0]!.id;
    const [one, two] = await claimedBatches(postgres, here, agentIds[0]!, 2);
    const sharing = createSharingStore(postgres);
    const asked = { accountId, locationIds: null, leastSeverity: 'info', notTypes: [] } as const;
    const subjects = async () =>
      (await sharing.ofThreats(asked, { parts: ['indicator'], limit: 100 })).map(({ key }) => key);
    const threats = createThreatStore(postgres);
    const end = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const slow = other.transaction(async (transaction) => {
      await transaction.query('UPDATE locations SET name = name WHERE id = $1', [here]);
      begun.resolve();
      await end.promise;
    });
    await begun.promise;
    await threats.record([{ batchId: one!, sightings: [sightingAt(here, { subject: 'late.example' })] }]);
    t.deepEqual(await subjects(), []);
    end.resolve();
    await slow;
    await until(async () => (await subjects()).length === 1);
    await threats.record([{ batchId: two!, sightings: [sightingAt(here, { subject: 'later.example' })] }]);
    await until(async () => (await subjects()).length === 2);
    t.deepEqual(await subjects(), ['late.example', 'later.example']);
  },
  'lists are shared without those of feeds, once for each name': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const indicators = createIndicatorStore(postgres);
    const sharing = createSharingStore(postgres);
    const listed = (source: string, name: string, more = {}) => ({
      name,
      source,
      threatType: 'c2',
      severity: 'high' as const,
      description: null,
      ...more,
    });
    await indicators.replaceSource('own', [
      listed('own', 'a.example', { exact: true }),
      listed('own', 'b.example'),
    ]);
    await indicators.replaceSource('more', [
      listed('more', 'b.example', { severity: 'critical', description: 'seen' }),
    ]);
    await indicators.replaceSource('feed', [listed('feed', 'f.example')]);
    const all = () => sharing.ofLists(['feed'], { parts, limit: 100 });
    // What is written last is told last.
    await until(async () => (await all())[3]?.sources.length === 2);
    const whole = await all();
    t.deepEqual(
      places(whole),
      ['a.example', 'b.example'].flatMap((name) => [`observable ${name}`, `indicator ${name}`]),
    );
    t.like(whole[1], { exact: true, severity: 'high' });
    t.like(whole[3], { exact: false, severity: 'critical', description: 'seen', count: 0 });
    t.deepEqual(whole[3]!.sources, ['more', 'own']);
    // A list that is read again unchanged is not told again; an entry that changed is.
    await indicators.replaceSource('own', [
      listed('own', 'a.example', { exact: true, severity: 'low' }),
      listed('own', 'b.example'),
    ]);
    const since = () => sharing.ofLists(['feed'], { parts, addedAfter: whole[3]!.changedAt, limit: 100 });
    await until(async () => (await since()).length > 0);
    t.deepEqual(places(await since()), ['observable a.example', 'indicator a.example']);
  },
};
