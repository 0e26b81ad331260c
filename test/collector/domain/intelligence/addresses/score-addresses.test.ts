import test from 'ava';
import { evidenceOfSightings } from '../../../../../collector/domain/intelligence/addresses/gather-evidence.ts';
import { scoreAddresses } from '../../../../../collector/domain/intelligence/addresses/score-addresses.ts';
import { SegmentBuilder } from '../../../../../collector/domain/intelligence/threat-intel/index/segment-builder.ts';
import { scoreAddresses as job } from '../../../../../collector/jobs/score-addresses.ts';
import type { AddressScore } from '../../../../../collector/ports/addresses/address-scans.ts';
import type { HeardOfAddress } from '../../../../../collector/ports/addresses/address-scores.ts';
import type { AddressSighting } from '../../../../../collector/ports/addresses/address-sightings.ts';
import { loadText } from '../../../../support/datasets/load-text.ts';
import { FakeWorld } from '../../../../support/fakes/world.ts';

const day = 86_400_000;
const now = Date.UTC(2026, 10, 20, 15);
const { signal } = new AbortController();

function sighting(ip: string, days: number, change: Partial<AddressSighting> = {}): AddressSighting {
  const at = new Date(now - days * day);
  return {
    ip,
    type: 'botnet_c2',
    source: 'feodo',
    severity: 'critical',
    firstSeenAt: at,
    lastSeenAt: at,
    ...change,
  };
}

/** A world with these candidates, and what is stored of them. */
function setUp(candidates: readonly string[], heard: readonly HeardOfAddress[] = []) {
  const world = new FakeWorld();
  const stored = new Map<string, AddressScore>();
  const { matcher, feedOverlaps } = world;
  const { datasets, addressReports, addressSightings } = world.addresses;
  const ports = {
    matcher,
    feedOverlaps,
    datasets,
    addressReports,
    addressSightings,
    clock: { now: () => now },
    addressScores: {
      candidates: async (after: string | null, _since: Date, limit: number) => {
        const from = after === null ? 0 : candidates.indexOf(after) + 1;
        return candidates.slice(from, from + limit);
      },
      heardOf: async (ips: readonly string[]) => heard.filter(({ ip }) => ips.includes(ip)),
      rescore: async (scores: readonly AddressScore[]) => {
        for (const score of scores) stored.set(score.ip, score);
        return scores.length;
      },
    },
  };
  const listed = async (source: string, ...names: string[]) => {
    const builder = new SegmentBuilder(source, 0.9);
    for (const name of names)
      builder.add(
        {
          name,
          source,
          threatType: 'scanner',
          severity: source === 'tor' ? 'info' : 'high',
          description: null,
        },
        'ip',
      );
    await matcher.install(builder.build({ fetchedAt: now, contentHash: '' }));
  };
  return { world, ports, stored, listed, addressSightings };
}

test('our own sightings speak against an address, less with time, and tell neither who nor when to the hour', async (t) => {
  const { ports, stored, addressSightings } = setUp(['1.2.3.4', '1.2.3.5', '8.8.8.8']);
  addressSightings.all.push(sighting('1.2.3.4', 0), sighting('1.2.3.5', 60), sighting('8.8.8.8', 0));
  await scoreAddresses(ports, signal);
  const [fresh, old] = [stored.get('1.2.3.4')!, stored.get('1.2.3.5')!];
  t.true(fresh.abuseConfidence >= 45 && fresh.abuseConfidence <= 60, `${fresh.abuseConfidence}`);
  t.true(old.abuseConfidence > 0 && old.abuseConfidence < fresh.abuseConfidence / 3);
  t.is(stored.get('8.8.8.8')!.abuseConfidence, 0);
  const [evidence] = evidenceOfSightings([sighting('1.2.3.4', 0)], []);
  t.is(evidence?.seenAt, Date.UTC(2026, 10, 20));
  t.like(evidence, { kind: 'sighting', source: 'own-traffic:feodo', reason: 'botnet_c2', group: 'feodo' });
});

