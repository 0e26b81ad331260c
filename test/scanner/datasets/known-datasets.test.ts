import test from 'ava';
import fc from 'fast-check';
import { openDatabase } from '../../../scanner/datasets/build/build-dataset.ts';
import type { Dataset } from '../../../scanner/datasets/dataset.ts';
import { DatasetSink } from '../../../scanner/datasets/dataset-sink.ts';
import { addressAt, KnownDatasets } from '../../../scanner/datasets/facts/known-datasets.ts';
import { LoadedDataset } from '../../../scanner/datasets/facts/loaded-dataset.ts';
import { datasets } from '../../../scanner/datasets/sources/index.ts';
import { addressBytes } from '../../../shared/net/address.ts';
import { writeDatabase } from '../../support/datasets/write-database.ts';

const byId = (id: string): Dataset => datasets.find((dataset) => dataset.id === id)!;
const about = (dataset: string) => ({
  dataset,
  contentHash: '',
  builtAt: 0,
  entries: 1,
  rows: 1,
  malformedRows: 0,
  firstMalformed: null,
  leftOut: 0,
  publishedAt: null,
});

function database(id: string, records: Parameters<typeof writeDatabase>[0]): LoadedDataset {
  const bytes = writeDatabase(records);
  return new LoadedDataset(byId(id), about(id), { database: openDatabase(bytes), bytes: bytes.length });
}

function tables(id: string, prefixes: Readonly<Record<string, number | string>>): LoadedDataset {
  const sink = new DatasetSink(id.startsWith('ris') ? 2 : 4, 0);
  for (const [prefix, value] of Object.entries(prefixes))
    sink.prefix(prefix, typeof value === 'number' ? value : sink.text(value));
  return new LoadedDataset(byId(id), about(id), { ...sink.build(), about: about(id) });
}

test('databases of every maker are read, and of several places the better source counts', (t) => {
  const known = new KnownDatasets({ now: () => 0 });
  known.install(
    database('dbip-city-lite', {
      '192.0.2.0/24': {
        country: { iso_code: 'DE' },
        subdivisions: [{ names: { en: 'Hesse' } }],
        city: { names: { en: 'Frankfurt' } },
        location: { latitude: 50.1, longitude: 8.7 },
      },
    }),
  );
  known.install(
    database('ipinfo-lite', {
      '192.0.2.0/24': { country: 'France', country_code: 'FR', asn: 'AS64500', as_name: 'Example' },
    }),
  );
  known.install(
    database('geolite2-asn', {
      '198.51.100.0/24': { autonomous_system_number: 64_501, autonomous_system_organization: 'Other' },
    }),
  );
  const address = addressBytes('192.0.2.1');
  t.deepEqual(known.find(address).place, {
    country: 'DE',
    region: 'Hesse',
    city: 'Frankfurt',
    postalCode: null,
    latitude: 50.1,
    longitude: 8.7,
    timezone: null,
    source: 'dbip-city-lite',
  });
  t.deepEqual(
    known.places(address).map(({ country }) => country),
    ['DE', 'FR'],
  );
  t.like(known.find(addressBytes('198.51.100.1')), { system: { asn: 64_501, name: 'Other' }, route: null });
  t.is(known.find(addressBytes('2001:db8::1')).place, null);
});

test('a walk tells of each address what asking for it tells, in runs', (t) => {
  const prefix = fc.tuple(fc.nat(255), fc.integer({ min: 20, max: 32 }));
  const set = fc.array(prefix, { maxLength: 12 });
  const named = (some: readonly (readonly [number, number])[], base: string) =>
    Object.fromEntries(some.map(([at, length], n) => [`${base}${at}/${length}`, n % 3]));
  fc.assert(
    fc.property(
      set,
      set,
      set,
      fc.nat(200),
      fc.integer({ min: 1, max: 56 }),
      (routes, tor, places, from, count) => {
        const known = new KnownDatasets({ now: () => 0 });
        known.install(tables('ris-ipv4', named(routes, '192.0.2.')));
        known.install(tables('tor-exit-addresses', named(tor, '192.0.2.')));
        if (places.length > 0)
          known.install(
            database(
              'dbip-city-lite',
              Object.fromEntries(
                Object.entries(named(places, '192.0.2.')).map(([text, value]) => [
                  text,
                  { city: { names: { en: `City ${value}` } } },
                ]),
              ),
            ),
          );
        const first = addressBytes(`192.0.2.${from}`);
        let next = 0;
        let before = '';
        for (const run of known.walk(first, count)) {
          t.is(run.first, next);
          next = run.last + 1;
          const told = JSON.stringify(run.facts);
          t.not(told, before, 'neighbours differ');
          before = told;
          for (let at = run.first; at <= run.last; at++)
            t.deepEqual(known.find(addressBytes(addressAt(first, at))), run.facts);
        }
        t.is(next, count);
      },
    ),
    { numRuns: 60 },
  );
});

test('runs of IPv6 end where addresses of theirs do', (t) => {
  const known = new KnownDatasets({ now: () => 0 });
  known.install(tables('tor-exit-addresses', { '2001:db8::5': 'Tor exit', '2001:db8::1:0/112': 'Tor exit' }));
  const runs = [...known.walk(addressBytes('2001:db8::'), 65_536)];
  t.deepEqual(
    runs.map(({ first, last, facts }) => [first, last, facts.tor]),
    [
      [0, 4, false],
      [5, 5, 'Tor exit'],
      [6, 65_535, false],
    ],
  );
});

test('prefixes of a system are counted and told in their order', (t) => {
  const known = new KnownDatasets({ now: () => 0 });
  known.install(tables('ris-ipv4', { '192.0.2.0/24': 7, '198.51.100.0/24': 7, '203.0.113.0/24': 8 }));
  known.install(tables('iptoasn', { '192.0.2.0/24': 7, '10.0.0.0/8': 9 }));
  t.deepEqual(known.prefixesOf(7, 1), { count: 2, prefixes: ['192.0.2.0/24'] });
  t.deepEqual(known.prefixesOf(9, 10), { count: 1, prefixes: ['10.0.0.0/8'] });
  t.deepEqual(known.prefixesOf(10, 10), { count: 0, prefixes: [] });
});
