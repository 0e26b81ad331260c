import { Readable } from 'node:stream';
import test from 'ava';
import { NetworkGeofeeds } from '../../../scanner/addresses/network-geofeeds.ts';
import { type Fetch, FetchError } from '../../../scanner/ports/fetch.ts';

const network = { first: '1.2.3.0', last: '1.2.3.255', geofeed: 'https://net.example/places.csv' };
const signal = new AbortController().signal;

function answering(answer: () => ReturnType<Fetch>) {
  const asked: string[] = [];
  const fetch: Fetch = (url) => {
    asked.push(url);
    return answer();
  };
  return { asked, fetch };
}
const text =
  (body: string, status = 200, url = network.geofeed) =>
  async () => ({
    status,
    headers: {},
    body: Readable.from([Buffer.from(body)]),
    trace: { url, address: null, httpVersion: '1.1', redirects: [], setCookies: [] },
  });

test("a network's own places are believed of its own addresses, the narrowest first, and asked for once a day", async (t) => {
  let now = Date.UTC(2026, 10, 1);
  const geofeeds = new NetworkGeofeeds({ now: () => now });
  const rows = [
    '# places',
    '1.2.3.0/24,DE,DE-HE,Frankfurt,',
    '1.2.3.128/25,AT,AT-9,Wien,1010',
    '1.2.3.200/32,,,,',
    '1.2.0.0/16,US,,Everywhere,',
    '9.9.9.0/24,US,,Elsewhere,',
    'nonsense',
    '1.2.3.4/99,FR,,,',
    '0.0.0.0/0,US,,,',
  ];
  const { fetch, asked } = answering(text(rows.join('\r\n')));
  const find = (ip: string) => geofeeds.find(ip, network, fetch, signal);
  t.like(await find('1.2.3.4'), {
    place: { country: 'DE', region: 'DE-HE', city: 'Frankfurt', source: 'network-geofeed' },
    errors: [],
  });
  t.like(await find('1.2.3.129'), { place: { country: 'AT', city: 'Wien', postalCode: null } });
  t.is(asked.length, 1);
  now += 86_400_001;
  await find('1.2.3.4');
  t.is(asked.length, 2);

  const wide = { ...network, first: '1.2.4.0', last: '1.2.5.255' };
  t.deepEqual(await geofeeds.find('1.2.4.1', wide, fetch, signal), { place: null, errors: [] });
  t.deepEqual(await geofeeds.find('1.2.3.4', { ...network, geofeed: null }, fetch, signal), {
    place: null,
    errors: [],
  });
  t.is(asked.length, 3);
});

test('places of IPv6 are read as those of IPv4', async (t) => {
  const { fetch } = answering(text('2a00:1::/32,SE,,Stockholm,\n2a00:1:2::/48,NO,,Oslo,\n2a00::/16,US,,,\n'));
  const wide = { first: '2a00:1::', last: '2a00:1:ffff:ffff:ffff:ffff:ffff:ffff', geofeed: network.geofeed };
  const find = (ip: string) => new NetworkGeofeeds(Date).find(ip, wide, fetch, signal);
  t.like(await find('2a00:1:2::1'), { place: { country: 'NO', city: 'Oslo' } });
  t.like(await find('2a00:1:3::1'), { place: { country: 'SE' } });
});

test('whatever a publisher answers, the scan goes on, and he is left alone for an hour', async (t) => {
  const never = async function* () {
    yield Buffer.from('1.2.3.0/24,DE,');
    throw new FetchError('too_large', 'The answer is longer than 4194304 bytes.');
  };
  const cases: readonly (readonly [string, () => ReturnType<Fetch>])[] = [
    ['refused', text('', 404)],
    ['refused', text('1.2.3.0/24,DE,,,', 200, 'http://net.example/places.csv')],
    ['timeout', () => Promise.reject(new FetchError('timeout', 'No answer in time.'))],
    ['refused', () => Promise.reject(new FetchError('refused', 'The guard does not go there.'))],
    ['too_large', async () => ({ status: 200, headers: {}, body: never() })],
    ['malformed', () => Promise.reject(new Error('broken'))],
  ];
  for (const [code, answer] of cases) {
    let now = 0;
    const geofeeds = new NetworkGeofeeds({ now: () => now });
    const { fetch, asked } = answering(answer);
    const find = () => geofeeds.find('1.2.3.4', network, fetch, signal);
    for (let time = 0; time < 2; time++)
      t.like(await find(), { place: null, errors: [{ source: 'network-geofeed', code }] }, code);
    t.is(asked.length, 1, code);
    now += 3_600_001;
    await find();
    t.is(asked.length, 2, code);
  }
  const { fetch } = answering(text('<!DOCTYPE html>\u0000\n'.repeat(9_000)));
  t.deepEqual(await new NetworkGeofeeds(Date).find('1.2.3.4', network, fetch, signal), {
    place: null,
    errors: [],
  });
});
