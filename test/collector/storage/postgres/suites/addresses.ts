import { randomUUID } from 'node:crypto';
import type { AddressScore } from '../../../../../collector/ports/addresses/address-scans.ts';
import type { FoundAddress } from '../../../../../collector/ports/addresses/range-jobs.ts';
import type { Sighting } from '../../../../../collector/ports/threats/threats.ts';
import { createAddressReportStore } from '../../../../../collector/storage/postgres/addresses/address-reports.ts';
import { createAddressScanStore } from '../../../../../collector/storage/postgres/addresses/address-scans.ts';
import { createAddressScoreStore } from '../../../../../collector/storage/postgres/addresses/address-scores.ts';
import { createAddressSightingStore } from '../../../../../collector/storage/postgres/addresses/address-sightings.ts';
import { createNetworkRegistrationStore } from '../../../../../collector/storage/postgres/addresses/network-registrations.ts';
import { createOriginHistoryStore } from '../../../../../collector/storage/postgres/addresses/origin-history.ts';
import { createRangeJobStore } from '../../../../../collector/storage/postgres/addresses/range-jobs.ts';
import { createThreatStore } from '../../../../../collector/storage/postgres/threats.ts';
import type { AddressScanAnswer } from '../../../../../shared/schemas/address-scan.ts';
import { freshDatabase, type PostgresSuite } from '../../../../support/engines/postgres.ts';
import { sightingAt, someAccount } from '../../../../support/engines/postgres-samples.ts';
import { claimedBatches } from './detection.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 10, 1, hour));
const score = (ip: string, abuseConfidence: number, hour: number): AddressScore => ({
  ip,
  abuseConfidence,
  totalReports: 0,
  blacklistHits: 1,
  hasPtr: null,
  country: 'DE',
  asn: 4_200_000_000,
  lastSeen: at(hour),
});
const network = (first: string, last: string, name: string) =>
  ({ source: 'rdap', server: 'https://rdap.example/', first, last, name }) as never;

