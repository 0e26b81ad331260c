import test from 'ava';
import { newElsewhere } from '../../../../collector/domain/detection/new-elsewhere.ts';
import { receiptOf } from '../../../../collector/domain/detection/receipt/seal.ts';
import { Report } from '../../../../collector/domain/detection/report.ts';
import { withLatestEvidence } from '../../../../collector/domain/traffic/ingest/latest-evidence.ts';
import { StoreError } from '../../../../collector/ports/system/store-error.ts';
import type { DomainSource, SeenDomains } from '../../../../collector/ports/traffic/seen-domains.ts';
import { createRecordingLog } from '../../../support/recording-log.ts';

const day = 86_400_000;
const now = Date.UTC(2026, 4, 1, 12);
const ago = (days: number) => new Date(now - days * day);

/** Sightings of these names, each told twice, and what becomes of them. */
async function completed(
  names: readonly string[],
  known: Partial<Record<DomainSource, { begin: number; first: Readonly<Record<string, number>> }>>,
  fails = false,
) {
  const asked: string[][] = [];
  const seenDomains: Pick<SeenDomains, 'begin' | 'firstSeen'> = {
    begin: async (source) => {
      if (fails) throw new StoreError('unavailable', 'The store is away.');
      const days = known[source]?.begin;
      return days === undefined ? undefined : ago(days);
    },
    firstSeen: async (source, domains) => {
      asked.push([source, ...domains]);
      const entries = Object.entries(known[source]?.first ?? {});
      return new Map(
        entries.filter(([name]) => domains.includes(name)).map(([name, days]) => [name, ago(days)]),
      );
    },
  };
  const log = createRecordingLog();
  const report = (at: number) => {
    const made = new Report();
    for (const name of names)
      made.addTold(
        { locationId: 1, clientAddress: '192.0.2.1', queryName: name, observedAt: at * 1_000 },
        {
          type: 'malware',
          severity: 'high',
          subject: name,
          technique: 'T1071',
          message: 'told',
          evidence: { method: 'told' },
        },
      );
    return made.sightings();
  };
  const batches = withLatestEvidence([
    { batchId: 'one', sightings: report(now - 1_000) },
    { batchId: 'two', sightings: report(now) },
  ]);
  const complete = newElsewhere({ seenDomains, clock: { now: () => now }, log });
  const [one, two] = await complete(batches);
  return { first: one!.sightings, sightings: two!.sightings, asked, log };
}

test('evidence tells of a first certificate and of a name that came into its zone, and its receipt holds', async (t) => {
  const names = [
    'login.young.com',
    'old.com',
    'fresh.shop',
    'both.top',
    'printer.local',
    '1.2.0.192.in-addr.arpa',
  ];
  const { first, sightings, asked } = await completed(names, {
    ct: { begin: 200, first: { 'young.com': 3, 'old.com': 31, 'both.top': 1 } },
    zone: { begin: 2, first: { 'fresh.shop': 1, 'both.top': 2 } },
  });
  t.deepEqual(
    sightings.map(({ evidence }) => [evidence!.newly_certified, evidence!.newly_delegated]),
    [
      [{ domain: 'young.com', first_certificate: ago(3).toISOString() }, undefined],
      [undefined, undefined],
      [undefined, { domain: 'fresh.shop', in_zone_since: ago(1).toISOString() }],
      [
        { domain: 'both.top', first_certificate: ago(1).toISOString() },
        { domain: 'both.top', in_zone_since: ago(2).toISOString() },
      ],
      [undefined, undefined],
      [undefined, undefined],
    ],
  );
  for (const sighting of sightings) {
    t.is<unknown, unknown>(receiptOf(sighting), sighting.evidence!.receipt);
    t.is(sighting.severity, 'high', 'it raises nothing');
    t.is(sighting.evidence!.method, 'told');
  }
  t.true(
    first.every((sighting) => !('evidence' in sighting)),
    'only the latest is looked up and kept',
  );
  t.deepEqual(asked, [
    ['ct', 'young.com', 'old.com', 'fresh.shop', 'both.top'],
    ['zone', 'young.com', 'old.com', 'fresh.shop', 'both.top'],
  ]);
});

test('logs that are followed for too short a time tell of nothing new, and neither does a source that is not read', async (t) => {
  const { sightings } = await completed(['young.com'], { ct: { begin: 89, first: { 'young.com': 3 } } });
  t.deepEqual(Object.keys(sightings[0]!.evidence!).sort(), ['method', 'receipt', 'rows']);
});

test('what can not be looked up keeps no threat from being recorded', async (t) => {
  const { sightings, log } = await completed(['young.com'], {}, true);
  t.is(sightings[0]!.evidence!.method, 'told');
  t.is(log.lines.filter(({ level }) => level === 'warn').length, 1);
});
