import test from 'ava';
import { loadText } from '../../../support/datasets/load-text.ts';
import { FakeWorld } from '../../../support/fakes/world.ts';
import { startTestApi } from '../../../support/http/http.ts';
import { offlineWorld } from '../../../support/scans/offline-world.ts';
import { recordedDns } from '../../../support/scans/recorded-dns.ts';

test('what was reported or rerouted since is never told as it was', async (t) => {
  const world = new FakeWorld();
  world.scans.openScan = (signal) =>
    offlineWorld(signal, recordedDns('4.3.2.1.in-addr.arpa PTR a.example.com.'));
  const api = await startTestApi(t, { world });
  const load = (id: string, text: string) => loadText(world.addresses.datasets, id, text);
  await load('ris-ipv4', '64500\t1.2.3.0/24\t300\n');
  await load('ripe-as-names', '64500 EXAMPLE - Example, Inc., DE\n');
  await load('own-rpki', '{"roas":[{"asn":"AS64500","prefix":"1.2.3.0/24","maxLength":24}]}');
  const { key } = await world.addAccount('ada@example.com');
  await api.get('/api/ip/1.2.3.4/scan');
  await api.send('POST', '/api/ip/1.2.3.4/reports', { category: 9 }, key);
  t.like((await api.get('/api/ip/1.2.3.4/reputation')).body, { total_reports: 1 });
  t.like((await api.get('/api/ip/1.2.3.4/scan')).body, { network: { isp: 'Example, Inc.' } });
  await load('ris-ipv4', '64666\t1.2.3.0/25\t300\n64500\t1.2.3.0/24\t300\n');
  t.like((await api.get('/api/ip/1.2.3.4/scan')).body, {
    cached: false,
    bgp: { prefix: '1.2.3.0/25', origin_asn: 64_666, rpki_status: 'invalid' },
  });
});