test('a hit of a feed is no second voice beside the feed, what detectors found is', async (t) => {
  const { ports, stored, listed, addressSightings } = setUp(['1.2.3.4', '1.2.3.5', '1.2.3.6']);
  await listed('feodo', '1.2.3.4', '1.2.3.5', '1.2.3.6');
  addressSightings.all.push(
    sighting('1.2.3.5', 0, { type: 'scanner' }),
    sighting('1.2.3.6', 0, { type: 'fast_flux', source: 'detection' }),
  );
  await scoreAddresses(ports, signal);
  const confidence = (ip: string) => stored.get(ip)!.abuseConfidence;
  t.is(confidence('1.2.3.5'), confidence('1.2.3.4'));
  t.true(confidence('1.2.3.6') > confidence('1.2.3.4'));
});

test('what was heard at the scan counts by its age, with country and system of today', async (t) => {
  const heardAt = (ip: string, days: number): HeardOfAddress => ({
    ip,
    at: new Date(now - days * day),
    reputation: {
      blacklists: {
        hit_count: 2,
        listed_in: ['a.lists', 'b.lists'],
        details: {
          'a.lists': { listed: true, status: 'listed', codes: ['127.0.0.2'], kind: 'abuse' },
          'b.lists': { listed: null, status: 'refused', codes: [], kind: 'abuse' },
        },
      },
      evidence: [
        {
          ...{ source: 'abuseipdb', kind: 'provider', about: ip, reason: 'x', seen_at: null, age_days: 0 },
          ...{ points: 40, counted: true },
        },
      ],
    },
  });
  const { ports, stored, world } = setUp(
    ['1.2.3.4', '1.2.3.5'],
    [heardAt('1.2.3.4', 0), heardAt('1.2.3.5', 28)],
  );
  await loadText(world.addresses.datasets, 'as-table', '1.2.3.0/24 64500 Example\n');
  await scoreAddresses(ports, signal);
  t.is(stored.get('1.2.3.4')!.abuseConfidence, Math.round((1 - 0.7 * 0.6) * 100));
  t.like(stored.get('1.2.3.4'), { asn: 64_500, country: null });
  t.true(stored.get('1.2.3.5')!.abuseConfidence < 20);
});

test('addresses that several feeds speak against are judged although nobody looked at them', async (t) => {
  const { ports, stored, listed } = setUp([]);
  await listed('one', '1.2.3.4', '1.2.3.5', '1.2.4.0/24', '2a00::1');
  await listed('two', '1.2.3.4', '1.2.3.6', '1.2.4.0/24', '2a00::1');
  await listed('tor', '1.2.3.5');
  await scoreAddresses(ports, signal);
  t.deepEqual([...stored.keys()].toSorted(), ['1.2.3.4', '2a00::1']);
  t.true(stored.get('1.2.3.4')!.abuseConfidence >= 75);
});

test('the pages are gone through to their end, and the round is made by one of several collectors', async (t) => {
  const candidates = Array.from({ length: 1_203 }, (_, at) => `1.2.${at >> 8}.${at & 255}`);
  const { ports, stored } = setUp(candidates);
  const holders = new Map<string, string>();
  const leases = {
    take: async (name: string, holder: string) =>
      (holders.get(name) ?? holder) === holder && !!holders.set(name, holder),
    release: async (name: string) => void holders.delete(name),
  };
  await job.run({ ...ports, leases, collectorId: 'a' }, signal);
  t.is(stored.size, 1_203);
  stored.clear();
  await job.run({ ...ports, leases, collectorId: 'b' }, signal);
  t.is(stored.size, 0);
  const failing = {
    ...ports,
    addressScores: { ...ports.addressScores, candidates: () => Promise.reject(new Error('away')) },
  };
  await t.throwsAsync(job.run({ ...failing, leases, collectorId: 'a' }, signal), { message: 'away' });
  await job.run({ ...ports, leases, collectorId: 'b' }, signal);
  t.is(stored.size, 1_203);
});
