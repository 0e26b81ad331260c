import type { Indicator } from '../../../../../collector/ports/threats/indicators.ts';
import type { ClientRole, SiteProfile } from '../../../../../collector/ports/threats/site-profiles.ts';
import { createBatchRegistry } from '../../../../../collector/storage/postgres/batches.ts';
import { createExclusionStore } from '../../../../../collector/storage/postgres/exclusions.ts';
import { createIndicatorStore } from '../../../../../collector/storage/postgres/indicators.ts';
import { createLeases } from '../../../../../collector/storage/postgres/leases.ts';
import { createCanaryStore } from '../../../../../collector/storage/postgres/threats/canaries.ts';
import { createDetectionTuning } from '../../../../../collector/storage/postgres/threats/detection-tuning.ts';
import { createFeedHits } from '../../../../../collector/storage/postgres/threats/feed-hits.ts';
import { createSiteProfiles } from '../../../../../collector/storage/postgres/threats/site-profiles.ts';
import { createThreatStore } from '../../../../../collector/storage/postgres/threats.ts';
import { freshDatabase, type PostgresSuite } from '../../../../support/engines/postgres.ts';
import { claimOf, sightingAt, someAccount } from '../../../../support/engines/postgres-samples.ts';

/** What accounts say about detection, and who does what is done once. */
export const tuningSuite: PostgresSuite = {
  'a lease has one holder, who may prolong it, until it ends or is given back': async (t, connection) => {
    const database = await freshDatabase(t, connection);
    const [one, two] = [createLeases(database.open()), createLeases(database.open())];
    const takes = await Promise.all([one.take('feeds', 'a', 60), two.take('feeds', 'b', 60)]);
    t.is(takes.filter(Boolean).length, 1);
    const holder = takes[0] === true ? 'a' : 'b';
    const other = holder === 'a' ? 'b' : 'a';
    t.true(await one.take('feeds', holder, 60));
    t.true(await two.take('other', other, 60));
    // Somebody else's lease is not given back.
    await two.release('feeds', other);
    t.false(await two.take('feeds', other, 60));
    await one.release('feeds', holder);
    t.true(await two.take('feeds', other, -1));
    t.true(await one.take('feeds', holder, 60));
  },
  'what collectors learned of locations is kept for each, and read as one': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { locations } = await someAccount(postgres, 2);
    const [here, there] = locations.map(({ id }) => id) as [number, number];
    const store = createSiteProfiles(postgres);
    const profile = (locationId: number, role: ClientRole, failing: number): SiteProfile => ({
      locationId,
      roles: [{ client: '192.0.2.1', role, since: 1, seen: 2 }],
      zones: [{ zone: `z${failing}.example`, since: 1, seen: 2 }],
      past: [{ client: '192.0.2.1', failing }],
    });
    await store.save('a', [
      profile(here, 'scanner', 1),
      profile(there, 'shared', 5),
      profile(999_999, 'shared', 9),
    ]);
    await store.save('b', [profile(here, 'resolver', 2)]);
    await store.save('b', [profile(here, 'mail_server', 3)]);
    await store.save('b', []);
    // The latest word of several collectors holds.
    t.deepEqual(await store.read(here), [
      {
        ...profile(here, 'mail_server', 3),
        zones: [3, 1].map((n) => ({ zone: `z${n}.example`, since: 1, seen: 2 })),
      },
    ]);
    t.deepEqual(
      (await store.read()).map(({ locationId }) => locationId),
      [here, there],
    );
    t.deepEqual(await store.read(999_999), []);
  },
  'exclusions are kept once, bounded, and in force where they are meant': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId, locations } = await someAccount(postgres, 2);
    const stranger = await someAccount(postgres);
    const [here, there] = locations.map(({ id }) => id) as [number, number];
    const exclusions = createExclusionStore(postgres);
    const all = { locationId: null, name: 'example.com', client: null, note: null };
    const first = await exclusions.add(accountId, all, 2);
    const again = await exclusions.add(accountId, { ...all, note: 'why' }, 2);
    t.is(again?.id, first?.id);
    t.is(again?.note, 'why');
    await exclusions.add(accountId, { ...all, locationId: here, client: '10.0.0.0/8' }, 2);
    t.is(await exclusions.add(accountId, { ...all, name: '*.third.example' }, 2), undefined);
    t.deepEqual(await exclusions.inForce(), [
      { locationId: here, name: 'example.com', client: null },
      { locationId: here, name: 'example.com', client: '10.0.0.0/8' },
      { locationId: there, name: 'example.com', client: null },
    ]);
    t.false(await exclusions.remove(stranger.accountId, first!.id));
    t.true(await exclusions.remove(accountId, first!.id));
    t.is((await exclusions.list(accountId)).length, 1);
    t.deepEqual(await exclusions.list(stranger.accountId), []);
  },
  'changes of detection are kept by location, and taken back': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { locations } = await someAccount(postgres, 2);
    const [here, there] = locations.map(({ id }) => id) as [number, number];
    const tuning = createDetectionTuning(postgres);
    t.deepEqual(await tuning.changes(here), {});
    await tuning.change(here, { dga: { flaggedDomains: 6 } });
    await tuning.change(here, { dga: { flaggedDomains: 7 }, lookalike: { watched: ['a\0b'] } });
    await tuning.change(there, { disabled: ['dga'] });
    const changes = { dga: { flaggedDomains: 7 }, lookalike: { watched: ['a\ufffdb'] } };
    t.deepEqual(await tuning.inForce(), [
      { locationId: here, changes },
      { locationId: there, changes: { disabled: ['dga'] } },
    ]);
    await tuning.change(here, {});
    t.deepEqual(await tuning.changes(here), {});
  },
  'hits of sources are counted by their indicator, for the account alone': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId, locations, agentIds } = await someAccount(postgres, 2);
    const stranger = await someAccount(postgres);
    const [here, there] = locations.map(({ id }) => id) as [number, number];
    const claim = claimOf(here, agentIds[0]!, null);
    await createBatchRegistry(postgres).claim('a', [claim]);
    const observedAt = new Date();
    await createThreatStore(postgres).record([
      {
        batchId: claim.batchId,
        sightings: [
          sightingAt(here, { source: 'feed', subject: 'a.example', count: 3, observedAt }),
          sightingAt(there, { source: 'feed', subject: 'a.example', count: 4, observedAt }),
          sightingAt(here, { source: 'detection', subject: 'b.example', observedAt }),
          sightingAt(here, { source: 'feed', subject: 'old.example', observedAt: new Date(0) }),
        ],
      },
    ]);
    const hits = createFeedHits(postgres);
    const since = new Date(Date.now() - 60_000);
    t.deepEqual(await hits.since(accountId, since, 10), [
      { source: 'feed', subject: 'a.example', queries: 7, firstSeenAt: observedAt, listedAt: null },
    ]);
    const listing = async (change: Partial<Indicator> = {}) => {
      const indicator = {
        name: 'a.example',
        threatType: 'malware',
        severity: 'high',
        source: 'feed',
      } as const;
      await createIndicatorStore(postgres).replaceSource('feed', [
        { ...indicator, description: null, ...change },
      ]);
      return (await hits.since(accountId, since, 10))[0]?.listedAt?.getTime();
    };
    const firstListed = await listing();
    t.true(Math.abs(firstListed! - Date.now()) < 3_600_000, 'since it is listed here');
    t.is(await listing({ severity: 'low' }), firstListed);
    t.is(await listing({ firstSeenAt: 1_700_000_000 }), 1_700_000_000_000);
    t.deepEqual(await hits.since(stranger.accountId, new Date(0), 10), []);
  },
  'canaries are in force at all locations of their account, bounded, and show what was seen': async (
    t,
    connection,
  ) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId, locations, agentIds } = await someAccount(postgres, 2);
    const stranger = await someAccount(postgres);
    const [here, there] = locations.map(({ id }) => id) as [number, number];
    const canaries = createCanaryStore(postgres);
    const later = new Date(Date.now() + 60_000);
    const canary = (id: string, endsAt = later) =>
      canaries.add({ id, accountId, locationId: here, patterns: ['tunnel', 'dga'], endsAt }, 2);
    t.like(await canary('first'), { id: 'first', patterns: ['tunnel', 'dga'], locationId: here });
    await canary('ended', new Date(Date.now() - 86_400_000));
    t.is(await canary('third'), undefined);
    t.deepEqual(await canaries.inForce(), [
      { canary: 'first', locationId: here, endsAt: later },
      { canary: 'first', locationId: there, endsAt: later },
    ]);
    const claim = claimOf(here, agentIds[0]!, null);
    await createBatchRegistry(postgres).claim('a', [claim]);
    await createThreatStore(postgres).record([
      {
        batchId: claim.batchId,
        sightings: [
          sightingAt(there, {
            type: 'canary',
            subject: 'first seen',
            count: 9,
            evidence: { canary: 'first' },
          }),
          sightingAt(there, {
            type: 'canary',
            subject: 'first dga high',
            evidence: { canary: 'first', agent_id: 4, raised_type: 'dga', raised_severity: 'high' },
          }),
        ],
      },
    ]);
    const seen = await canaries.sightings(accountId, ['first', 'ended']);
    t.deepEqual(
      seen
        .map(({ locationId, agentId, raised, count }) => ({ locationId, agentId, raised, count }))
        .toSorted((a, b) => b.count - a.count),
      [
        { locationId: there, agentId: null, raised: null, count: 9 },
        { locationId: there, agentId: 4, raised: { type: 'dga', severity: 'high' }, count: 1 },
      ],
    );
    t.deepEqual(await canaries.sightings(stranger.accountId, ['first']), []);
    t.is((await canaries.list(accountId, 1)).length, 1);
  },
};