/** Addresses: scans, scores, reports, and registrations of their networks. */
export const addressesSuite: PostgresSuite = {
  'scans of an address are kept, and its latest score beside them': async (t, connection) => {
    const store = createAddressScanStore((await freshDatabase(t, connection)).open());
    const scan = (hour: number) => ({
      id: randomUUID(),
      at: at(hour),
      scope: 'full' as const,
      answer: { ip: '192.0.2.1', text: 'a\u0000b' } as unknown as AddressScanAnswer,
      changed: hour === 2 ? ['origin'] : [],
    });
    await store.append(scan(1), score('192.0.2.1', 20, 1));
    await store.append(scan(2), score('192.0.2.1', 80, 2));
    await store.append(scan(3), score('2001:db8::1', 90, 3));
    t.like(await store.latest('192.0.2.1'), { at: at(2), changed: ['origin'], scope: 'full' });
    t.is((await store.list('192.0.2.1', 10)).length, 2);
    t.is(await store.latest('192.0.2.2'), undefined);
    t.deepEqual(await store.count(), { scans: 3, addresses: 2 });
    const { total, scores } = await store.highRisk({ minConfidence: 75, limit: 1 });
    t.is(total, 2);
    t.deepEqual(scores, [score('2001:db8::1', 90, 3)]);
    t.deepEqual(await store.scoresBetween('192.0.2.0', '192.0.2.255', 10), [score('192.0.2.1', 80, 2)]);
    t.is(await store.forgetBefore(at(2)), 1);
  },
  'changes of origins are kept by prefix, once each, and tables that were compared are known': async (
    t,
    connection,
  ) => {
    const store = createOriginHistoryStore((await freshDatabase(t, connection)).open());
    const table = (hour: number, contentHash: string) => ({ dataset: 'ris', builtAt: at(hour), contentHash });
    const change = (prefix: string, before: number[], after: number[]) => ({ prefix, before, after });
    t.false(await store.has(table(1, 'a')));
    await store.record({ ...table(1, 'a'), changes: 0 });
    t.true(await store.has(table(1, 'a')));
    t.true(await store.has(table(2, 'a')), 'the same content');
    t.false(await store.has(table(2, 'b')));
    const second = [change('192.0.2.0/24', [], [4_200_000_000]), change('2001:db8::/32', [1, 2], [])];
    for (let times = 0; times < 2; times++) await store.add(second, { dataset: 'ris', seenAt: at(2) });
    await store.record({ ...table(2, 'b'), changes: 2 });
    await store.add([change('192.0.2.0/24', [4_200_000_000], [7])], { dataset: 'ris', seenAt: at(3) });
    await store.record({ ...table(3, 'a'), changes: 1 });
    t.false(await store.has(table(4, 'b')), 'it has come back');
    t.deepEqual(await store.changesOf(['192.0.0.0/16', '192.0.2.0/24', '2001:db8::/32'], 2), [
      { dataset: 'ris', seenAt: at(3), ...change('192.0.2.0/24', [4_200_000_000], [7]) },
      { dataset: 'ris', seenAt: at(2), ...change('2001:db8::/32', [1, 2], []) },
    ]);
    t.deepEqual(await store.compared(), [{ dataset: 'ris', since: at(1), latest: at(3), tables: 3 }]);
    await store.add([], { dataset: 'ris', seenAt: at(9) });
    t.is(await store.forgetBefore(at(3)), 2);
    t.is(await store.forgetBefore(at(99)), 1);
    t.like(await store.compared(), [{ latest: at(3), tables: 1 }], 'the latest stays');
  },
  'an account has one report of a category and day': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId } = await someAccount(postgres, 0);
    const store = createAddressReportStore(postgres);
    const report = (hour: number, category: 9 | 10) =>
      store.add({ ip: '192.0.2.1', accountId, category, comment: `${hour}`, proof: null, at: at(hour) });
    await report(1, 9);
    await report(2, 9);
    await report(3, 10);
    await report(25, 9);
    t.deepEqual(
      (await store.of('192.0.2.1')).map(({ comment, category }) => [comment, category]),
      [
        ['25', 9],
        ['3', 10],
        ['2', 9],
      ],
    );
    t.is((await store.between('192.0.2.0', '192.0.2.255', 2)).length, 2);
    t.is(await store.forgetBefore(at(4)), 2);
  },
  'the narrowest network around an address is found while it is recent': async (t, connection) => {
    const store = createNetworkRegistrationStore((await freshDatabase(t, connection)).open());
    await store.save(network('192.0.0.0', '192.0.255.255', 'wide'), at(1));
    await store.save(network('192.0.2.0', '192.0.2.255', 'narrow'), at(2));
    await store.save(network('192.0.2.0', '192.0.3.255', 'between'), at(2));
    await store.save(network('::', '2fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'six'), at(2));
    const name = async (ip: string, hour: number) => (await store.find(ip, at(hour)))?.name;
    t.is(await name('192.0.2.7', 1), 'narrow');
    t.is(await name('192.0.3.7', 1), 'between');
    t.is(await name('192.0.9.7', 1), 'wide');
    t.is(await name('192.0.9.7', 2), undefined);
    t.is(await name('198.51.100.1', 1), undefined);
    t.is(await name('2001:db8::1', 1), 'six');
    await store.save(network('192.0.2.0', '192.0.2.255', 'anew'), at(3));
    t.is(await name('192.0.2.7', 3), 'anew');
    t.is(await store.forgetBefore(at(3)), 3);
  },
  'what is seen of addresses is taken down with the threats, and without whom or where': async (
    t,
    connection,
  ) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { locations, agentIds } = await someAccount(postgres, 2);
    const [here, there] = locations.map(({ id }) => id) as [number, number];
    const [first, second] = await claimedBatches(postgres, here, agentIds[0]!, 2);
    const threats = createThreatStore(postgres);
    const store = createAddressSightingStore(postgres);
    const hit = (locationId: number, hour: number, change: Partial<Sighting>) =>
      sightingAt(locationId, { type: 'botnet_c2', source: 'feodo', observedAt: at(hour), ...change });
    const answer = { answer: '1.2.3.4' };
    await threats.record([
      {
        batchId: first!,
        sightings: [
          hit(here, 5, { severity: 'low', evidence: answer, firstObservedAt: at(4) }),
          hit(there, 2, { severity: 'critical', evidence: { server: '1.2.3.4', answer: 'c2.example' } }),
          hit(here, 3, { subject: '2A00:0::1', severity: 'high' }),
          hit(here, 3, { subject: '10.0.0.1' }),
          hit(here, 3, { subject: 'remark.example', severity: 'info', evidence: { answer: '1.2.3.5' } }),
          // A server that is lied about is a victim; what flux is made of is not.
          hit(here, 3, { type: 'poisoning', source: 'detection', evidence: { server: '1.2.3.6' } }),
          hit(here, 3, {
            type: 'fast_flux',
            source: 'detection',
            subject: 'flux.example',
            evidence: { sample_addresses: ['1.2.3.7', 'nonsense', 7] },
          }),
        ],
      },
    ]);
    const seen = async (...ips: string[]) =>
      (await store.of(ips)).map(({ ip, type, severity, firstSeenAt, lastSeenAt }) => [
        ...[ip, type, severity, firstSeenAt.getUTCHours(), lastSeenAt.getUTCHours()],
      ]);
    const all = ['1.2.3.4', '2a00::1', '10.0.0.1', '1.2.3.5', '1.2.3.6', '1.2.3.7'];
    t.deepEqual(await seen(...all), [
      ['1.2.3.4', 'botnet_c2', 'critical', 2, 5],
      ['1.2.3.7', 'fast_flux', sightingAt(here).severity, 3, 3],
      ['2a00::1', 'botnet_c2', 'high', 3, 3],
    ]);
    // A batch that is told twice counts once.
    await threats.record([{ batchId: first!, sightings: [hit(here, 9, { evidence: answer })] }]);
    t.deepEqual((await seen('1.2.3.4'))[0]?.at(-1), 5);
    await threats.record([{ batchId: second!, sightings: [hit(here, 9, { evidence: answer })] }]);
    t.deepEqual((await seen('1.2.3.4'))[0]?.at(-1), 9);
    t.is((await store.between('1.2.3.0', '1.2.3.255', 10)).length, 2);
    t.is(await store.forgetBefore(at(4)), 2);
  },
  'scores are made anew in pages, and what scans alone know stays': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId } = await someAccount(postgres, 0);
    const scans = createAddressScanStore(postgres);
    const scores = createAddressScoreStore(postgres);
    const reputation = { blacklists: { hit_count: 1 }, evidence: [{ source: 'x' }], abuse_confidence: 80 };
    const scan = (hour: number, scope: 'full' | 'basic') => ({
      ...{ id: randomUUID(), at: at(hour), scope, changed: [] },
      answer: { reputation: scope === 'full' ? reputation : {} } as unknown as AddressScanAnswer,
    });
    await scans.append(scan(1, 'full'), { ...score('1.2.3.4', 80, 1), hasPtr: true });
    await scans.append(scan(2, 'basic'), { ...score('1.2.3.4', 80, 2), hasPtr: true });
    await createAddressReportStore(postgres).add({
      ...{ ip: '2a00::1', accountId, category: 9, comment: null, proof: null, at: at(1) },
    });
    await postgres.query(
      `INSERT INTO address_sightings VALUES ('1.2.3.9', 'malware', 'a', 'high', $1, $1), ('1.2.3.9', 'malware', 'b', 'high', $1, $1),
         ('1.2.3.10', 'malware', 'a', 'high', $2, $2)`,
      [at(5), at(1)],
    );
    t.deepEqual(await scores.candidates(null, at(3), 10), ['1.2.3.4', '1.2.3.9', '2a00::1']);
    t.deepEqual(await scores.candidates(null, at(3), 2), ['1.2.3.4', '1.2.3.9']);
    t.deepEqual(await scores.candidates('1.2.3.9', at(3), 2), ['2a00::1']);
    t.deepEqual(await scores.heardOf(['1.2.3.4', '1.2.3.9']), [
      {
        ip: '1.2.3.4',
        at: at(1),
        reputation: { blacklists: reputation.blacklists, evidence: reputation.evidence },
      },
    ] as never);

    const anew = (ip: string, confidence: number, hour: number) => ({
      ...score(ip, confidence, hour),
      asn: 64_500,
    });
    const round = [anew('1.2.3.4', 40, 1), anew('1.2.3.9', 60, 5), anew('2a00::1', 20, 1)];
    t.is(await scores.rescore(round, 25), 2);
    t.is(await scores.rescore(round, 25), 0);
    t.deepEqual(await scans.scoresBetween('0.0.0.0', 'ffff::', 10), [
      { ...score('1.2.3.4', 40, 2), hasPtr: true, asn: 64_500 },
      { ...score('1.2.3.9', 60, 5), blacklistHits: null, asn: 64_500 },
    ]);
  },
  'chunks of a range are leased, go on from where they were, and count nothing twice': async (
    t,
    connection,
  ) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId } = await someAccount(postgres, 0);
    const jobs = createRangeJobStore(postgres);
    const id = randomUUID();
    const chunks = [
      { first: '1.2.2.0', size: 256 },
      { first: '1.2.3.0', size: 256 },
    ];
    const found = (ip: string, change: Partial<FoundAddress> = {}): FoundAddress => ({
      ...{ ip, names: ['host.example'], confirmed: [], listedIn: [], unknown: [] },
      ...change,
    });
    t.like(await jobs.submit({ id, accountId, cidr: '1.2.2.0/23', lists: true, chunks }, 1), {
      ...{ status: 'queued', cidr: '1.2.2.0/23', total: 512, looked: 0 },
    });
    t.is(
      await jobs.submit({ id: randomUUID(), accountId, cidr: '1.2.2.0/23', lists: true, chunks }, 1),
      undefined,
    );
    const first = (await jobs.claim('a', 60))!;
    const second = (await jobs.claim('b', 60))!;
    t.like(first, { jobId: id, position: 0, first: '1.2.2.0', size: 256, done: 0, lists: true });
    t.is(second.position, 1);
    t.is(await jobs.claim('c', 60), undefined);

    t.true(
      await jobs.advance(
        'a',
        first,
        16,
        [found('1.2.2.3'), found('1.2.2.4', { names: [], unknown: ['x'] })],
        60,
      ),
    );
    // The same again, by whoever has it no more, or who was told something else.
    t.false(await jobs.advance('a', first, 16, [found('1.2.2.3')], 60));
    t.false(await jobs.advance('b', { ...first, done: 16 }, 32, [], 60));
    await jobs.release('a');
    const again = (await jobs.claim('c', 60))!;
    t.like(again, { position: 0, done: 16 });
    t.false(await jobs.advance('a', { ...first, done: 16 }, 32, [], 60));
    t.true(await jobs.advance('c', again, 256, [found('1.2.2.9', { listedIn: ['a.lists', 'b.lists'] })], 60));
    t.like(await jobs.find(accountId, id), { status: 'running', looked: 256, named: 2, listed: 1 });
    // A lease that ended is anybody's.
    await postgres.query(
      "UPDATE range_chunks SET lease_ends_at = now() - interval '1 second' WHERE job_id = $1",
      [id],
    );
    const late = (await jobs.claim('d', 60))!;
    t.is(late.position, 1);
    t.true(await jobs.advance('d', late, 256, [], 60));
    t.like(await jobs.find(accountId, id), { status: 'completed', looked: 512 });
    t.is(await jobs.find(accountId + 1, id), undefined);
    const { count, results } = await jobs.results(id, { limit: 2, offset: 1 });
    t.is(count, 3);
    t.deepEqual(
      results.map(({ ip, listedIn, unknown }) => [ip, listedIn, unknown]),
      [
        ['1.2.2.4', [], ['x']],
        ['1.2.2.9', ['a.lists', 'b.lists'], []],
      ],
    );
    // Ranges are answered from it.
    t.deepEqual(
      (await createAddressScanStore(postgres).scoresBetween('1.2.2.0', '1.2.3.255', 10)).map(
        ({ ip, hasPtr, blacklistHits }) => [ip, hasPtr, blacklistHits],
      ),
      [
        ['1.2.2.3', true, 0],
        ['1.2.2.9', true, 2],
      ],
    );

    const other = randomUUID();
    await jobs.submit({ id: other, accountId, cidr: '1.2.2.0/23', lists: false, chunks }, 1);
    const begun = (await jobs.claim('a', 60))!;
    t.true(await jobs.cancel(accountId, other));
    t.false(await jobs.cancel(accountId, other));
    t.false(await jobs.advance('a', begun, 16, [], 60));
    t.is(await jobs.claim('a', 60), undefined);
    t.like(await jobs.list(accountId, { limit: 1, offset: 0 }), {
      count: 2,
      jobs: [{ id: other, status: 'cancelled' }],
    });
    t.is(await jobs.forgetBefore(new Date(Date.now() + 60_000)), 2);
  },
};
