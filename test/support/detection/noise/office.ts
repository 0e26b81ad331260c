import { asked, denied } from '../traffic.ts';
import { base36, digest, hex, lower, many, people, things, type Unseen, uuid } from '../unseen/parts.ts';
import { hostAddress as address } from './host-address.ts';

const own = 'corp.example-works.com';
const hours = 3_600;

/** What the machines of an office ask of their own names. */
export const officeNoise: readonly Unseen[] = [
  {
    name: 'search suffixes of three levels, behind names that exist and others',
    expected: [],
    rows: (r) =>
      many(1_800, (n) => {
        const name =
          n % 9 < 4 ? `${r.of(people)}${r.of(things)}${n % 300}` : `www.${r.of(things)}${n % 300}.com`;
        const suffix = [`berlin.de.${own}`, `de.${own}`, own][n % 3]!;
        return denied(n * 0.06, `${name}.${suffix}`, 'example-works.com', `192.0.2.${10 + (n % 3)}`);
      }),
  },
  {
    name: 'candidates of WebRTC below search suffixes: uuid.local of many calls',
    expected: [],
    rows: (r) =>
      many(600, (n) => {
        const candidate = `${uuid(r)}.local`;
        const name = n % 2 === 0 ? candidate : `${candidate}.${own}`;
        return denied(n * 0.3, name, n % 2 === 0 ? '.' : 'example-works.com', `192.0.2.${10 + (n % 2)}`);
      }),
  },
  {
    name: 'an inventory of Windows hosts by name and address, half of them gone',
    expected: [],
    rows: (r) =>
      many(3_000, (n) => {
        const client = '192.0.2.60';
        if (n % 2 === 1)
          return denied(
            n * 0.02,
            `${n % 250}.${r.between(0, 20)}.20.10.in-addr.arpa`,
            '10.in-addr.arpa',
            client,
          );
        const name = `ws-${r.text(base36, 7)}.${own}`;
        return n % 4 === 0
          ? denied(n * 0.02, name, 'example-works.com', client)
          : asked({
              at: n * 0.02,
              name,
              client,
              answers: [`10.20.${r.between(0, 20)}.${r.between(1, 250)}`],
            });
      }),
  },
  {
    name: 'internal polling: twenty programs by the clock, a day',
    expected: [],
    rows: (r) =>
      many(20 * 720, (n) =>
        asked({
          at: Math.floor(n / 20) * 120 + (n % 20) + r.between(0, 2),
          client: `192.0.2.${10 + (n % 20)}`,
          name: `status-${n % 20}.queue.example-works-internal.net`,
          answers: ['10.20.0.7'],
          ttl: 30,
        }),
      ),
  },
  {
    name: 'clients of Active Directory that storm for SRV records when the network comes back',
    expected: [],
    rows: (r) =>
      many(2_400, (n) => {
        const site = ['Berlin', 'Paris', 'Default-First-Site-Name'][n % 3]!.toLowerCase();
        const guid = `${r.text(hex, 8)}-${r.text(hex, 4)}-${r.text(hex, 4)}-${r.text(hex, 4)}-${r.text(hex, 12)}`;
        const name = [
          `_ldap._tcp.${site}._sites.dc._msdcs.${own}`,
          `_kerberos._tcp.${site}._sites.${own}`,
          `_ldap._tcp.${guid}.domains._msdcs.${own}`,
          `_gc._tcp.${own}`,
        ][n % 4]!;
        return asked({
          at: n * 0.02,
          client: `192.0.2.${1 + (n % 200)}`,
          name,
          type: 'SRV',
          answers: [`0 100 389 dc${n % 5}.${own}.`],
        });
      }),
  },
  {
    name: 'nodes of a cluster with five search suffixes for each name',
    expected: [],
    rows: (r) =>
      many(3_000, (n) => {
        const name = `${r.of(['api', 'hooks', 'storage', 'sts'])}.${r.of(things)}${n % 40}.com`;
        const suffix = ['shop.svc.cluster.local', 'svc.cluster.local', 'cluster.local', `eu.${own}`, own][
          n % 5
        ]!;
        return denied(n * 0.05, `${name}.${suffix}`, n % 5 < 3 ? '.' : 'example-works.com', '192.0.2.70');
      }),
  },
  {
    name: 'a monitoring server that asks for every host each minute, some gone, half a day',
    expected: [],
    rows: () =>
      many(12 * 60 * 20, (n) => {
        const at = Math.floor(n / 20) * 60 + (n % 20);
        const name = `node-${n % 20}.rack.${own}`;
        const client = '192.0.2.71';
        if (n % 20 > 16) return denied(at, name, 'example-works.com', client);
        return asked({ at, name, client, answers: [`10.30.0.${n % 20}`], ttl: 30 });
      }),
  },
  {
    name: 'own names that turn from public to private addresses, as at home and in the office',
    expected: [],
    rows: () =>
      many(120, (n) =>
        asked({
          at: n * 40,
          client: `192.0.2.${10 + (n % 4)}`,
          name: `${things[n % 8]}.${own}`,
          answers: [Math.floor(n / 8) % 2 === 0 ? '203.0.113.20' : '10.20.0.7'],
          ttl: 20,
        }),
      ),
  },
  {
    name: 'telephones that ask Apple, Google and Microsoft if there is a network',
    expected: [],
    rows: (r) =>
      many(1_200, (n) =>
        asked({
          at: n * 6 + r.between(0, 3),
          client: `192.0.2.${1 + (n % 40)}`,
          name: r.of([
            'captive.apple.com',
            'connectivitycheck.gstatic.com',
            'www.msftconnecttest.com',
            'dns.msftncsi.com',
            'detectportal.firefox.com',
            'nmcheck.gnome.org',
          ]),
          answers: ['203.0.113.80'],
          ttl: 60,
        }),
      ),
  },
  {
    name: 'an office after its resolver failed for a quarter of an hour',
    expected: [],
    rows: (r) =>
      many(4_000, (n) =>
        asked({
          at: n * 0.22,
          client: `192.0.2.${1 + (n % 60)}`,
          name: `${r.of(['www', 'api', 'cdn'])}.${r.of(people)}${r.of(things)}${n % 90}.com`,
          code: 'SERVFAIL',
        }),
      ),
  },
  {
    name: 'a guest network behind one address: three hundred people, an hour',
    expected: [],
    rows: (r) =>
      many(9_000, (n) => {
        const at = n * 0.4;
        const client = '192.0.2.200';
        const site = `${r.of(people)}${r.of(things)}${r.between(1, 900)}.com`;
        const draw = n % 30;
        if (draw === 0) return denied(at, `${r.text(lower, r.between(7, 15))}`, '.', client);
        if (draw === 1) return denied(at, `www.${r.text(lower, 1)}${site}`, 'com', client);
        if (draw === 2) return asked({ at, client, name: `${digest(r, 'md5')}.sessions.app-metrics.net` });
        if (draw === 3)
          return asked({
            at,
            client,
            name: `rr${r.between(1, 9)}---sn-${r.text(base36, 12)}.video-of-all.com`,
          });
        return asked({ at, client, name: `${r.of(['www', 'api', 'img'])}.${site}`, answers: [address(r)] });
      }),
  },
  {
    name: 'a proxy that keeps asking for what its people visited, by the clock, half a day',
    expected: [],
    rows: (r) =>
      many(6_000, (n) => {
        const at = (n * 12 * hours) / 6_000;
        return asked({
          at,
          client: '192.0.2.3',
          name: `www.${people[n % 10]}${things[n % 7]}${n % 500}.com`,
          answers: [address(r)],
          ttl: 60,
        });
      }),
  },
];
