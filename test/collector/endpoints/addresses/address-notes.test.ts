import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import test, { type ExecutionContext } from 'ava';
import { announceThreat } from '../../../../collector/domain/detection/announce-threat.ts';
import { NotedAddresses } from '../../../../collector/domain/intelligence/addresses/noted-addresses.ts';
import type { PublishedEvent } from '../../../../collector/ports/system/events.ts';
import { KnownDatasets } from '../../../../scanner/datasets/facts/known-datasets.ts';
import { loadText } from '../../../support/datasets/load-text.ts';
import { addSighting } from '../../../support/fakes/threats/sightings.ts';
import { startTestApi } from '../../../support/http/http.ts';
import { sampleRow } from '../../../support/ingest/uploads.ts';
import { silentLog } from '../../../support/silent-log.ts';

async function loadAll(known: KnownDatasets): Promise<void> {
  await loadText(
    known,
    'ris-ipv4',
    '64500\t1.2.3.0/24\t300\n64501\t9.8.7.0/24\t300\n64501\t9.8.7.0/24\t300\n',
  );
  await loadText(known, 'ripe-as-names', '64500 EXAMPLE - Example, Inc., DE\n64501 OTHER, SE\n');
  await loadText(known, 'geofeed', '1.2.3.0/24,DE,DE-HE,Frankfurt,\n');
  await loadText(known, 'tor-exit-addresses', 'ExitAddress 1.2.3.9 2026-11-01 00:00:00\n');
}

const exampleNote = {
  asn: 64_500,
  asn_name: 'EXAMPLE - Example, Inc.',
  country: 'DE',
  is_hosting: null,
  is_vpn: null,
  is_tor: false,
  is_relay: null,
  is_anycast: null,
};

async function setUp(t: ExecutionContext) {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com');
  const location = await api.world.addLocation(account.id, 'Office');
  return { api, world: api.world, key, location };
}

test('threats, queries and records of passive DNS tell whose the addresses in them are', async (t) => {
  const { api, world, key, location } = await setUp(t);
  await loadAll(world.addresses.datasets);
  const threat = await addSighting(world.threats, location.id, {
    clientAddress: '10.0.0.7',
    subject: '1.2.3.9',
    evidence: { sample_addresses: ['9.8.7.6', '1.2.3.4', 7] },
  });
  world.stored.add({
    ...sampleRow(),
    observedAt: Date.now() * 1_000 - 1_000_000,
    locationId: location.id,
    agentId: 3,
    clientAddress: '10.0.0.7',
    serverAddress: '9.8.7.53',
    queryName: 'www.example.com',
    records: [
      { section: 'answer', name: 'www.example.com', type: recordTypes.A, ttl: 60, data: '1.2.3.4' },
      { section: 'answer', name: 'www.example.com', type: recordTypes.TXT, ttl: 60, data: '1.2.3.5' },
    ],
  });
  const addresses = async (path: string) => {
    const answer = await api.get(path, key);
    t.is(answer.status, 200, answer.text);
    return answer.body.addresses as { ip: string }[];
  };
  const tor = { ...exampleNote, ip: '1.2.3.9', is_tor: true };
  const other = { ...exampleNote, asn: 64_501, asn_name: 'OTHER', country: null };
  const ofThreat = [tor, { ...other, ip: '9.8.7.6' }, { ...exampleNote, ip: '1.2.3.4' }];
  t.deepEqual(await addresses('/api/v1/dns-monitoring/threats'), ofThreat);
  t.deepEqual(await addresses(`/api/v1/dns-monitoring/threats/${threat.id}`), ofThreat);
  t.deepEqual(await addresses('/api/v1/dns-monitoring/queries'), [
    { ...other, ip: '9.8.7.53' },
    { ...exampleNote, ip: '1.2.3.4' },
  ]);
  t.deepEqual(await addresses('/api/v1/dns-monitoring/stats/compare'), []);
  for (const question of ['query?domain=www.example.com', 'query?data=1.2.3.4'])
    t.deepEqual(await addresses(`/api/v2/passive-dns/${question}`), [{ ...exampleNote, ip: '1.2.3.4' }]);
  t.deepEqual(await addresses('/api/v2/history/timeline/www.example.com'), [
    { ...exampleNote, ip: '1.2.3.4' },
  ]);
});

test('without a dataset nothing is told, and nothing is made up', async (t) => {
  const { api, world, key, location } = await setUp(t);
  await addSighting(world.threats, location.id, { subject: '1.2.3.9' });
  t.is((await api.get('/api/v1/dns-monitoring/threats', key)).body.addresses, null);
  t.is((await api.get('/api/v2/passive-dns/query?data=1.2.3.4', key)).body.addresses, null);
});

test('a threat is announced with what is known of its addresses', async (t) => {
  const { world, location } = await setUp(t);
  await loadAll(world.addresses.datasets);
  const threat = await addSighting(world.threats, location.id, { clientAddress: '1.2.3.4' });
  const published: PublishedEvent[] = [];
  await announceThreat(threat, {
    locations: world.locations,
    publisher: { publish: (event) => void published.push(event) },
    addressNotes: world.addresses.addressNotes,
    clock: Date,
    log: silentLog,
  });
  t.like(published[0]?.payload, { addresses: [{ ...exampleNote, ip: '1.2.3.4' }] });
});

test('notes follow the datasets, know private networks of the operator, and are bounded', async (t) => {
  const known = new KnownDatasets(Date);
  const notes = new NotedAddresses(known, Date);
  t.is(notes.of(['1.2.3.4']), null);
  await loadText(known, 'ris-ipv4', '64500\t1.2.3.0/24\t300\n');
  const ask = (...texts: string[]) => notes.of(texts)!.map(({ ip, asn }) => [ip, asn]);
  t.deepEqual(ask('1.2.3.4', 'example.com', '1.2.3.4', '5.6.7.8', '10.0.0.1', 'fe80::1%eth0', ''), [
    ['1.2.3.4', 64_500],
    ['5.6.7.8', null],
  ]);
  await loadText(known, 'as-table', '10.0.0.0/8 64512 Own\n1.2.3.0/24 64499 Own\n');
  t.deepEqual(ask('1.2.3.4', '10.0.0.1'), [
    ['1.2.3.4', 64_499],
    ['10.0.0.1', 64_512],
  ]);
  known.remove('as-table');
  t.deepEqual(ask('1.2.3.4', '10.0.0.1'), [['1.2.3.4', 64_500]]);
  const many = Array.from({ length: 5_000 }, (_, at) => `5.6.${at >> 8}.${at & 255}`);
  t.is(notes.of(many)?.length, 2_000);
});
