import test from 'ava';
import { leakSystemOf, leakSystems } from '../../../../shared/dns/outside-dns.ts';
import { detect } from '../../../support/detection/stored.ts';
import { asked } from '../../../support/detection/traffic.ts';

const leaksOf = (rows: Parameters<typeof detect>[0], batchRows = 500) =>
  detect(rows, { batchRows }).filter(({ type }) => type === 'name_leak');

test('a name of another system in a query is remarked on, once a day for each client and system', (t) => {
  const day = 86_400;
  const names = ['x.onion', 'www.x.onion', 'nick.eth', 'stats.i2p', 'a.b.alt', 'brad.crypto', 'x.bit'];
  const rows = [0, 60, day + 60].flatMap((at) =>
    names.map((name, n) => asked({ at: at + n, name, code: 'NXDOMAIN' })),
  );
  const found = leaksOf(
    rows.concat(asked({ at: day + 90, name: 'y.onion', client: '192.0.2.11', code: 'NXDOMAIN' })),
    5,
  );
  const subjects = found.map(({ subject }) => subject);
  for (const system of ['onion', 'ens', 'i2p', 'alt', 'registry', 'namecoin']) {
    t.is(subjects.filter((subject) => subject === `192.0.2.10 ${system}`).length, 2, system);
  }
  t.is(subjects.filter((subject) => subject === '192.0.2.11 onion').length, 1);
  t.true(found.every(({ severity }) => severity === 'info'));
  t.like(found[0], {
    subject: '192.0.2.10 onion',
    message: '192.0.2.10 asks the DNS for x.onion, a name of Tor',
    evidence: { system: 'onion', sample_names: ['x.onion'] },
  });
});

test('domains, single labels and what networks ask by accident are no leaks', (t) => {
  const names = [
    'example.com',
    'onion.to',
    'eth.limo',
    'onion',
    'eth',
    'printer.local',
    'x.localhost',
    'x.invalid',
    'x.test',
  ];
  t.deepEqual(leaksOf(names.map((name, at) => asked({ at, name, code: 'NXDOMAIN' }))), []);
});

test('each system that leaks is known by its endings', (t) => {
  t.is(leakSystemOf('x.localhost'), undefined);
  t.is(leakSystemOf('x.gnu'), 'gns');
  t.is(new Set(leakSystems).size, leakSystems.length);
});
